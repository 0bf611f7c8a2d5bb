import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { Database } from '#server/database/schema.ts'
import type { Settings } from '#server/settings/settings.ts'

/** What every feature may stand on; given to each once, in app.ts. */
export interface Platform {
  readonly settings: Settings
  readonly database: Kysely<Database>
  /** The same connections, for parts that speak to pg themselves. */
  readonly pool: pg.Pool
  readonly blobs: BlobStore
  readonly log: Logger
  /** The time of this machine, for expiry of tokens and uploads; leases use the database's clock. */
  readonly now: () => Date
}
