import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { selectedVehicles } from './filter.ts'
import { contains } from './names.ts'

export interface Selection {
  readonly organizationId: number
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  /** What the user has typed so far. */
  readonly typed: string
}

/** Names that one answer holds at most; typing narrows them. */
const mostNames = 500

/** Names of collections that the selection has uploaded, sorted. */
export async function collectionsOf(database: Kysely<Database>, selection: Selection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT collection AS name, lower(collection) COLLATE "C" AS place
    FROM upload_shape s
    WHERE s.organization_id = ${selection.organizationId} AND lower(collection) LIKE lower(${contains(selection.typed)})
      AND ${await isUploaded(database, selection)}
    ORDER BY 2, 1 LIMIT ${mostNames}`.execute(database)
  return rows.map(({ name }) => name)
}

/** Extensions of live files that the selection has uploaded, sorted; files without one are left out. */
export async function extensionsOf(database: Kysely<Database>, selection: Selection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name COLLATE "C" AS name
    FROM upload_shape s, unnest(s.extensions) AS name
    WHERE s.organization_id = ${selection.organizationId} AND name <> '' AND name LIKE lower(${contains(selection.typed)})
      AND ${await isUploaded(database, selection)}
    ORDER BY 1 LIMIT ${mostNames}`.execute(database)
  return rows.map(({ name }) => name)
}

/** Whether the shape has an upload of the selection that can be found now; one index entry each is enough to know. */
async function isUploaded(database: Kysely<Database>, { organizationId, fleets, vehicles }: Selection) {
  const selected = await selectedVehicles(database, organizationId, fleets, vehicles)
  if (selected === undefined) return sql`EXISTS (SELECT FROM upload u WHERE u.shape_id = s.id)`
  return sql`s.id IN (
    SELECT shape_id FROM (
      SELECT shape_id, starts FROM tally_vehicle_month WHERE vehicle_id = ANY (${selected}::bigint[])
      UNION ALL
      SELECT shape_id, amount FROM upload_change WHERE vehicle_id = ANY (${selected}::bigint[])
    ) part
    GROUP BY shape_id HAVING sum(starts) > 0)`
}
