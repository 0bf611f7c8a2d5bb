import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { catalogFromForm } from '#recording/catalogs/form.ts'
import type { ImportBoxes } from './import-in-box.ts'
import { importInBox } from './import-in-box.ts'
import { importInProcess } from './import-in-process.ts'
import type { ImportedKind } from './import-task.ts'

export interface ImportSettings {
  /** Name of the catalog. */
  readonly name: string
  /** The server's data folder, under which Python's packages are kept. */
  readonly dataDir: string
  /** Where other kinds than DBC are read; null where no sandbox holds: a process with limits. */
  readonly boxes: ImportBoxes | null
  /** Of a file with several buses (clusters): the one to take; absent takes all. */
  readonly bus?: string
  /** Ends the reading; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Reads a catalog file of any kind: DBC here, the others by cantools and ldfparser, out of this process.
 *
 * @throws CatalogError when the file cannot be read, with the reason
 * @throws PythonMissing, SandboxError when this machine cannot read it now; it may be read later
 */
export async function importCatalog(bytes: Uint8Array, kind: ImportedKind, settings: ImportSettings): Promise<Catalog> {
  const { name, dataDir, boxes, bus, signal } = settings
  if (kind === 'dbc') return parseDbc(bytes, name)
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-catalog-'))
  try {
    const file = join(folder, `catalog.${kind}`)
    await writeFile(file, bytes)
    const task = { kind, file, bus, folder, signal }
    const answer = boxes === null ? await importInProcess(task, dataDir) : await importInBox(task, boxes)
    const error = refusal(answer)
    if (error !== null) throw new CatalogError(error.replace(/\.$/, ''), 'repair the file, or convert it to DBC')
    return { ...catalogFromForm(answer), name }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refusal(answer: string): string | null {
  if (!answer.startsWith('{"error"')) return null
  const value: unknown = JSON.parse(answer)
  const error: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'error') : null
  return typeof error === 'string' ? error : 'The file cannot be read'
}
