import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { fromMoment } from './assignment-times.ts'

/** What became of an assignment: done, refused because of an earlier one, or one of the two is not there. */
export type Assigned =
  | { readonly kind: 'done' | 'no-device' | 'no-vehicle' }
  | { readonly kind: 'overlap'; readonly from: string }

interface Given {
  readonly organizationId: number
  readonly deviceId: number
  /** Null: in no vehicle from then on. */
  readonly vehicleId: number | null
  /** Undefined: now, by the database's clock. */
  readonly from: Date | undefined
}

/** Puts a device into a vehicle from a time on. History is never rewritten: the time must lie after the last assignment's beginning. */
export async function assign(database: Kysely<Database>, given: Given): Promise<Assigned> {
  return await database.transaction().execute(async (transaction) => {
    const device = await transaction
      .selectFrom('device')
      .where('id', '=', given.deviceId)
      .where('organization_id', '=', given.organizationId)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (device === undefined) return { kind: 'no-device' }
    if (given.vehicleId !== null && !(await holdVehicle(transaction, given.organizationId, given.vehicleId)))
      return { kind: 'no-vehicle' }
    return await append(transaction, given, given.from ?? (await clock(transaction)))
  })
}

/** Read after waiting for the lock, so that of two calls the later one is later. */
async function clock(transaction: Transaction<Database>): Promise<Date> {
  return (await sql<{ time: Date }>`SELECT clock_timestamp() AS time`.execute(transaction)).rows[0]?.time ?? new Date()
}

async function append(transaction: Transaction<Database>, { deviceId, vehicleId }: Given, from: Date): Promise<Assigned> {
  const last = await transaction
    .selectFrom('device_assignment')
    .where('device_id', '=', deviceId)
    .select(['id', 'vehicle_id', 'assigned_from', 'assigned_to', sql<boolean>`assigned_to = 'infinity'`.as('open')])
    .orderBy('assigned_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined) {
    const blocked = last.open ? from.getTime() <= Number(last.assigned_from) : from.getTime() < Number(last.assigned_to)
    if (blocked) return { kind: 'overlap', from: fromMoment(last.assigned_from) }
    if (last.open && last.vehicle_id === vehicleId) return { kind: 'done' }
    if (last.open)
      await transaction.updateTable('device_assignment').set({ assigned_to: from }).where('id', '=', last.id).execute()
  }
  if (vehicleId !== null) {
    await transaction
      .insertInto('device_assignment')
      .values({ device_id: deviceId, vehicle_id: vehicleId, assigned_from: from })
      .execute()
  }
  return { kind: 'done' }
}

/** Nobody deletes the vehicle while a device is put into it. */
export async function holdVehicle(transaction: Transaction<Database>, organizationId: number, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('vehicle')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The vehicle that a device was in at a moment; null when it was in none. */
export async function vehicleOfDeviceAt(database: Kysely<Database>, deviceId: number, moment: Date): Promise<number | null> {
  const row = await database
    .selectFrom('device_assignment')
    .where('device_id', '=', deviceId)
    .where('assigned_from', '<=', moment)
    .where('assigned_to', '>', moment)
    .select('vehicle_id')
    .executeTakeFirst()
  return row?.vehicle_id ?? null
}

/** All assignments of a device, latest first; those to deleted vehicles are hidden. */
export async function listAssignments(database: Kysely<Database>, deviceId: number) {
  return await database
    .selectFrom('device_assignment as assignment')
    .innerJoin('vehicle', 'vehicle.id', 'assignment.vehicle_id')
    .where('assignment.device_id', '=', deviceId)
    .where('vehicle.delete_flag', '=', false)
    .select(['assignment.id', 'vehicle.id as vehicleId', 'vehicle.display_name as vehicleName', 'assigned_from', 'assigned_to'])
    .orderBy('assigned_from', 'desc')
    .execute()
}
