import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import type { BoxLimits } from '#server/sandbox/sandbox.ts'

export type ImportedKind = 'dbc' | 'arxml' | 'kcd' | 'sym' | 'ldf'

/** One file for the program that reads catalogs. */
export interface ImportTask {
  readonly kind: ImportedKind
  /** Where it is on this machine. */
  readonly file: string
  /** Of a file with several buses: the one to take. */
  readonly bus: string | undefined
  /** For what is needed meanwhile; the caller removes it. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

/** Where the program is, and its files. */
export const program = import.meta.dirname
export const programFile = 'import_catalog.py'
export const programParts = [programFile, 'catalog_form.py'] as const

const mebibyte = 1024 * 1024

/** What reading one catalog may take, wherever it is read. */
export const importLimits: BoxLimits = {
  processors: 1,
  memoryBytes: 2048 * mebibyte,
  processes: 8,
  outputBytes: 256 * mebibyte,
  outputFiles: 1,
  seconds: 60,
}

const remedy = 'leave out what is not needed, or convert the file to DBC'

export const tooMuch = (): CatalogError =>
  new CatalogError(`The file takes longer than ${importLimits.seconds} s or gives too much to read`, remedy)

export const brokenDown = (): CatalogError => new CatalogError('The program that reads the file broke down', remedy)
