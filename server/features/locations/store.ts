import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { LocationPoint, searchLocations } from '#contract/locations.ts'
import type { BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'

/** Where a vehicle of the organization was, of recordings that can be found; nothing for vehicles of others. */
export async function findLocations(
  database: Kysely<Database>,
  organizationId: number,
  { vehicleId, startDate, endDate, order, offset, max, spread }: BodyOf<typeof searchLocations>,
): Promise<{ total: number; data: LocationPoint[] }> {
  const matching = sql`
    FROM location l
    JOIN vehicle v ON v.id = l.vehicle_id
    JOIN file_version f ON f.id = l.file_version_id
    JOIN upload u ON u.id = f.upload_id
    WHERE l.vehicle_id = ${vehicleId} AND v.organization_id = ${organizationId}
      AND f.recycled_at IS NULL AND u.shape_id IS NOT NULL
      AND l.gps_timestamp >= ${momentOr(startDate, '-infinity')} AND l.gps_timestamp <= ${momentOr(endDate, 'infinity')}`
  // one upload may hold the same drive in several formats: what is at the same millisecond is one point
  const instant = sql`date_trunc('milliseconds', l.gps_timestamp)`
  const { rows: counts } = await sql<{ total: number }>`SELECT count(DISTINCT ${instant}) AS total ${matching}`.execute(database)
  const total = counts[0]?.total ?? 0
  const direction = order === 'desc' ? sql`DESC` : sql`ASC`
  const points = sql`
    SELECT DISTINCT ON (${instant}) l.latitude, l.longitude, l.gps_timestamp, l.speed_mph, l.accuracy ${matching}
    ORDER BY ${instant} ${direction}, l.file_version_id`
  const query =
    spread && total > max
      ? // place 0 and place total - 1 are among the places floor(k * (total - 1) / (max - 1))
        sql<Row>`
          SELECT latitude, longitude, gps_timestamp, speed_mph, accuracy
          FROM (SELECT *, row_number() OVER (ORDER BY gps_timestamp ${direction}) - 1 AS place FROM (${points}) point) numbered
          WHERE place IN (
            SELECT (k * (${total}::bigint - 1)) / greatest(${max}::bigint - 1, 1) FROM generate_series(0, ${max}::bigint - 1) k
          ) ORDER BY place`
      : sql<Row>`${points} LIMIT ${max} OFFSET ${spread ? 0 : offset}`
  const { rows } = await query.execute(database)
  return {
    total,
    data: rows.map((row) => ({
      latitude: row.latitude,
      longitude: row.longitude,
      gpsTimestamp: row.gps_timestamp.toISOString(),
      speedMph: row.speed_mph,
      accuracy: row.accuracy,
    })),
  }
}

interface Row {
  readonly latitude: number
  readonly longitude: number
  readonly gps_timestamp: Date
  readonly speed_mph: number | null
  readonly accuracy: number | null
}

function momentOr(moment: string | null | undefined, open: '-infinity' | 'infinity'): Date | string {
  return moment == null ? open : new Date(moment)
}
