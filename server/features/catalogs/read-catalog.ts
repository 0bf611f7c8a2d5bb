import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { catalogToForm } from '#recording/catalogs/form.ts'
import { importCatalog } from '#server/catalog-import/import-catalog.ts'
import type { RecordingReader } from '#server/features/ingest/recording-reader.ts'
import { ReaderFailed } from '#server/features/ingest/recording-reader.ts'
import type { CatalogReader } from './import.ts'

/** DBC files are read in a thread of their own; the other kinds are imported by cantools, in a process of its own. */
export function catalogReader(reader: RecordingReader, dataDir: string): CatalogReader {
  return async ({ bytes, kind, name }, signal) => {
    try {
      if (kind === 'dbc') return await reader.parseCatalog(bytes, name, signal)
      return { kind: 'catalog', form: catalogToForm(await importCatalog(bytes, kind, { name, dataDir, signal })) }
    } catch (error) {
      // the file is to blame, and another try would end the same
      if (error instanceof ReaderFailed || error instanceof CatalogError) return { kind: 'refused', problem: error.message }
      throw error
    }
  }
}
