import type { Device } from '#contract/devices.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import { newToken, tokenHash } from '#server/features/sessions/tokens.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { assign, listAssignments } from './assignments.ts'
import { fromMoment, toMoment } from './assignment-times.ts'
import { waitingRequests } from './requests.ts'
import type { DeviceRow } from './store.ts'
import { findDevice, insertDevice, listDeviceRows, putState, putTokenHash } from './store.ts'

type Ours = 'listDevices' | 'createDevice' | 'getDevice' | 'assignDevice' | 'createDeviceToken' | 'deviceCheckin'

export function deviceHandlers({ database }: Platform): HandlersOf<Ours> {
  const deviceAnswer = async (organizationId: number, id: number): Promise<Device> => {
    const row = await findDevice(database, organizationId, id)
    if (row === undefined) throw notFound()
    return present(row)
  }

  return {
    async listDevices({ caller }) {
      return (await listDeviceRows(database, caller.organizationId)).map(present)
    },

    async createDevice({ caller, body }) {
      const { type, serial, vehicleId } = body
      const assignedFrom = body.assignedFrom === undefined ? undefined : new Date(body.assignedFrom)
      const given = { organizationId: caller.organizationId, type, serial, vehicleId, assignedFrom }
      const id = await unlessNameTaken(serial, () => insertDevice(database, given))
      if (id === undefined) throw invalidField('vehicleId', 'There is no such vehicle')
      return await deviceAnswer(caller.organizationId, id)
    },

    async getDevice({ caller, params }) {
      const device = await deviceAnswer(caller.organizationId, params.id)
      const assignments = await listAssignments(database, params.id)
      return {
        ...device,
        assignments: assignments.map(({ id, vehicleId, vehicleName, assigned_from, assigned_to }) => ({
          id,
          vehicleId,
          vehicleName,
          from: fromMoment(assigned_from),
          to: toMoment(assigned_to),
        })),
      }
    },

    async assignDevice({ caller, params, body }) {
      const assigned = await assign(database, {
        organizationId: caller.organizationId,
        deviceId: params.id,
        vehicleId: body.vehicleId,
        from: body.from === undefined ? undefined : new Date(body.from),
      })
      switch (assigned.kind) {
        case 'no-device':
          throw notFound()
        case 'no-vehicle':
          throw invalidField('vehicleId', 'There is no such vehicle')
        case 'overlap':
          throw new Problem('device-assigned', { from: assigned.from })
        case 'done':
          return await deviceAnswer(caller.organizationId, params.id)
      }
    },

    async createDeviceToken({ caller, params }) {
      const token = newToken('device')
      if (!(await putTokenHash(database, caller.organizationId, params.id, tokenHash(token)))) throw notFound()
      return { token }
    },

    async deviceCheckin({ caller, body }) {
      const time = await putState(database, caller.deviceId, body)
      return { serverTime: time.toISOString(), requests: await waitingRequests(database, caller.deviceId) }
    },
  }
}

function present({ id, type, serial, lastCheckin, state, hasToken, vehicleId, fleetId, vehicleName }: DeviceRow): Device {
  const vehicle = vehicleId === null || fleetId === null ? null : { id: vehicleId, fleetId, displayName: vehicleName ?? '' }
  return { id, type, serial, vehicle, lastCheckin: lastCheckin?.toISOString() ?? null, state, hasToken }
}
