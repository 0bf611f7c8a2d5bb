import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { LatestPosition } from '#contract/locations.ts'
import { mostPositions } from '#contract/locations.ts'
import type { Database } from '#server/database/schema.ts'

interface Wanted {
  readonly fleetId: number | undefined
  readonly vehicleId: number | undefined
}

/**
 * The last known position of each vehicle: the newest point of its recordings that can be found, or what its logger said
 * when it was last heard from, whichever is later. One step down an index for each vehicle, however long its history.
 */
export async function findLatest(
  database: Kysely<Database>,
  organizationId: number,
  { fleetId, vehicleId }: Wanted,
): Promise<LatestPosition[]> {
  const { rows } = await sql<Row>`
    SELECT v.id AS vehicle_id, last.*
    FROM vehicle v CROSS JOIN LATERAL (
      (SELECT l.gps_timestamp AS time, l.latitude, l.longitude, l.speed_mph, l.accuracy, 'recording' AS source
       FROM location l
       JOIN file_version f ON f.id = l.file_version_id
       JOIN upload u ON u.id = f.upload_id
       WHERE l.vehicle_id = v.id AND f.recycled_at IS NULL AND u.shape_id IS NOT NULL
         -- a receiver that woke up in 2038 must not hide where the vehicle is today
         AND l.gps_timestamp <= now() + interval '1 day'
       ORDER BY l.gps_timestamp DESC LIMIT 1)
      UNION ALL
      (SELECT d.last_checkin_at, (d.state->'position'->>'latitude')::float8, (d.state->'position'->>'longitude')::float8,
         NULL, NULL, 'logger'
       FROM device_assignment a
       JOIN device d ON d.id = a.device_id
       -- what was said before the logger came into this vehicle was of another one
       WHERE a.vehicle_id = v.id AND a.assigned_from <= d.last_checkin_at AND a.assigned_to > now()
         AND d.state->'position' IS NOT NULL
       ORDER BY d.last_checkin_at DESC LIMIT 1)
      ORDER BY time DESC LIMIT 1
    ) last
    WHERE v.organization_id = ${organizationId} AND NOT v.delete_flag
      AND v.fleet_id = coalesce(${fleetId ?? null}, v.fleet_id) AND v.id = coalesce(${vehicleId ?? null}, v.id)
    ORDER BY v.id LIMIT ${mostPositions}`.execute(database)
  return rows.map((row) => ({
    latitude: row.latitude,
    longitude: row.longitude,
    gpsTimestamp: row.time.toISOString(),
    speedMph: row.speed_mph,
    accuracy: row.accuracy,
    vehicleId: row.vehicle_id,
    source: row.source,
  }))
}

interface Row {
  readonly vehicle_id: number
  readonly time: Date
  readonly latitude: number
  readonly longitude: number
  readonly speed_mph: number | null
  readonly accuracy: number | null
  readonly source: 'recording' | 'logger'
}
