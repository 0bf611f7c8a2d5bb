import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DeviceState } from '#contract/devices.ts'
import type { Database } from '#server/database/schema.ts'
import { holdVehicle } from './assignments.ts'

/** Devices of the organization with the vehicle that each is in now. */
function devicesOf(database: Kysely<Database>, organizationId: number) {
  return database
    .selectFrom('device')
    .leftJoin('device_assignment as assignment', (join) =>
      join
        .onRef('assignment.device_id', '=', 'device.id')
        .on('assigned_from', '<=', sql<Date>`now()`)
        .on('assigned_to', '>', sql<Date>`now()`),
    )
    .leftJoin('vehicle', (join) => join.onRef('vehicle.id', '=', 'assignment.vehicle_id').on('vehicle.delete_flag', '=', false))
    .where('device.organization_id', '=', organizationId)
    .select([
      'device.id',
      'device.type',
      'device.serial',
      'device.last_checkin_at as lastCheckin',
      'device.state',
      'vehicle.id as vehicleId',
      'vehicle.fleet_id as fleetId',
      'vehicle.display_name as vehicleName',
    ])
    .select(sql<boolean>`device.token_hash IS NOT NULL`.as('hasToken'))
}

export async function listDeviceRows(database: Kysely<Database>, organizationId: number) {
  return await devicesOf(database, organizationId)
    .orderBy((order) => order.fn('lower', ['device.serial']))
    .execute()
}

export async function findDevice(database: Kysely<Database>, organizationId: number, id: number) {
  return await devicesOf(database, organizationId).where('device.id', '=', id).executeTakeFirst()
}

export type DeviceRow = NonNullable<Awaited<ReturnType<typeof findDevice>>>

/** The new device's id, or undefined when the vehicle to assign it to is not there. */
export async function insertDevice(
  database: Kysely<Database>,
  given: { organizationId: number; type: string; serial: string; vehicleId: number | undefined; assignedFrom: Date | undefined },
): Promise<number | undefined> {
  return await database.transaction().execute(async (transaction) => {
    if (given.vehicleId !== undefined && !(await holdVehicle(transaction, given.organizationId, given.vehicleId)))
      return undefined
    const { id } = await transaction
      .insertInto('device')
      .values({ organization_id: given.organizationId, type: given.type, serial: given.serial })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (given.vehicleId !== undefined) {
      await transaction
        .insertInto('device_assignment')
        .values({ device_id: id, vehicle_id: given.vehicleId, assigned_from: given.assignedFrom })
        .execute()
    }
    return id
  })
}

/** Replaces the token; the old one is worthless from the commit on. False when there is no such device. */
export async function putTokenHash(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
  hash: Buffer,
): Promise<boolean> {
  const row = await database
    .updateTable('device')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findDeviceByToken(database: Kysely<Database>, hash: Buffer) {
  return await database
    .selectFrom('device')
    .where('token_hash', '=', hash)
    .select(['id as deviceId', 'organization_id as organizationId'])
    .executeTakeFirst()
}

/** Keeps the state; the time is the database's, since a logger's clock may be years off. Answers that time. */
export async function putState(database: Kysely<Database>, deviceId: number, state: DeviceState): Promise<Date> {
  const { time } = await database
    .updateTable('device')
    .set({ state: JSON.stringify(state), last_checkin_at: sql<Date>`now()` })
    .where('id', '=', deviceId)
    .returning(sql<Date>`now()`.as('time'))
    .executeTakeFirstOrThrow()
  return time
}
