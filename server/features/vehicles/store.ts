import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { decodeMovedVehicle, whileCatalogsStay } from '#server/features/catalogs/decode-again.ts'
import { holdFleet } from '#server/features/fleets/store.ts'

const columns = [
  'vehicle.id',
  'vehicle.fleet_id as fleetId',
  'vehicle.name',
  'vehicle.display_name as displayName',
  'vehicle.delete_flag as deleteFlag',
] as const

/** Vehicles of the organization, or of one of its fleets, that are not deleted. */
export async function listVehiclesOf(database: Kysely<Database>, organizationId: number, fleetId?: number) {
  return await database
    .selectFrom('vehicle')
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .$if(fleetId !== undefined, (query) => query.where('fleet_id', '=', fleetId ?? 0))
    .select(columns)
    .orderBy((order) => order.fn('lower', ['display_name']))
    .orderBy('id')
    .execute()
}

/** Whether the organization has this vehicle, not deleted. */
export async function hasVehicle(database: Kysely<Database>, organizationId: number, id: number): Promise<boolean> {
  const row = await database
    .selectFrom('vehicle')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined when there is no such fleet. A vehicle without a display name shows its name. */
export async function insertVehicle(
  database: Kysely<Database>,
  given: { organizationId: number; fleetId: number; name: string; displayName: string },
) {
  return await database.transaction().execute(async (transaction) => {
    if (!(await holdFleet(transaction, given.organizationId, given.fleetId))) return undefined
    return await transaction
      .insertInto('vehicle')
      .values({
        organization_id: given.organizationId,
        fleet_id: given.fleetId,
        name: given.name,
        display_name: given.displayName === '' ? given.name : given.displayName,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export interface VehicleChanges {
  readonly name?: string | undefined
  readonly displayName?: string | undefined
  readonly fleetId?: number | undefined
}

/** `no-fleet`: the vehicle is there, the fleet that it should move to is not. Undefined: no such vehicle. */
export async function changeVehicle(database: Kysely<Database>, organizationId: number, id: number, changes: VehicleChanges) {
  return await database.transaction().execute(async (transaction) => {
    if (changes.fleetId !== undefined) await whileCatalogsStay(transaction, organizationId, 'changes-catalogs')
    const old = await transaction
      .selectFrom('vehicle')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('delete_flag', '=', false)
      .select(['name', 'display_name', 'fleet_id'])
      .forUpdate()
      .executeTakeFirst()
    if (old === undefined) return undefined
    const fleetId = changes.fleetId ?? old.fleet_id
    if (fleetId !== old.fleet_id && !(await holdFleet(transaction, organizationId, fleetId))) return 'no-fleet' as const
    const name = changes.name ?? old.name
    // a display name that only repeated the name goes on repeating it
    const displayName = changes.displayName ?? (old.display_name === old.name ? name : old.display_name)
    const vehicle = await transaction
      .updateTable('vehicle')
      .set({ name, display_name: displayName === '' ? name : displayName, fleet_id: fleetId })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    // other catalogs may hold for its recordings now
    const fleets = [old.fleet_id, fleetId] as const
    if (fleetId !== old.fleet_id) await decodeMovedVehicle(transaction, { organizationId, vehicleId: id, fleets })
    return vehicle
  })
}

/**
 * Hides a vehicle and takes its devices out of it from now on; recordings and past assignments stay.
 * False when there is no such vehicle.
 */
export async function hideVehicle(database: Kysely<Database>, organizationId: number, id: number): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    // devices first, then the vehicle: the order in which assigning locks them
    await sql`
      SELECT device.id FROM device WHERE organization_id = ${organizationId}
        AND EXISTS (SELECT FROM device_assignment a WHERE a.device_id = device.id AND a.vehicle_id = ${id})
      ORDER BY device.id FOR UPDATE`.execute(transaction)
    const hidden = await transaction
      .updateTable('vehicle')
      .set({ delete_flag: true })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('delete_flag', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (hidden === undefined) return false
    await sql`DELETE FROM device_assignment WHERE vehicle_id = ${id} AND assigned_from >= now()`.execute(transaction)
    await sql`UPDATE device_assignment SET assigned_to = now() WHERE vehicle_id = ${id} AND assigned_to > now()`.execute(
      transaction,
    )
    return true
  })
}

export async function findVehicleDetail(database: Kysely<Database>, organizationId: number, id: number) {
  const vehicle = await database
    .selectFrom('vehicle')
    .innerJoin('fleet', 'fleet.id', 'vehicle.fleet_id')
    .where('vehicle.id', '=', id)
    .where('vehicle.organization_id', '=', organizationId)
    .where('vehicle.delete_flag', '=', false)
    .select([...columns, 'fleet.name as fleetName'])
    .executeTakeFirst()
  if (vehicle === undefined) return undefined
  const devices = await database
    .selectFrom('device_assignment as assignment')
    .innerJoin('device', 'device.id', 'assignment.device_id')
    .where('assignment.vehicle_id', '=', id)
    .select([
      'device.id',
      'device.type',
      'device.serial',
      'device.last_checkin_at',
      'assignment.assigned_from',
      'assignment.assigned_to',
    ])
    .orderBy('assignment.assigned_from', 'desc')
    .execute()
  const uploads = await database
    .selectFrom('upload')
    .where('organization_id', '=', organizationId)
    .where('vehicle_id', '=', id)
    .where('recycled_at', 'is', null)
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('received_at').as('last')])
    .executeTakeFirstOrThrow()
  return { vehicle, devices, uploads }
}
