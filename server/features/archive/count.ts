import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { entriesOf } from './entries.ts'
import type { DateFilter, Filter } from './filter.ts'
import { matches, persistentAfter } from './filter.ts'

/** Uploads that match within one zone of 65,536 consecutive upload ids. */
export interface ZoneCount {
  readonly zone: number
  readonly uploads: number
}

export interface Count {
  /** Exact, always. */
  readonly total: number
  /** Where they are, newest first, when the tallies say so; exact too. */
  readonly zones?: readonly ZoneCount[]
}

/** Up to here, counting a vehicle's own entries is as quick as its tallies. */
const measuredFew = 8

const always: DateFilter = { start: '-infinity', end: 'infinity' }

/**
 * How many uploads match: from tallies, plus changes that are not in them yet, plus the entries of the days (months, for
 * vehicles) that the range cuts. An upload overlaps [start, end] when it began by `end` and did not end before `start`; since
 * none ends before it begins, that is a difference of two counts that each need one date only.
 */
export async function countUploads(database: Kysely<Database>, filter: Filter, fewVehicles = measuredFew): Promise<Count> {
  const { shapes } = filter
  if (filter.hidesPersistent) {
    const shown = { ...filter, hidesPersistent: false }
    return without(await countUploads(database, shown, fewVehicles), await persistentByZone(database, shown))
  }
  if (shapes !== undefined && shapes.possible.length > 0) {
    const certain = await countUploads(database, { ...filter, shapes: { ...shapes, possible: [] } }, fewVehicles)
    return { total: certain.total + (await countEntries(database, { ...filter, shapes: { ...shapes, certain: [] } })) }
  }
  if (shapes?.certain.length === 0) return { total: 0, zones: [] }
  if (filter.vehicles !== undefined) {
    const few = filter.vehicles.length <= fewVehicles
    return { total: few ? await countEntries(database, filter) : await countByVehicle(database, filter, filter.vehicles) }
  }
  if (filter.dates === undefined) return withZones(await zonesByShape(database, filter))
  if (shapes === undefined) return withZones(await zonesByDay(database, filter.organizationId, filter.dates))
  return { total: await countByShapeAndDay(database, filter, filter.dates) }
}

function withZones(zones: ZoneCount[]): Count {
  return { total: sumOf(zones), zones: zones.filter(({ uploads }) => uploads > 0) }
}

export function sumOf(zones: readonly ZoneCount[]): number {
  return zones.reduce((sum, { uploads }) => sum + uploads, 0)
}

/** The few uploads that are longer than the rest, by zone; an index holds them. */
async function persistentByZone(database: Kysely<Database>, filter: Filter): Promise<ZoneCount[]> {
  const { rows } = await sql<ZoneCount>`
    SELECT u.id >> 16 AS zone, count(*) AS uploads FROM upload u
    WHERE ${matches(filter, 'organization')} AND u.end_date - u.start_date > ${persistentAfter}
    GROUP BY 1`.execute(database)
  return rows
}

function without({ total, zones }: Count, hidden: readonly ZoneCount[]): Count {
  const hiddenIn = new Map(hidden.map(({ zone, uploads }) => [zone, uploads]))
  const left = zones?.map(({ zone, uploads }) => ({ zone, uploads: uploads - (hiddenIn.get(zone) ?? 0) }))
  return { total: total - sumOf(hidden), zones: left?.filter(({ uploads }) => uploads > 0) }
}

