import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { CatalogAssignment, assignCatalog } from '#contract/catalogs.ts'
import type { BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import { holdVehicle } from '#server/features/devices/assignments.ts'
import { holdFleet } from '#server/features/fleets/store.ts'

/** Recordings that an assignment concerns. */
export interface Reach {
  readonly organizationId: number
  readonly fleetId: number | null
  readonly vehicleId: number | null
  /** As the database takes them: from (inclusive) to (exclusive), open ends as infinity. */
  readonly from: Date | '-infinity'
  readonly to: Date | 'infinity'
}

/** Most specific first; those of deleted fleets and vehicles are hidden. */
export async function assignmentsOf(
  database: Kysely<Database>,
  catalogIds: readonly number[],
): Promise<{ catalogId: number; assignment: CatalogAssignment; reach: Reach }[]> {
  const rows = await database
    .selectFrom('catalog_assignment as assignment')
    .leftJoin('fleet', 'fleet.id', 'assignment.fleet_id')
    .leftJoin('vehicle', 'vehicle.id', 'assignment.vehicle_id')
    .leftJoin('catalog_version as version', 'version.id', 'assignment.version_id')
    .where('assignment.catalog_id', 'in', [...catalogIds])
    .where(sql<boolean>`fleet.delete_flag IS NOT TRUE AND vehicle.delete_flag IS NOT TRUE`)
    .select(['assignment.id', 'assignment.catalog_id', 'assignment.organization_id', 'channel', 'valid_from', 'valid_to'])
    .select(['fleet.id as fleetId', 'fleet.name as fleetName', 'version.number as versionNumber'])
    .select(['vehicle.id as vehicleId', 'vehicle.name as vehicleName', 'vehicle.display_name as displayName'])
    .orderBy(sql`assignment.vehicle_id IS NULL, assignment.fleet_id IS NULL, assignment.channel IS NULL, assignment.id DESC`)
    .execute()
  return rows.map((row) => ({
    catalogId: row.catalog_id,
    assignment: {
      id: row.id,
      fleet: row.fleetId === null ? null : { id: row.fleetId, name: row.fleetName ?? '' },
      vehicle:
        row.vehicleId === null ? null : { id: row.vehicleId, name: row.vehicleName ?? '', displayName: row.displayName ?? '' },
      channel: row.channel,
      from: momentOrNull(row.valid_from),
      to: momentOrNull(row.valid_to),
      versionNumber: row.versionNumber,
    },
    reach: {
      organizationId: row.organization_id,
      fleetId: row.fleetId,
      vehicleId: row.vehicleId,
      from: isOpen(row.valid_from) ? '-infinity' : new Date(row.valid_from),
      to: isOpen(row.valid_to) ? 'infinity' : new Date(row.valid_to),
    },
  }))
}

/** The first and last instants that a Date holds stand for the open ends. */
const isOpen = (time: Date | number): boolean => Math.abs(Number(time)) >= 8.64e15

const momentOrNull = (time: Date | number): string | null => (isOpen(time) ? null : new Date(time).toISOString())

/** What became of an assignment: its id, or which of its parts is not there. */
export type Assigned =
  | { readonly kind: 'assigned'; readonly id: number }
  | { readonly kind: 'no-catalog' | 'no-fleet' | 'no-vehicle' | 'no-version' | 'twice' }

/** Assigns a catalog; nobody deletes it, the fleet or the vehicle meanwhile. */
export async function insertAssignment(
  transaction: Transaction<Database>,
  organizationId: number,
  catalogId: number,
  body: BodyOf<typeof assignCatalog>,
): Promise<Assigned> {
  const catalog = await transaction
    .selectFrom('catalog')
    .where('id', '=', catalogId)
    .where('organization_id', '=', organizationId)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (catalog === undefined) return { kind: 'no-catalog' }
  if (body.fleetId != null && !(await holdFleet(transaction, organizationId, body.fleetId))) return { kind: 'no-fleet' }
  if (body.vehicleId != null && !(await holdVehicle(transaction, organizationId, body.vehicleId))) return { kind: 'no-vehicle' }
  const version =
    body.versionNumber == null
      ? null
      : await transaction
          .selectFrom('catalog_version')
          .where('catalog_id', '=', catalogId)
          .where('number', '=', body.versionNumber)
          .select('id')
          .executeTakeFirst()
  if (version === undefined) return { kind: 'no-version' }
  const row = await transaction
    .insertInto('catalog_assignment')
    .values({
      organization_id: organizationId,
      catalog_id: catalogId,
      fleet_id: body.fleetId ?? null,
      vehicle_id: body.vehicleId ?? null,
      channel: body.channel ?? null,
      valid_from: body.from == null ? '-infinity' : new Date(body.from),
      valid_to: body.to == null ? 'infinity' : new Date(body.to),
      version_id: version?.id ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? { kind: 'twice' } : { kind: 'assigned', id: row.id }
}

/** False when there is no such assignment. */
export async function deleteAssignment(
  transaction: Transaction<Database>,
  organizationId: number,
  { id, assignmentId }: { id: number; assignmentId: number },
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('catalog_assignment')
    .where('id', '=', assignmentId)
    .where('catalog_id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
