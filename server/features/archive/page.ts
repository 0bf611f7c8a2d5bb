import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { SearchSort } from '#contract/archive.ts'
import type { Database } from '#server/database/schema.ts'
import type { Count, ZoneCount } from './count.ts'
import { sumOf, zonesByDay, zonesByShape } from './count.ts'
import { entriesOf, leadOf } from './entries.ts'
import type { Filter, Lead } from './filter.ts'
import { matches } from './filter.ts'

export interface PageOrder {
  readonly sort: SearchSort
  readonly order: 'asc' | 'desc'
}

export interface Page extends PageOrder {
  readonly offset: number
  readonly max: number
}

const zoneSize = 65_536
/** Where one way to a page becomes quicker than another; every way gives the same page. */
export interface Thresholds {
  /** Entries that are fetched whole and sorted in a few milliseconds. */
  readonly quicklySorted: number
  /** Up to so many vehicles are each asked for their first entries. */
  readonly manyVehicles: number
}

const measured: Thresholds = { quicklySorted: 20_000, manyVehicles: 500 }

/** Ids of the uploads on one page, in order. Uploads that are equal in the sort key follow by id, in the same direction. */
export async function pageOfUploads(
  database: Kysely<Database>,
  filter: Filter,
  page: Page,
  count: Count,
  thresholds: Thresholds = measured,
): Promise<number[]> {
  const max = Math.min(page.max, count.total - page.offset)
  if (max <= 0) return []
  const passedOver = count.total - page.offset - max
  if (passedOver >= page.offset) return await walk(database, filter, { ...page, max }, count, thresholds)
  // the nearer end is the last page's
  const order = page.order === 'asc' ? 'desc' : 'asc'
  return (await walk(database, filter, { ...page, order, offset: passedOver, max }, count, thresholds)).toReversed()
}

async function walk(
  database: Kysely<Database>,
  filter: Filter,
  page: Page,
  count: Count,
  { quicklySorted, manyVehicles }: Thresholds,
): Promise<number[]> {
  const { vehicles } = filter
  if (page.sort === 'vehicle') return await byVehicleName(database, filter, page)
  const whole = await wholeWay(database, filter, count)
  if (page.sort === 'uploadId' && whole.zones !== undefined) {
    const window = windowOf(page, whole.zones, count.zones !== undefined)
    if (window.entries < whole.entries || whole.entries > quicklySorted) {
      const found = await inZones(database, filter, page, window)
      if (count.zones !== undefined || found.length === page.max) return found
    }
  }
  if (whole.entries <= quicklySorted) return await gathered(database, filter, page, whole.lead)
  if (vehicles !== undefined && vehicles.length <= manyVehicles && page.sort !== 'name')
    return await byVehicle(database, filter, page, vehicles)
  return await inOrder(database, filter, page)
}

/** Reading all that may match at once. */
interface WholeWay {
  readonly lead: Lead
  /** How many entries that reads, or a little more. */
  readonly entries: number
  /** Where matches are, when that is known; estimated, unless the count has them. */
  readonly zones?: readonly ZoneCount[]
}

async function wholeWay(database: Kysely<Database>, filter: Filter, count: Count): Promise<WholeWay> {
  const { organizationId, vehicles, shapes, dates } = filter
  if (vehicles !== undefined) return { lead: 'vehicle', entries: count.total }
  if (shapes === undefined || dates === undefined) return { lead: leadOf(filter), entries: count.total, zones: count.zones }
  const byDay = await zonesByDay(database, organizationId, dates)
  const dated = sumOf(byDay)
  const shaped = shapes.certain.length === 0 ? count.total : sumOf(await zonesByShape(database, { organizationId, shapes }))
  // half as many as expected, so that one window is nearly always enough
  const zones = byDay
    .filter(({ uploads }) => uploads > 0)
    .map(({ zone, uploads }) => ({ zone, uploads: (uploads * count.total) / dated / 2 }))
  return { lead: dated < shaped ? 'organization' : 'shape', entries: Math.min(dated, shaped), zones }
}

interface Window {
  /** In the order of the page. */
  readonly zones: readonly number[]
  /** Matches of the first zone that belong to earlier pages. */
  readonly offset: number
  /** About how many entries are visited. */
  readonly entries: number
}

/** The zones that hold a page. Only exact counts may be passed over unseen. */
function windowOf(page: Page, newestFirst: readonly ZoneCount[], exact: boolean): Window {
  const zones: number[] = []
  let [offset, found, entries] = [page.offset, 0, 0]
  for (const { zone, uploads } of page.order === 'desc' ? newestFirst : newestFirst.toReversed()) {
    const needed = offset + page.max - found
    if (needed <= 0) break
    if (exact && zones.length === 0 && uploads <= offset) {
      offset -= uploads
      continue
    }
    zones.push(zone)
    found += uploads
    entries += uploads <= needed ? zoneSize : (needed / uploads) * zoneSize
  }
  return { zones, offset, entries }
}

