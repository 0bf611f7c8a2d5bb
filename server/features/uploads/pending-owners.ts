import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { PendingUpload } from '#contract/pending-uploads.ts'
import type { Database } from '#server/database/schema.ts'

type Device = NonNullable<PendingUpload['device']>
type User = NonNullable<PendingUpload['user']>
type Vehicle = NonNullable<PendingUpload['vehicle']>

/** Whom pending uploads are of, by id; ids of other organizations are not in it. */
export interface Owners {
  readonly devices: ReadonlyMap<number, Device>
  readonly users: ReadonlyMap<number, User>
  readonly vehicles: ReadonlyMap<number, Vehicle>
  /** The vehicle that each device is in now. */
  readonly vehicleOf: ReadonlyMap<number, number>
}

interface Ids {
  readonly devices: readonly number[]
  readonly users: readonly number[]
  readonly vehicles: readonly number[]
}

/** Four queries, however many uploads. */
export async function findOwners(database: Kysely<Database>, organizationId: number, ids: Ids): Promise<Owners> {
  const isOneOf = (list: readonly number[]) => sql<number>`ANY (${list}::bigint[])`
  const placed = await database
    .selectFrom('device_assignment')
    .where('device_id', '=', isOneOf(ids.devices))
    .where('assigned_from', '<=', sql<Date>`now()`)
    .where('assigned_to', '>', sql<Date>`now()`)
    .select(['device_id', 'vehicle_id'])
    .execute()
  const vehicleIds = [...ids.vehicles, ...placed.map((row) => row.vehicle_id)]
  const devices = await database
    .selectFrom('device')
    .where('organization_id', '=', organizationId)
    .where('id', '=', isOneOf(ids.devices))
    .select(['id', 'type', 'serial'])
    .execute()
  const users = await database
    .selectFrom('app_user')
    .where('organization_id', '=', organizationId)
    .where('id', '=', isOneOf(ids.users))
    .select(['id', 'username'])
    .execute()
  const vehicles = await database
    .selectFrom('vehicle')
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .where('id', '=', isOneOf(vehicleIds))
    .select(['id', 'name', 'display_name as displayName'])
    .execute()
  return {
    devices: byId(devices),
    users: byId(users),
    vehicles: byId(vehicles),
    vehicleOf: new Map(placed.map((row) => [row.device_id, row.vehicle_id])),
  }
}

const byId = <T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]))
