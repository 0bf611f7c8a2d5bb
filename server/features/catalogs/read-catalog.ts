import { defaultEnvironment } from '#contract/analysis-environments.ts'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import { catalogToForm } from '#recording/catalogs/form.ts'
import { importCatalog } from '#server/catalog-import/import-catalog.ts'
import type { ImportBoxes } from '#server/catalog-import/import-in-box.ts'
import type { RecordingReader } from '#server/features/ingest/recording-reader.ts'
import { ReaderFailed } from '#server/features/ingest/recording-reader.ts'
import type { Analyses } from '#server/features/runs/analyses.ts'
import type { CatalogReader } from './import.ts'

interface Parts {
  /** Reads DBC, in a thread of its own. */
  readonly reader: RecordingReader
  readonly dataDir: string
  /** Their sandbox reads the other kinds. */
  readonly analyses: Analyses
}

/** Reads catalogs of all kinds, none of them in this thread. */
export function catalogReader({ reader, dataDir, analyses }: Parts): CatalogReader {
  return async ({ bytes, kind, name }, signal) => {
    try {
      if (kind === 'dbc') return await reader.parseCatalog(bytes, name, signal)
      const catalog = await importCatalog(bytes, kind, { name, dataDir, boxes: boxesOf(analyses), signal })
      return { kind: 'catalog', form: catalogToForm(catalog) }
    } catch (error) {
      // the file is to blame, and another try would end the same
      if (error instanceof ReaderFailed || error instanceof CatalogError) return { kind: 'refused', problem: error.message }
      throw error
    }
  }
}

/** The usual environment has the packages that read catalogs. */
function boxesOf(analyses: Analyses): ImportBoxes | null {
  const { sandbox } = analyses
  const usual = analyses.environment(defaultEnvironment)
  return sandbox === null || usual.state !== 'ready' ? null : { sandbox, environment: usual.environment }
}
