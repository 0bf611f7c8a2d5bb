import { z } from 'zod'
import { byteCount, id, idParams, line, moment, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

export const deviceState = z.object({
  firmware: line(64).optional(),
  freeBytes: byteCount.optional(),
  totalBytes: byteCount.optional(),
  pendingUploads: z.int().nonnegative().optional(),
  /** The logger's own clock; never trusted for order. */
  deviceTime: moment.optional(),
  position: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
})
export type DeviceState = z.infer<typeof deviceState>

export const device = z.object({
  id,
  type: z.string(),
  serial: z.string(),
  vehicle: z.object({ id, fleetId: id, displayName: z.string() }).nullable(),
  lastCheckin: moment.nullable(),
  state: deviceState.nullable(),
  hasToken: z.boolean(),
})
export type Device = z.infer<typeof device>

export const assignment = z.object({ id, vehicleId: id, vehicleName: z.string(), from: moment, to: moment.nullable() })

export const listDevices = operation({
  id: 'listDevices',
  method: 'GET',
  path: '/api/v1/devices',
  access: 'session',
  summary: 'The devices of the organization.',
  answer: z.array(device),
})

export const createDevice = operation({
  id: 'createDevice',
  method: 'POST',
  path: '/api/v1/devices',
  access: 'admin',
  summary: 'Adds a device; with a vehicle it is assigned from the given time, or from the beginning.',
  body: z.object({
    type: requiredLine(64),
    serial: requiredLine(64),
    vehicleId: id.optional(),
    assignedFrom: moment.optional(),
  }),
  answer: device,
  status: 201,
})

export const getDevice = operation({
  id: 'getDevice',
  method: 'GET',
  path: '/api/v1/devices/{id}',
  access: 'session',
  summary: 'One device with its assignments over time.',
  params: idParams,
  answer: device.extend({ assignments: z.array(assignment) }),
})

export const assignDevice = operation({
  id: 'assignDevice',
  method: 'POST',
  path: '/api/v1/devices/{id}/assignments',
  access: 'admin',
  summary: 'Assigns a device to a vehicle (or to none) from a time on; earlier recordings keep their vehicle.',
  params: idParams,
  body: z.object({ vehicleId: id.nullable(), from: moment.optional() }),
  answer: device,
})

export const createDeviceToken = operation({
  id: 'createDeviceToken',
  method: 'POST',
  path: '/api/v1/devices/{id}/token',
  access: 'admin',
  summary: 'Issues a new token for the logger and revokes the old one; it is shown this once.',
  params: idParams,
  answer: z.object({ token: z.string() }),
  status: 201,
})

export const deviceCheckin = operation({
  id: 'deviceCheckin',
  method: 'POST',
  path: '/device/v1/checkin',
  access: 'device',
  summary: 'A logger reports its state and learns what the server asks of it.',
  body: deviceState,
  answer: z.object({
    serverTime: moment,
    /** Waiting requests of people; empty until manual uploads are asked for. */
    requests: z.array(z.object({ id, type: z.string(), arguments: z.string() })),
  }),
})
