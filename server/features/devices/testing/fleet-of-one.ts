import { createDevice, createDeviceToken } from '#contract/devices.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'

let serial = 0

export interface Logger {
  readonly id: number
  readonly vehicleId: number
  readonly fleetId: number
  /** Device token. */
  readonly token: string
}

/** A fleet with one vehicle and one logger in it since ever, made over HTTP by an administrator. */
export async function makeLogger(api: TestApi, administrator: Person, { assigned = true } = {}): Promise<Logger> {
  const { token } = administrator
  const number = ++serial
  const fleet = await api.call(createFleet, { token, body: { name: `Fleet ${number}` } })
  const vehicle = await api.call(createVehicle, { token, params: { id: fleet.body.id }, body: { name: `Car ${number}` } })
  const body = { type: 'neoVI', serial: `LG${number}`, ...(assigned ? { vehicleId: vehicle.body.id } : {}) }
  const device = await api.call(createDevice, { token, body })
  const issued = await api.call(createDeviceToken, { token, params: { id: device.body.id } })
  return { id: device.body.id, vehicleId: vehicle.body.id, fleetId: fleet.body.id, token: issued.body.token }
}
