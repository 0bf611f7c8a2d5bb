import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { UploadRow } from '#contract/archive.ts'
import type { Database } from '#server/database/schema.ts'
import { countUploads } from './count.ts'
import type { Filter } from './filter.ts'
import { resolveFilter } from './filter.ts'
import type { Search } from './follow-up.ts'
import { countGroups, pageOfGroups } from './groups.ts'
import { pageOfUploads } from './page.ts'
import { uploadRows } from './rows.ts'

export interface Found {
  readonly rows: UploadRow[]
  /** Uploads, or groups with onlyGroups, that match. */
  readonly total: number
  readonly uploads: number
}

/** One page and its totals, as of one moment. */
export async function searchUploads(database: Kysely<Database>, organizationId: number, search: Search): Promise<Found> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      // Compiling a statement takes longer than any of these statements may.
      await sql`SET LOCAL jit = off`.execute(moment)
      const filter = await resolveFilter(moment, organizationId, search)
      if (filter === undefined) return { rows: [], total: 0, uploads: 0 }
      const { ids, ...totals } = await findPage(moment, filter, search)
      return { ...totals, rows: await uploadRows(moment, ids) }
    })
}

/** The ids of a page and the totals: what the benchmark measures. */
export async function findPage(
  database: Kysely<Database>,
  filter: Filter,
  search: Search,
): Promise<{ ids: number[]; total: number; uploads: number }> {
  const count = await countUploads(database, filter)
  if (!search.onlyGroups) {
    return { ids: await pageOfUploads(database, filter, search, count), total: count.total, uploads: count.total }
  }
  return {
    ids: await pageOfGroups(database, filter, search, count),
    total: await countGroups(database, filter),
    uploads: count.total,
  }
}
