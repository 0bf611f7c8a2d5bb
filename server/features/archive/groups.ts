import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { rowsPerGroupLimit } from '#contract/archive.ts'
import type { Database } from '#server/database/schema.ts'
import type { Count } from './count.ts'
import { entriesOf } from './entries.ts'
import type { Filter } from './filter.ts'
import { matches } from './filter.ts'
import type { Page } from './page.ts'
import { directionOf, keyOf, pageOfUploads } from './page.ts'

/** Groups this deep into the results are found by walking uploads; deeper ones by sorting all. */
const walkedUploads = 20_000

/** How many groups have a matching upload. Every matching upload is visited: the one count that grows with the archive. */
export async function countGroups(database: Kysely<Database>, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(DISTINCT group_id) AS total FROM (${entriesOf(filter, sql`u.group_id`)}) found`.execute(database)
  return rows[0]?.total ?? 0
}

/**
 * Ids of the matching uploads of one page of groups. A group's place is that of its first matching upload in the order;
 * its matching uploads stand together, in the order. At most 200 rows for each group that a page may have.
 */
export async function pageOfGroups(database: Kysely<Database>, filter: Filter, page: Page, count: Count): Promise<number[]> {
  const groups = (await firstGroups(database, filter, page, count)) ?? (await sortedGroups(database, filter, page))
  return groups.length === 0 ? [] : await membersOf(database, filter, page, groups)
}

/** The page's groups from the first uploads in the order; undefined when that would be more than is quick. */
async function firstGroups(database: Kysely<Database>, filter: Filter, page: Page, count: Count): Promise<number[] | undefined> {
  const wanted = page.offset + page.max
  for (let uploads = wanted * 4; wanted <= walkedUploads; uploads *= 4) {
    const max = Math.min(uploads, walkedUploads)
    const ids = await pageOfUploads(database, filter, { ...page, offset: 0, max }, count)
    const groups = [...new Set(await groupsOf(database, ids))]
    if (groups.length >= wanted || ids.length === count.total) return groups.slice(page.offset, wanted)
    if (max === walkedUploads) return undefined
  }
  return undefined
}

/** The group of each upload, in the given order. */
async function groupsOf(database: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ group_id: number }>`
    SELECT u.group_id FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS page (id, place) JOIN upload u ON u.id = page.id
    ORDER BY page.place`.execute(database)
  return rows.map((row) => row.group_id)
}

async function sortedGroups(database: Kysely<Database>, filter: Filter, page: Page): Promise<number[]> {
  const direction = directionOf(page)
  const { rows } = await sql<{ group_id: number }>`
    SELECT group_id FROM (
      SELECT DISTINCT ON (group_id) group_id, key, vehicle_id, id
      FROM (${entriesOf(filter, sql`u.group_id, ${keyOf(page.sort)} AS key, ${withinKey(page)} AS vehicle_id, u.id`)}) found
      ORDER BY group_id, key ${direction}, vehicle_id ${direction}, id ${direction}
    ) best
    ORDER BY key ${direction}, vehicle_id ${direction}, id ${direction} LIMIT ${page.max} OFFSET ${page.offset}`.execute(database)
  return rows.map((row) => row.group_id)
}

async function membersOf(database: Kysely<Database>, filter: Filter, page: Page, groups: readonly number[]): Promise<number[]> {
  const direction = directionOf(page)
  const { rows } = await sql<{ id: number }>`
    SELECT found.id FROM unnest(${groups}::bigint[]) WITH ORDINALITY AS page (group_id, place)
    CROSS JOIN LATERAL (
      SELECT u.id, ${keyOf(page.sort)} AS key, ${withinKey(page)} AS vehicle_id FROM upload u
      WHERE ${matches(filter, 'group')} AND u.group_id = page.group_id
    ) found
    ORDER BY page.place, found.key ${direction}, found.vehicle_id ${direction}, found.id ${direction}
    LIMIT ${rowsPerGroupLimit * page.max}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Vehicles of one name are kept apart; no other key needs that. */
function withinKey({ sort }: Page) {
  return sort === 'vehicle' ? sql`coalesce(u.vehicle_id, 0)` : sql`0`
}
