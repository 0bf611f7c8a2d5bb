import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createPasswords } from '#server/features/sessions/passwords.ts'
import { createOrganization } from '#server/features/organizations/store.ts'
import { addUser } from '#server/features/users/administration.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'

export interface BenchCase {
  readonly name: string
  readonly files: number
  /** Of each file, bytes. */
  readonly size: number
}

export interface FilledCase extends BenchCase {
  /** Of the file versions. */
  readonly ids: readonly number[]
  /** The files on disk, in the same order. */
  readonly paths: readonly string[]
}

export const username = 'bench'
export const password = 'a password for a minute'

/** Writes the files of each case below the folder, and the rows of the archive that stand for them. */
export async function fillArchive(database: OpenDatabase, blobs: string, cases: readonly BenchCase[]): Promise<FilledCase[]> {
  const organization = await createOrganization(database.kysely, { name: 'Bench', quotaBytes: null })
  const organizationId = organization?.id ?? 0
  const passwordHash = await createPasswords().hash(password)
  const nobody = { firstName: '', lastName: '', email: '', roles: [] }
  await addUser(database.kysely, { organizationId, username, passwordHash, ...nobody })
  const filled: FilledCase[] = []
  for (const [number, one] of cases.entries()) {
    const folder = `bench/${number}`
    await mkdir(join(blobs, folder), { recursive: true })
    const keys = Array.from({ length: one.files }, (_, index) => `${folder}/${index}`)
    const facts: StoredFact[] = []
    for (const [index, key] of keys.entries()) {
      const bytes = bytesOf(index, one.size)
      await writeFile(join(blobs, key), bytes)
      facts.push({ key, sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) })
    }
    const ids = await addRows(database, organizationId, one.size, facts)
    filled.push({ ...one, ids, paths: keys.map((key) => join(blobs, key)) })
  }
  return filled
}

interface StoredFact {
  readonly key: string
  readonly sha256: string
  readonly crc32: number
}

/** An upload for each file, as loggers deliver them; the ids of the files. */
async function addRows(
  database: OpenDatabase,
  organizationId: number,
  size: number,
  facts: readonly StoredFact[],
): Promise<number[]> {
  const columns = [facts.map(({ key }) => key), facts.map(({ sha256 }) => sha256), facts.map((fact) => fact.crc32)]
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    // what the triggers would find out for each is known: all look alike
    await client.query('SET LOCAL session_replication_role = replica')
    const { rows } = await client.query<{ id: number }>(
      `WITH made AS (INSERT INTO upload_group (organization_id) VALUES ($1) RETURNING id),
        shape AS (INSERT INTO upload_shape (organization_id, collection, extensions, names, hash)
          VALUES ($1, 'Bench', '{bin}', 'bench', sha256(convert_to($2::text, 'UTF8'))) RETURNING id),
        up AS (INSERT INTO upload (organization_id, group_id, key, collection, display_name, start_date, end_date, shape_id)
          SELECT $1, made.id, key, 'Bench', 'Bench_001', now(), now(), shape.id FROM made, shape, unnest($3::text[]) AS key
          RETURNING id, key)
       INSERT INTO file_version (organization_id, upload_id, file_name, extension, size, sha256, crc32, blob_key, state)
       SELECT $1, up.id, 'recording.bin', 'bin', $2::bigint, decode(hash, 'hex'), crc, up.key, 'plain'
       FROM unnest($3::text[], $4::text[], $5::bigint[]) WITH ORDINALITY AS file (key, hash, crc, n) JOIN up ON up.key = file.key
       ORDER BY n RETURNING id`,
      [organizationId, size, ...columns],
    )
    await client.query('COMMIT')
    await client.query('ANALYZE upload, file_version')
    return rows.map(({ id }) => id)
  } finally {
    client.release()
  }
}

/** Each file is another, and none can be made smaller. */
function bytesOf(seed: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let state = (seed + 1) * 2654435761
  for (let at = 0; at + 4 <= size; at += 4) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes.writeInt32LE(state | 0, at)
  }
  return bytes.fill(seed & 0xff, size - (size % 4))
}
