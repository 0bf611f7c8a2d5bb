import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** The bytes of an SQLite file that these statements make. */
export async function madeDatabase(...statements: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const path = join(tmpdir(), `loggerhead-made-${randomUUID()}.db`)
  const database = new DatabaseSync(path)
  try {
    for (const statement of statements) database.exec(statement)
    database.close()
    return Buffer.from(await readFile(path))
  } finally {
    await rm(path, { force: true })
  }
}

/** 1,000 measurements with a text, a number, a blob and nothing. */
export const measurements = [
  'CREATE TABLE "Mess""werte" (nr INTEGER PRIMARY KEY, name TEXT, wert REAL, roh BLOB, nichts)',
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
   INSERT INTO "Mess""werte" SELECT i, 'Name ' || i, i / 4.0, zeroblob(i % 40), NULL FROM n`,
  'CREATE VIEW hohe AS SELECT name, wert FROM "Mess""werte" WHERE wert > 240',
] as const
