import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** When each vehicle's newest upload that can be found came in; nothing for vehicles without any. */
export async function lastUploads(database: Kysely<Database>, vehicleIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ id: number; received_at: Date }>`
    SELECT v.id, u.received_at
    FROM unnest(${[...vehicleIds]}::bigint[]) v (id)
    CROSS JOIN LATERAL (
      SELECT received_at FROM upload WHERE vehicle_id = v.id AND shape_id IS NOT NULL ORDER BY id DESC LIMIT 1
    ) u`.execute(database)
  return new Map(rows.map(({ id, received_at }) => [id, received_at]))
}
