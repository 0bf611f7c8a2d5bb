import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { SearchBody } from '#contract/archive.ts'
import type { Database } from '#server/database/schema.ts'
import { contains, namePatterns } from './names.ts'

/** What a search asks for, in the terms of the indexes and tallies. Undefined parts do not restrict. */
export interface Filter {
  readonly organizationId: number
  readonly vehicles?: readonly number[]
  readonly shapes?: ShapeFilter
  readonly dates?: DateFilter
  /** Leaves out what a logger keeps writing for longer than `persistentAfter`. */
  readonly hidesPersistent?: boolean
}

export interface ShapeFilter {
  /** Every upload of these matches. */
  readonly certain: readonly number[]
  /** Uploads of these match when one of their file names contains one of `parts`. */
  readonly possible: readonly number[]
  readonly parts: readonly string[]
}

/** Uploads that overlap [start, end], ends included; an open end is -infinity or infinity, as the database writes them. */
export interface DateFilter {
  readonly start: string
  readonly end: string
}

/** Longer than this, a file is one that its logger carries on over many sessions; an index holds these few. */
export const persistentAfter = sql`interval '1 day'`

/** The filter of a search, or undefined when nothing can match. Ids of others and of deleted things match nothing. */
export async function resolveFilter(
  database: Kysely<Database>,
  organizationId: number,
  body: SearchBody,
): Promise<Filter | undefined> {
  const vehicles = await selectedVehicles(database, organizationId, body.fleetId ?? [], body.vehicleId ?? [])
  const shapes = await selectedShapes(database, organizationId, body.extensions ?? [], body.names ?? [])
  if (vehicles?.length === 0) return undefined
  if (shapes !== undefined && shapes.certain.length === 0 && shapes.possible.length === 0) return undefined
  const dated = body.startDate != null || body.endDate != null
  const dates = dated ? { start: body.startDate ?? '-infinity', end: body.endDate ?? 'infinity' } : undefined
  return { organizationId, vehicles, shapes, dates, hidesPersistent: body.hidePersistentFiles ?? false }
}

/** Vehicles that are selected themselves or by their fleet; undefined when none is selected at all. */
export async function selectedVehicles(
  database: Kysely<Database>,
  organizationId: number,
  fleets: readonly number[],
  vehicles: readonly number[],
): Promise<number[] | undefined> {
  if (fleets.length === 0 && vehicles.length === 0) return undefined
  const { rows } = await sql<{ id: number }>`
    SELECT v.id FROM vehicle v JOIN fleet f ON f.id = v.fleet_id
    WHERE v.organization_id = ${organizationId} AND NOT v.delete_flag
      AND (v.id = ANY (${vehicles}::bigint[]) OR (v.fleet_id = ANY (${fleets}::bigint[]) AND NOT f.delete_flag))
    ORDER BY v.id`.execute(database)
  return rows.map(({ id }) => id)
}

async function selectedShapes(
  database: Kysely<Database>,
  organizationId: number,
  extensions: readonly string[],
  names: readonly string[],
): Promise<ShapeFilter | undefined> {
  const parts = names.filter((name) => name !== '')
  if (extensions.length === 0 && parts.length === 0) return undefined
  const patterns = parts.map(namePatterns)
  const certain = patterns.map((pattern) => pattern.certain)
  const possible = patterns.flatMap((pattern) => pattern.possible)
  const { rows } = await sql<{ id: number; certain: boolean }>`
    SELECT id, certain FROM (
      SELECT id,
        ${parts.length === 0} OR names LIKE ANY (SELECT lower(p) FROM unnest(${certain}::text[]) p) AS certain,
        names LIKE ANY (SELECT lower(p) FROM unnest(${possible}::text[]) p) AS possible
      FROM upload_shape
      WHERE organization_id = ${organizationId} AND (${extensions.length === 0} OR extensions && ${extensions}::text[])
    ) shape
    WHERE certain OR possible`.execute(database)
  const idsOf = (wanted: boolean): number[] => rows.filter((row) => row.certain === wanted).map(({ id }) => id)
  return { certain: idsOf(true), possible: idsOf(false), parts }
}

/** Which index leads to the entries; every way finds the same. */
export type Lead = 'organization' | 'vehicle' | 'shape' | 'group'

/**
 * The conditions of a filter on `upload u`. The leading one alone is written so that an index serves it (`+ 0` hides the
 * others): a planner that combines two indexes reads the table behind them, which is a hundred times the work of reading
 * one covering index. Vehicles, shapes and groups are the organization's own: where they lead, its id is not asked again.
 */
export function matches(filter: Filter, lead: Lead): RawBuilder<SqlBool> {
  const { organizationId, vehicles, shapes, dates, hidesPersistent } = filter
  const conditions = [sql<SqlBool>`u.shape_id IS NOT NULL`]
  if (lead === 'organization') conditions.push(sql`u.organization_id = ${organizationId}`)
  if (vehicles !== undefined)
    conditions.push(sql`${lead === 'vehicle' ? sql`u.vehicle_id` : sql`u.vehicle_id + 0`} = ANY (${vehicles}::bigint[])`)
  if (shapes !== undefined) conditions.push(ofShapes(shapes, lead === 'shape' ? sql`u.shape_id` : sql`u.shape_id + 0`))
  if (dates !== undefined) conditions.push(sql`u.start_date <= ${dates.end} AND u.end_date >= ${dates.start}`)
  if (hidesPersistent) conditions.push(sql`u.end_date - u.start_date <= ${persistentAfter}`)
  return sql.join(conditions, sql` AND `)
}

function ofShapes({ certain, possible, parts }: ShapeFilter, shape: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (possible.length === 0) return sql`${shape} = ANY (${certain}::bigint[])`
  // one LIKE each: an index on trigrams serves these, but not LIKE ANY
  const named = parts.map((part) => sql`lower(fv.file_name) LIKE lower(${contains(part)})`)
  const byFile = sql<SqlBool>`u.shape_id + 0 = ANY (${possible}::bigint[]) AND u.id IN (
    SELECT fv.upload_id FROM file_version fv WHERE fv.recycled_at IS NULL AND (${sql.join(named, sql` OR `)}))`
  return certain.length === 0 ? byFile : sql`(${shape} = ANY (${certain}::bigint[]) OR (${byFile}))`
}
