import { listVehiclesOf } from '#server/features/vehicles/store.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { unlessNameTaken } from './names.ts'
import { deleteEmptyFleet, insertFleet, listFleetRows, renameFleet } from './store.ts'

type Ours = 'listFleets' | 'createFleet' | 'updateFleet' | 'deleteFleet'

export function fleetHandlers({ database }: Platform): HandlersOf<Ours> {
  return {
    async listFleets({ caller }) {
      const fleets = await listFleetRows(database, caller.organizationId)
      const vehicles = Map.groupBy(await listVehiclesOf(database, caller.organizationId), (vehicle) => vehicle.fleetId)
      return fleets.map((fleet) => ({ ...fleet, vehicles: vehicles.get(fleet.id) ?? [] }))
    },

    async createFleet({ caller, body }) {
      const given = { organizationId: caller.organizationId, name: body.name, demo: body.demo }
      return { ...(await unlessNameTaken(body.name, () => insertFleet(database, given))), vehicles: [] }
    },

    async updateFleet({ caller, params, body }) {
      const fleet = await unlessNameTaken(body.name, () => renameFleet(database, caller.organizationId, params.id, body.name))
      if (fleet === undefined) throw notFound()
      return { ...fleet, vehicles: await listVehiclesOf(database, caller.organizationId, fleet.id) }
    },

    async deleteFleet({ caller, params }) {
      const count = await deleteEmptyFleet(database, caller.organizationId, params.id)
      if (count === undefined) throw notFound()
      if (count > 0) throw new Problem('fleet-not-empty', { count })
      return undefined
    },
  }
}
