import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { catalogFromForm } from '#recording/catalogs/form.ts'
import { pythonEnvironment } from './python-environment.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'import_catalog.py')
const mostMs = 60_000
const mostOutputBytes = 256 * 1024 * 1024

export type ImportedKind = 'dbc' | 'arxml' | 'kcd' | 'sym' | 'ldf'

export interface ImportSettings {
  /** Name of the catalog. */
  readonly name: string
  /** The server's data folder, under which Python's packages are kept. */
  readonly dataDir: string
  /** Of a file with several buses (clusters): the one to take; absent takes all. */
  readonly bus?: string
  /** Ends the process; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Reads a catalog file of any kind: DBC here, the others by cantools and ldfparser in a process of their own, which gets
 * none of this program's environment, and limits on time, memory and output.
 *
 * @throws CatalogError when the file cannot be read, with the reason
 * @throws PythonMissing when this machine cannot run Python; the file may be read later
 */
export async function importCatalog(bytes: Uint8Array, kind: ImportedKind, settings: ImportSettings): Promise<Catalog> {
  if (kind === 'dbc') return parseDbc(bytes, settings.name)
  const python = await pythonEnvironment(settings.dataDir)
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-catalog-'))
  try {
    const file = join(folder, `catalog.${kind}`)
    await writeFile(file, bytes)
    const printed = await runScript(
      python,
      [kind, file, ...(settings.bus === undefined ? [] : [settings.bus])],
      folder,
      settings.signal,
    )
    return { ...catalogFromForm(printed), name: settings.name }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runScript(python: string, parameters: readonly string[], folder: string, signal?: AbortSignal): Promise<string> {
  const printed = await execute(python, parameters, folder, signal)
  const error = refusal(printed)
  if (error !== null) throw new CatalogError(error.replace(/\.$/, ''), 'repair the file, or convert it to DBC')
  return printed
}

async function execute(python: string, parameters: readonly string[], folder: string, signal?: AbortSignal): Promise<string> {
  try {
    // -I: neither this program's environment nor the working folder says what Python loads; -B: it writes no caches.
    const { stdout } = await run(python, ['-I', '-B', script, ...parameters], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder },
      timeout: mostMs,
      killSignal: 'SIGKILL',
      maxBuffer: mostOutputBytes,
      signal,
    })
    return stdout
  } catch (error) {
    signal?.throwIfAborted()
    const killed = error instanceof Error && Reflect.get(error, 'killed') === true
    throw new CatalogError(
      killed
        ? `The file takes longer than ${mostMs / 1000} s or gives too much to read`
        : 'The program that reads the file broke down',
      'leave out what is not needed, or convert the file to DBC',
    )
  }
}

function refusal(printed: string): string | null {
  if (!printed.startsWith('{"error"')) return null
  const value: unknown = JSON.parse(printed)
  const error: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'error') : null
  return typeof error === 'string' ? error : 'The file cannot be read'
}
