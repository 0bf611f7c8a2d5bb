import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { entriesOf } from '#server/features/archive/entries.ts'
import { resolveFilter } from '#server/features/archive/filter.ts'
import { contains } from '#server/features/archive/names.ts'
import type { Criteria } from './criteria.ts'
import { criteriaOf, logExtensions } from './criteria.ts'

/**
 * Whether a file is one that criteria speak of, as a condition on `file_version fv JOIN upload u`. The one place that says
 * what a filter means, for the archive and for a file that has just come. Recycled files never match; neither do files that
 * could not be read, nor exports, which nobody uploaded.
 */
export function fileMatches(filters: readonly DatasetFilter[]): RawBuilder<SqlBool> {
  const criteria = criteriaOf(filters)
  const { names, extensions, start, end } = criteria
  const conditions: RawBuilder<SqlBool>[] = [
    sql`fv.recycled_at IS NULL AND u.shape_id IS NOT NULL AND fv.exported_from IS NULL AND fv.state <> 'failed'`,
  ]
  if (criteria.fleets.length > 0 || criteria.vehicles.length > 0) conditions.push(ofVehicles(criteria))
  if (extensions.length > 0) conditions.push(sql`(${ofExtensions(extensions)})`)
  const parts = names.map(contains)
  if (parts.length > 0)
    conditions.push(sql`(lower(u.collection) LIKE ANY (SELECT lower(p) FROM unnest(${parts}::text[]) p)
      OR lower(fv.file_name) LIKE ANY (SELECT lower(p) FROM unnest(${parts}::text[]) p))`)
  if (start !== null) conditions.push(sql`u.end_date >= ${start}`)
  if (end !== null) conditions.push(sql`u.start_date <= ${end}`)
  return sql.join(conditions, sql` AND `)
}

const ofVehicles = ({ fleets, vehicles }: Criteria): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT FROM vehicle v JOIN fleet f ON f.id = v.fleet_id
  WHERE v.id = u.vehicle_id AND NOT v.delete_flag
    AND (v.id = ANY (${vehicles}::bigint[]) OR (v.fleet_id = ANY (${fleets}::bigint[]) AND NOT f.delete_flag)))`

function ofExtensions(extensions: readonly string[]): RawBuilder<SqlBool> {
  const plain = extensions.filter((extension) => !logExtensions.has(extension))
  const logs = plain.length < extensions.length
  const ofPlain = sql<SqlBool>`fv.extension = ANY (${plain}::text[])`
  return logs ? sql`${ofPlain} OR (fv.extension = 'csv' AND lower(fv.file_name) LIKE '%log%')` : ofPlain
}

/** What a statement that finds files selects of each. */
export interface FoundFile {
  readonly id: number
  readonly upload_id: number
  readonly size: number
}

/**
 * A statement that selects all files of the organization's archive that match now, by way of the archive's indexes;
 * undefined when nothing can match.
 */
export async function matchingFiles(
  database: Kysely<Database>,
  organizationId: number,
  filters: readonly DatasetFilter[],
): Promise<RawBuilder<FoundFile> | undefined> {
  const { fleets, vehicles, names, extensions, start, end } = criteriaOf(filters)
  // uploads that may have such a file; which of their files match is said above
  const filter = await resolveFilter(database, organizationId, {
    fleetId: [...fleets],
    vehicleId: [...vehicles],
    names: [...names],
    extensions: extensions.map((extension) => (logExtensions.has(extension) ? 'csv' : extension)),
    startDate: start,
    endDate: end,
  })
  if (filter === undefined) return undefined
  return sql`
    SELECT fv.id, fv.upload_id, fv.size FROM (${entriesOf(filter, sql`u.id`)}) entry
    JOIN upload u ON u.id = entry.id JOIN file_version fv ON fv.upload_id = u.id
    WHERE ${fileMatches(filters)}`
}

/** The same for several sets of criteria: a file that matches any of them. */
export async function matchingAny(
  database: Kysely<Database>,
  organizationId: number,
  sets: readonly (readonly DatasetFilter[])[],
): Promise<RawBuilder<FoundFile>> {
  const parts: RawBuilder<FoundFile>[] = []
  for (const filters of sets) {
    const part = await matchingFiles(database, organizationId, filters)
    if (part !== undefined) parts.push(part)
  }
  if (parts.length === 0) return sql`SELECT NULL::bigint AS id, NULL::bigint AS upload_id, NULL::bigint AS size WHERE false`
  return sql`${sql.join(parts, sql` UNION `)}`
}

/** Whether one file matches, as it is now. */
export async function matchesFile(
  database: Kysely<Database>,
  fileVersionId: number,
  filters: readonly DatasetFilter[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM file_version fv JOIN upload u ON u.id = fv.upload_id
    WHERE fv.id = ${fileVersionId} AND ${fileMatches(filters)}`.execute(database)
  return rows.length > 0
}
