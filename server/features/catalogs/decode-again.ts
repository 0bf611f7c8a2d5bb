import type { RawBuilder, SqlBool, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { addJobs } from '#server/queue/job-states.ts'
import type { Reach } from './assignments.ts'
import { assignmentsOf } from './assignments.ts'

/** New recordings are looked into before old ones are decoded again. */
export const decodePriority = -10

/**
 * Catalogs change in one transaction, recordings are added in another, and neither sees the other's rows yet: whoever
 * changes catalogs waits here for those who add recordings, and the other way round. Two that add do not wait.
 */
export async function whileCatalogsStay(
  transaction: Transaction<Database>,
  organizationId: number,
  who: 'changes-catalogs' | 'adds-recording',
): Promise<void> {
  const key = sql`hashtextextended(${`loggerhead catalogs ${organizationId}`}, 0)`
  if (who === 'changes-catalogs') await sql`SELECT pg_advisory_xact_lock(${key})`.execute(transaction)
  else await sql`SELECT pg_advisory_xact_lock_shared(${key})`.execute(transaction)
}

/** Queues the decoding of all recordings that one of the assignments concerns. */
export async function decodeWithin(transaction: Transaction<Database>, reaches: readonly Reach[]): Promise<void> {
  for (const { organizationId, fleetId, vehicleId, from, to } of reaches) {
    await decodeWhere(
      transaction,
      organizationId,
      sql`r.began_at >= ${from} AND r.began_at < ${to} AND ${
        vehicleId !== null ? sql`v.id = ${vehicleId}` : fleetId !== null ? sql`v.fleet_id = ${fleetId}` : sql`true`
      }`,
    )
  }
}

/** The same for every assignment of a catalog: it has a new version. */
export async function decodeAllOf(transaction: Transaction<Database>, catalogId: number): Promise<void> {
  await decodeWithin(
    transaction,
    (await assignmentsOf(transaction, [catalogId])).map(({ reach }) => reach),
  )
}

/** Queues the decoding of all recordings of a vehicle that went from one fleet to another, if catalogs are assigned to either. */
export async function decodeMovedVehicle(
  transaction: Transaction<Database>,
  { organizationId, vehicleId, fleets }: { organizationId: number; vehicleId: number; fleets: readonly [number, number] },
): Promise<void> {
  const assigned = sql`EXISTS (SELECT FROM catalog_assignment WHERE fleet_id = ANY (${fleets}::bigint[]))`
  await decodeWhere(transaction, organizationId, sql`v.id = ${vehicleId} AND ${assigned}`)
}

async function decodeWhere(
  transaction: Transaction<Database>,
  organizationId: number,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  await addJobs(
    transaction,
    { organizationId, jobType: 'DECODE', priority: decodePriority },
    // newest first: those are looked at first
    sql`SELECT r.file_version_id AS lookup_id
      FROM recording r
      JOIN file_version f ON f.id = r.file_version_id
      JOIN upload u ON u.id = f.upload_id
      LEFT JOIN vehicle v ON v.id = u.vehicle_id
      WHERE r.organization_id = ${organizationId} AND f.recycled_at IS NULL AND u.recycled_at IS NULL AND ${condition}
      ORDER BY r.file_version_id DESC`,
  )
}
