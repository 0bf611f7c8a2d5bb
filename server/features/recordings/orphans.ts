import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import type { Database } from '#server/database/schema.ts'
import { catalogPrefix } from '#server/features/catalogs/blob-keys.ts'
import { scriptPrefix } from '#server/features/device-scripts/blob-keys.ts'
import { packagePrefix } from '#server/features/scripts/blob-keys.ts'
import { resultPrefix } from '#server/features/results/blob-keys.ts'
import { signalsPrefix } from '#server/features/ingest/signals-key.ts'
import type { Platform } from '#server/platform.ts'

const hour = 60 * 60 * 1000
const batch = 500

/** Which of the keys a row refers to. */
type Known = (database: Kysely<Database>, keys: readonly string[]) => Promise<readonly (string | null)[]>

const kinds: readonly { readonly prefix: string; readonly known: Known }[] = [
  {
    prefix: signalsPrefix,
    async known(database, keys) {
      const rows = await database
        .selectFrom('recording')
        .where('store_key', 'in', [...keys])
        .select('store_key')
        .execute()
      return rows.map((row) => row.store_key)
    },
  },
  {
    prefix: catalogPrefix,
    async known(database, keys) {
      const rows = await database
        .selectFrom('catalog_version')
        .where((where) => where.or([where('blob_key', 'in', [...keys]), where('form_key', 'in', [...keys])]))
        .select(['blob_key', 'form_key'])
        .execute()
      return rows.flatMap((row) => [row.blob_key, row.form_key])
    },
  },
  {
    prefix: scriptPrefix,
    async known(database, keys) {
      const rows = await database
        .selectFrom('device_script_file')
        .where('blob_key', 'in', [...keys])
        .select('blob_key')
        .execute()
      return rows.map((row) => row.blob_key)
    },
  },
  {
    prefix: packagePrefix,
    async known(database, keys) {
      const rows = await database
        .selectFrom('script_version')
        .where('blob_key', 'in', [...keys])
        .select('blob_key')
        .execute()
      return rows.map((row) => row.blob_key)
    },
  },
  {
    prefix: resultPrefix,
    async known(database, keys) {
      const rows = await database
        .selectFrom('result_file')
        .where('blob_key', 'in', [...keys])
        .select('blob_key')
        .execute()
      return rows.map((row) => row.blob_key)
    },
  },
]

/**
 * Deletes signal stores and files of catalogs, scripts and results that no row refers to: their recording was purged or decoded
 * again, their catalog deleted, their file replaced, or their transaction lost. Only those put before `before`, since a younger one may still get its row.
 * @returns how many
 */
export async function sweepDerivedBlobs({ database, blobs }: Platform, before: Date): Promise<number> {
  let deleted = 0
  for (const { prefix, known } of kinds) {
    const sweep = async (keys: readonly string[]): Promise<void> => {
      if (keys.length === 0) return
      const kept = new Set(await known(database, keys))
      for (const key of keys) {
        if (kept.has(key)) continue
        await blobs.delete(key)
        deleted++
      }
    }
    let keys: string[] = []
    for await (const { key, modified } of blobs.list(prefix)) {
      if (modified < before) keys.push(key)
      if (keys.length < batch) continue
      await sweep(keys)
      keys = []
    }
    await sweep(keys)
  }
  await sweepConfigurationBytes(database)
  return deleted
}

/** What configurations were when runs began, once no run names it any more. A run that is being made keeps its own. */
async function sweepConfigurationBytes(database: Kysely<Database>): Promise<void> {
  await sql`
    DELETE FROM configuration_bytes AS bytes
    WHERE NOT EXISTS (SELECT FROM run_configuration AS ran WHERE ran.sha256 = bytes.sha256)`.execute(database)
}

/** Sweeps every hour; answers how to stop. */
export function keepDerivedBlobsClean(platform: Platform, drafts: DraftFolder): () => Promise<void> {
  const { log, now } = platform
  let running: Promise<void> = Promise.resolve()
  const clean = async (): Promise<void> => {
    try {
      await drafts.cleanUp(new Date(now().getTime() - 24 * hour))
      const deleted = await sweepDerivedBlobs(platform, new Date(now().getTime() - hour))
      if (deleted > 0)
        log.info({ deleted }, 'signal stores and files of catalogs, scripts and results without an owner were deleted')
    } catch (error) {
      log.warn({ err: error }, 'sweeping signal stores failed; it is repeated in an hour')
    }
  }
  const timer = setInterval(() => (running = clean()), hour)
  return async () => {
    clearInterval(timer)
    await running
  }
}
