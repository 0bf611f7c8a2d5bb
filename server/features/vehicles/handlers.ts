import { findFleet } from '#server/features/fleets/store.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import { fromMoment, toMoment } from '#server/features/devices/assignment-times.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { changeVehicle, findVehicleDetail, hasVehicle, hideVehicle, insertVehicle, listVehiclesOf } from './store.ts'
import { findTroubleCodes } from './trouble-codes.ts'
import { lastUploads } from './last-uploads.ts'

type Ours = 'listVehicles' | 'createVehicle' | 'getVehicle' | 'listVehicleTroubleCodes' | 'updateVehicle' | 'deleteVehicle'

export function vehicleHandlers({ database }: Platform): HandlersOf<Ours> {
  return {
    async listVehicles({ caller, params }) {
      if (!(await findFleet(database, caller.organizationId, params.id))) throw notFound()
      const vehicles = await listVehiclesOf(database, caller.organizationId, params.id)
      const uploads = await lastUploads(
        database,
        vehicles.map(({ id }) => id),
      )
      return vehicles.map((vehicle) => ({ ...vehicle, lastUpload: uploads.get(vehicle.id)?.toISOString() ?? null }))
    },

    async createVehicle({ caller, params, body }) {
      const given = { organizationId: caller.organizationId, fleetId: params.id, ...body }
      const vehicle = await unlessNameTaken(body.name, () => insertVehicle(database, given))
      if (vehicle === undefined) throw notFound()
      return vehicle
    },

    async getVehicle({ caller, params }) {
      const found = await findVehicleDetail(database, caller.organizationId, params.id)
      if (found === undefined) throw notFound()
      return {
        ...found.vehicle,
        devices: found.devices.map(({ id, type, serial, last_checkin_at, assigned_from, assigned_to }) => ({
          id,
          type,
          serial,
          from: fromMoment(assigned_from),
          to: toMoment(assigned_to),
          lastCheckin: last_checkin_at?.toISOString() ?? null,
        })),
        uploadCount: found.uploads.count,
        lastUpload: found.uploads.last?.toISOString() ?? null,
      }
    },

    async listVehicleTroubleCodes({ caller, params }) {
      if (!(await hasVehicle(database, caller.organizationId, params.id))) throw notFound()
      return await findTroubleCodes(database, params.id)
    },

    async updateVehicle({ caller, params, body }) {
      const change = () => changeVehicle(database, caller.organizationId, params.id, body)
      const vehicle = await unlessNameTaken(body.name ?? 'of the vehicle', change)
      if (vehicle === undefined) throw notFound()
      if (vehicle === 'no-fleet') throw invalidField('fleetId', 'There is no such fleet')
      return vehicle
    },

    async deleteVehicle({ caller, params }) {
      if (!(await hideVehicle(database, caller.organizationId, params.id))) throw notFound()
      return undefined
    },
  }
}