/** The plain way: every matching entry is visited. */
async function countEntries(database: Kysely<Database>, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${entriesOf(filter, sql`u.id`)}) found`.execute(
    database,
  )
  return rows[0]?.total ?? 0
}

export async function zonesByShape(database: Kysely<Database>, { organizationId, shapes }: Filter): Promise<ZoneCount[]> {
  const ofShapes = shapes === undefined ? sql`` : sql`AND shape_id = ANY (${shapes.certain}::bigint[])`
  const { rows } = await sql<ZoneCount>`
    SELECT zone, sum(uploads)::bigint AS uploads FROM (
      SELECT zone, uploads FROM tally_zone_shape WHERE organization_id = ${organizationId} ${ofShapes}
      UNION ALL
      SELECT upload_id >> 16, amount FROM upload_change WHERE organization_id = ${organizationId} ${ofShapes}
    ) part
    GROUP BY zone ORDER BY zone DESC`.execute(database)
  return rows
}

/** Exact, but for zones without matches, which may be there with 0. */
export async function zonesByDay(
  database: Kysely<Database>,
  organizationId: number,
  { start, end }: DateFilter,
): Promise<ZoneCount[]> {
  const [first, last] = [beginOf('day', start), beginOf('day', end)]
  const { rows } = await sql<ZoneCount>`
    WITH part AS (
      SELECT zone, CASE WHEN day < ${last.date}::date THEN starts ELSE 0 END - CASE WHEN day < ${first.date}::date THEN ends ELSE 0 END AS uploads
      FROM tally_zone_day WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT upload_id >> 16, amount * ((utc_day(start_date) < ${last.date}::date)::int - (utc_day(end_date) < ${first.date}::date)::int)
      FROM upload_change WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT u.id >> 16, 1 FROM upload u
      WHERE u.organization_id = ${organizationId} AND u.shape_id IS NOT NULL AND u.start_date >= ${last.midnight} AND u.start_date <= ${end}
      UNION ALL
      SELECT u.id >> 16, -1 FROM upload u
      WHERE u.organization_id = ${organizationId} AND u.shape_id IS NOT NULL AND u.end_date >= ${first.midnight} AND u.end_date < ${start}
    )
    SELECT zone, sum(uploads)::bigint AS uploads FROM part GROUP BY zone ORDER BY zone DESC`.execute(database)
  return rows
}

async function countByShapeAndDay(
  database: Kysely<Database>,
  { organizationId, shapes }: Filter,
  { start, end }: DateFilter,
): Promise<number> {
  const [first, last] = [beginOf('day', start), beginOf('day', end)]
  const ofShapes = sql`shape_id = ANY (${shapes?.certain ?? []}::bigint[])`
  const { rows } = await sql<{ total: number }>`
    WITH part AS (
      SELECT CASE WHEN day < ${last.date}::date THEN starts ELSE 0 END - CASE WHEN day < ${first.date}::date THEN ends ELSE 0 END AS uploads
      FROM tally_shape_day WHERE organization_id = ${organizationId} AND ${ofShapes}
      UNION ALL
      SELECT amount * ((utc_day(start_date) < ${last.date}::date)::int - (utc_day(end_date) < ${first.date}::date)::int)
      FROM upload_change WHERE organization_id = ${organizationId} AND ${ofShapes}
      UNION ALL
      SELECT 1 FROM upload u
      WHERE u.organization_id = ${organizationId} AND u.${ofShapes} AND u.start_date >= ${last.midnight} AND u.start_date <= ${end}
      UNION ALL
      SELECT -1 FROM upload u
      WHERE u.organization_id = ${organizationId} AND u.${ofShapes} AND u.end_date >= ${first.midnight} AND u.end_date < ${start}
    )
    SELECT coalesce(sum(uploads), 0)::bigint AS total FROM part`.execute(database)
  return rows[0]?.total ?? 0
}

async function countByVehicle(
  database: Kysely<Database>,
  { shapes, dates }: Filter,
  vehicles: readonly number[],
): Promise<number> {
  const { start, end } = dates ?? always
  const [first, last] = [beginOf('month', start), beginOf('month', end)]
  const ofShapes = shapes === undefined ? sql`shape_id IS NOT NULL` : sql`shape_id = ANY (${shapes.certain}::bigint[])`
  const ofVehicles = sql`vehicle_id = ANY (${vehicles}::bigint[])`
  const { rows } = await sql<{ total: number }>`
    WITH part AS (
      SELECT CASE WHEN month < ${last.date}::date THEN starts ELSE 0 END - CASE WHEN month < ${first.date}::date THEN ends ELSE 0 END AS uploads
      FROM tally_vehicle_month WHERE ${ofVehicles} AND ${ofShapes}
      UNION ALL
      SELECT amount * ((utc_month(start_date) < ${last.date}::date)::int - (utc_month(end_date) < ${first.date}::date)::int)
      FROM upload_change WHERE ${ofVehicles} AND ${ofShapes}
      UNION ALL
      SELECT 1 FROM upload u
      WHERE u.${ofVehicles} AND u.${ofShapes} AND u.start_date >= ${last.midnight} AND u.start_date <= ${end}
      UNION ALL
      SELECT -1 FROM upload u
      WHERE u.${ofVehicles} AND u.${ofShapes} AND u.end_date >= ${first.midnight} AND u.end_date < ${start}
    )
    SELECT coalesce(sum(uploads), 0)::bigint AS total FROM part`.execute(database)
  return rows[0]?.total ?? 0
}

/** The first day of the UTC day or month that holds a moment, as a date and as its midnight. */
function beginOf(period: 'day' | 'month', moment: string): { date: string; midnight: string } {
  if (moment.endsWith('infinity')) return { date: moment, midnight: moment }
  const day = new Date(moment).toISOString().slice(0, 10)
  const date = period === 'day' ? day : `${day.slice(0, 7)}-01`
  return { date, midnight: `${date}T00:00:00Z` }
}
