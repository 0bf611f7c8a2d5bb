import type { RecordingReader } from '#server/features/ingest/recording-reader.ts'
import { ReaderFailed } from '#server/features/ingest/recording-reader.ts'
import type { CatalogReader } from './import.ts'

/** DBC files are read in a thread of their own; the other kinds are imported by cantools. */
export function catalogReader(reader: RecordingReader): CatalogReader {
  return async ({ bytes, kind, name }, signal) => {
    if (kind !== 'dbc') return { kind: 'refused', problem: `Catalogs of the kind ${kind} cannot be read yet` }
    try {
      return await reader.parseCatalog(bytes, name, signal)
    } catch (error) {
      if (error instanceof ReaderFailed) return { kind: 'refused', problem: error.message }
      throw error
    }
  }
}
