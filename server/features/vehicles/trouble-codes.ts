import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SeenTroubleCode } from '#contract/fleets.ts'
import type { Database } from '#server/database/schema.ts'

/** Trouble codes of a vehicle's newest uploads: each code of each control unit once, with the recording that saw it last. */
export async function findTroubleCodes(database: Kysely<Database>, vehicleId: number): Promise<SeenTroubleCode[]> {
  const { rows } = await sql<Row>`
    WITH newest AS (
      SELECT id FROM upload WHERE vehicle_id = ${vehicleId} AND shape_id IS NOT NULL ORDER BY id DESC LIMIT 200
    ), seen AS (
      SELECT DISTINCT ON (c.protocol, c.code, c.source, c.channel)
        c.protocol, c.code, c.status, c.source, c.channel, c.last_seen, c.file_version_id,
        sum(c.count) OVER (PARTITION BY c.protocol, c.code, c.source, c.channel) AS count
      FROM newest
      JOIN file_version f ON f.upload_id = newest.id AND f.recycled_at IS NULL
      JOIN trouble_code c ON c.file_version_id = f.id
      ORDER BY c.protocol, c.code, c.source, c.channel, c.last_seen DESC, c.id DESC
    )
    SELECT * FROM seen ORDER BY last_seen DESC, code LIMIT 100`.execute(database)
  return rows.map(({ protocol, code, status, source, channel, last_seen, file_version_id, count }) => ({
    protocol,
    code,
    status,
    source,
    channel,
    lastDate: last_seen.toISOString(),
    count: Number(count),
    fileVersionId: file_version_id,
  }))
}

interface Row {
  readonly protocol: string
  readonly code: string
  readonly status: string
  readonly source: string
  readonly channel: number | null
  readonly last_seen: Date
  readonly count: number | string
  readonly file_version_id: number
}
