import { provideDemoCatalog } from './demo-catalog.ts'
import type { PlannedFleet, PlannedVehicle } from './demo-fleet.ts'

/** A device of the plan that may deliver. */
export interface ReadyDevice {
  fleet: PlannedFleet
  vehicle: PlannedVehicle
  token: string
}

/** Makes fleets, vehicles and devices known to the server and gives their tokens. Safe to repeat: what exists is kept. */
export interface Provisioning {
  prepare(fleets: readonly PlannedFleet[]): Promise<ReadyDevice[]>
}

/** A call of the public API that did not work. */
export class ProvisioningFailed extends Error {
  override readonly name = 'ProvisioningFailed'
}

interface Row {
  id: number
  name: string
  serial: string
  vehicles: Row[]
}

/** Through the public API with an administrator's access token. Fleets made here are marked as demo and go away whole. */
export function apiProvisioning(server: string, accessToken: string): Provisioning {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, server), {
      method,
      headers: { Authorization: `Bearer ${accessToken}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new ProvisioningFailed(`${method} ${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return response.json()
  }
  return {
    async prepare(fleets) {
      const known = rows(await call('GET', '/api/v1/fleets'))
      const devices = rows(await call('GET', '/api/v1/devices'))
      const ready: ReadyDevice[] = []
      const fleetIds: number[] = []
      for (const fleet of fleets) {
        const fleetRow =
          known.find((row) => row.name === fleet.name) ??
          row(await call('POST', '/api/v1/fleets', { name: fleet.name, demo: true }))
        fleetIds.push(fleetRow.id)
        for (const vehicle of fleet.vehicles) {
          const { name, displayName, logger } = vehicle
          const vehicleRow =
            fleetRow.vehicles.find((v) => v.name === name) ??
            row(await call('POST', `/api/v1/fleets/${fleetRow.id}/vehicles`, { name, displayName }))
          const device =
            devices.find((d) => d.serial === logger.serial) ??
            row(await call('POST', '/api/v1/devices', { ...logger, vehicleId: vehicleRow.id }))
          const answer = await call('POST', `/api/v1/devices/${device.id}/token`)
          if (!isRecord(answer) || typeof answer.token !== 'string')
            throw new ProvisioningFailed('the answer with the device token has no token')
          ready.push({ fleet, vehicle, token: answer.token })
        }
      }
      await provideDemoCatalog(call, fleetIds)
      return ready
    },
  }
}

/** Devices that exist already: `tokens` by serial, in any order; unknown serials take the plan's vehicles in turn. */
export function givenDevices(tokens: readonly { serial: string; token: string }[]): Provisioning {
  return {
    prepare: async (fleets) => {
      const planned = fleets.flatMap((fleet) => fleet.vehicles.map((vehicle) => ({ fleet, vehicle })))
      return tokens.map(({ serial, token }, i) => {
        const match = planned.find(({ vehicle }) => vehicle.logger.serial === serial) ?? planned[i % planned.length]
        if (!match) throw new ProvisioningFailed('the plan has no vehicles')
        const { fleet, vehicle } = match
        return { fleet, vehicle: { ...vehicle, logger: { ...vehicle.logger, serial } }, token }
      })
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function row(value: unknown): Row {
  if (!isRecord(value) || typeof value.id !== 'number') throw new ProvisioningFailed('an answer of the server has no id')
  const text = (field: unknown): string => (typeof field === 'string' ? field : '')
  return {
    id: value.id,
    name: text(value.name),
    serial: text(value.serial),
    vehicles: Array.isArray(value.vehicles) ? rows(value.vehicles) : [],
  }
}

function rows(value: unknown): Row[] {
  if (!Array.isArray(value)) throw new ProvisioningFailed('an answer of the server is not a list')
  return value.map(row)
}