async function inZones(database: Kysely<Database>, filter: Filter, page: Page, { zones, offset }: Window): Promise<number[]> {
  const direction = directionOf(page)
  const { rows } = await sql<{ id: number }>`
    SELECT found.id FROM unnest(${zones}::bigint[]) AS z (zone)
    CROSS JOIN LATERAL (
      SELECT u.id FROM upload u
      WHERE ${matches(filter, 'organization')} AND u.id >= z.zone << 16 AND u.id < (z.zone + 1) << 16
      ORDER BY u.id ${direction} LIMIT ${offset + page.max}
    ) found
    ORDER BY found.id ${direction} LIMIT ${page.max} OFFSET ${offset}`.execute(database)
  return rows.map(({ id }) => id)
}

/** All matches are found first and sorted then: nobody is tempted to walk a whole index for a handful. */
async function gathered(database: Kysely<Database>, filter: Filter, page: Page, lead: Lead): Promise<number[]> {
  const direction = directionOf(page)
  const key = keyOf(page.sort)
  const { rows } = await sql<{ id: number }>`
    WITH found AS MATERIALIZED (${entriesOf(filter, sql`u.id, ${key} AS key`, lead)})
    SELECT id FROM found ORDER BY key ${direction}, id ${direction} LIMIT ${page.max} OFFSET ${page.offset}`.execute(database)
  return rows.map(({ id }) => id)
}

async function byVehicle(database: Kysely<Database>, filter: Filter, page: Page, vehicles: readonly number[]): Promise<number[]> {
  const direction = directionOf(page)
  const key = keyOf(page.sort)
  const { rows } = await sql<{ id: number }>`
    SELECT found.id FROM unnest(${vehicles}::bigint[]) AS v (id)
    CROSS JOIN LATERAL (
      SELECT u.id, ${key} AS key FROM upload u
      WHERE ${matches(others(filter), 'vehicle')} AND u.vehicle_id = v.id
      ORDER BY ${key} ${direction}, u.id ${direction} LIMIT ${page.offset + page.max}
    ) found
    ORDER BY found.key ${direction}, found.id ${direction} LIMIT ${page.max} OFFSET ${page.offset}`.execute(database)
  return rows.map(({ id }) => id)
}

/** By the name that is shown; uploads of no vehicle have the empty one. */
async function byVehicleName(database: Kysely<Database>, filter: Filter, page: Page): Promise<number[]> {
  const direction = directionOf(page)
  const rest = matches(others(filter), 'vehicle')
  const selected = filter.vehicles === undefined ? sql`NOT v.delete_flag` : sql`v.id = ANY (${filter.vehicles}::bigint[])`
  const none = filter.vehicles === undefined ? sql`UNION ALL SELECT 0, ''` : sql``
  const { rows } = await sql<{ id: number }>`
    SELECT found.id FROM (
      SELECT v.id, lower(v.display_name) COLLATE "C" AS key
      FROM vehicle v WHERE v.organization_id = ${filter.organizationId} AND ${selected}
      ${none}
    ) v
    CROSS JOIN LATERAL (
      (SELECT u.id FROM upload u WHERE ${rest} AND u.vehicle_id = v.id ORDER BY u.id ${direction} LIMIT ${page.offset + page.max})
      UNION ALL
      (SELECT u.id FROM upload u WHERE ${matches(others(filter), 'organization')} AND v.id = 0 AND u.vehicle_id IS NULL ORDER BY u.id ${direction} LIMIT ${page.offset + page.max})
    ) found
    ORDER BY v.key ${direction}, v.id ${direction}, found.id ${direction} LIMIT ${page.max} OFFSET ${page.offset}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

/** What is left to ask of the entries of one vehicle. */
function others({ organizationId, shapes, dates, hidesPersistent }: Filter): Filter {
  return { organizationId, shapes, dates, hidesPersistent }
}

/** Along an index, past what does not match: quick where matches are many and evenly spread. */
async function inOrder(database: Kysely<Database>, filter: Filter, page: Page): Promise<number[]> {
  const direction = directionOf(page)
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM upload u WHERE ${matches(filter, 'organization')}
    ORDER BY ${keyOf(page.sort)} ${direction}, u.id ${direction} LIMIT ${page.max} OFFSET ${page.offset}`.execute(database)
  return rows.map(({ id }) => id)
}

export function directionOf({ order }: PageOrder): RawBuilder<unknown> {
  return order === 'asc' ? sql`ASC` : sql`DESC`
}

export function keyOf(sort: SearchSort): RawBuilder<unknown> {
  switch (sort) {
    case 'uploadId':
      return sql`u.id`
    case 'startDate':
      return sql`u.start_date`
    case 'endDate':
      return sql`u.end_date`
    case 'name':
      return sql`lower(u.display_name) COLLATE "C"`
    case 'vehicle':
      return sql`coalesce((SELECT lower(v.display_name) FROM vehicle v WHERE v.id = u.vehicle_id), '') COLLATE "C"`
  }
}
