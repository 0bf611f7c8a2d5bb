import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Search } from '#server/features/archive/follow-up.ts'
import { contains } from '#server/features/archive/names.ts'
import type { Database } from '#server/database/schema.ts'

const keys = {
  uploadId: 'u.id',
  startDate: 'u.start_date',
  endDate: 'u.end_date',
  name: 'lower(u.display_name) COLLATE "C"',
  vehicle: 'lower(v.display_name) COLLATE "C"',
}

/** The search as one would write it first: one query on the tables as they are, without an index. */
export async function plainSearch(
  database: Kysely<Database>,
  organizationId: number,
  search: Search,
): Promise<{ ids: number[]; total: number }> {
  const { fleetId = [], vehicleId = [], extensions = [], names = [], startDate, endDate } = search
  const texts = names.map((name) => contains(name))
  const direction = sql.raw(search.order)
  return await database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL enable_indexscan = off`.execute(transaction)
    await sql`SET LOCAL enable_indexonlyscan = off`.execute(transaction)
    await sql`SET LOCAL enable_bitmapscan = off`.execute(transaction)
    await sql`SET LOCAL jit = off`.execute(transaction)
    const { rows } = await sql<{ id: number; total: number }>`
      SELECT u.id, count(*) OVER () AS total
      FROM upload u LEFT JOIN vehicle v ON v.id = u.vehicle_id
      WHERE u.organization_id = ${organizationId} AND u.recycled_at IS NULL AND v.delete_flag IS NOT TRUE
        AND (${fleetId.length + vehicleId.length === 0} OR v.fleet_id = ANY (${fleetId}::bigint[]) OR v.id = ANY (${vehicleId}::bigint[]))
        AND (${extensions.length === 0} OR u.extensions && ${extensions}::text[])
        AND u.start_date <= ${endDate ?? 'infinity'} AND u.end_date >= ${startDate ?? '-infinity'}
        AND (${names.length === 0} OR u.collection ILIKE ANY (${texts}::text[])
          OR u.id IN (SELECT upload_id FROM file_version WHERE recycled_at IS NULL AND file_name ILIKE ANY (${texts}::text[])))
      ORDER BY ${sql.raw(keys[search.sort])} ${direction}, ${sql.raw(search.sort === 'vehicle' ? 'v.id' : 'u.id')} ${direction}, u.id ${direction}
      LIMIT ${search.max} OFFSET ${search.offset}`.execute(transaction)
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  })
}
