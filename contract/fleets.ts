import { z } from 'zod'
import { id, idParams, line, moment, requiredLine } from './fields.ts'
import { operation } from './operation.ts'
import { troubleCode } from './trouble-codes.ts'

export const vehicle = z.object({
  id,
  fleetId: id,
  name: z.string(),
  displayName: z.string(),
  /** Answers hold only vehicles with false: deleted ones are hidden. */
  deleteFlag: z.boolean(),
})
export type Vehicle = z.infer<typeof vehicle>

export const fleet = z.object({
  id,
  name: z.string(),
  deleteFlag: z.boolean(),
  /** True for the demo fleet, which goes away whole. */
  demo: z.boolean(),
  vehicles: z.array(vehicle),
})
export type Fleet = z.infer<typeof fleet>

/** A vehicle with what its page shows. */
export const vehicleDetail = vehicle.extend({
  fleetName: z.string(),
  devices: z.array(
    z.object({ id, type: z.string(), serial: z.string(), from: moment, to: moment.nullable(), lastCheckin: moment.nullable() }),
  ),
  uploadCount: z.int(),
  lastUpload: moment.nullable(),
})

/** A vehicle as the list of its fleet shows it. */
export const listedVehicle = vehicle.extend({ lastUpload: moment.nullable() })

/** A trouble code that the newest uploads of a vehicle reported. */
export const seenTroubleCode = troubleCode.omit({ firstDate: true }).extend({
  /** The newest recording that reports it: id of the file version. */
  fileVersionId: id,
})
export type SeenTroubleCode = z.infer<typeof seenTroubleCode>

const fleetBody = z.object({ name: requiredLine(64), demo: z.boolean().default(false) })
const vehicleBody = z.object({ name: requiredLine(64), displayName: line(128).default('') })

export const listFleets = operation({
  id: 'listFleets',
  method: 'GET',
  path: '/api/v1/fleets',
  access: 'session',
  summary: 'The fleets of the organization with their vehicles.',
  answer: z.array(fleet),
})

export const createFleet = operation({
  id: 'createFleet',
  method: 'POST',
  path: '/api/v1/fleets',
  access: 'admin',
  summary: 'Adds a fleet.',
  body: fleetBody,
  answer: fleet,
  status: 201,
})

export const updateFleet = operation({
  id: 'updateFleet',
  method: 'PUT',
  path: '/api/v1/fleets/{id}',
  access: 'admin',
  summary: 'Renames a fleet.',
  params: idParams,
  body: z.object({ name: requiredLine(64) }),
  answer: fleet,
})

export const deleteFleet = operation({
  id: 'deleteFleet',
  method: 'DELETE',
  path: '/api/v1/fleets/{id}',
  access: 'admin',
  summary: 'Deletes a fleet that has no vehicles.',
  params: idParams,
})

export const listVehicles = operation({
  id: 'listVehicles',
  method: 'GET',
  path: '/api/v1/fleets/{id}/vehicles',
  access: 'session',
  summary: 'The vehicles of a fleet, each with the time of its last upload.',
  params: idParams,
  answer: z.array(listedVehicle),
})

export const createVehicle = operation({
  id: 'createVehicle',
  method: 'POST',
  path: '/api/v1/fleets/{id}/vehicles',
  access: 'admin',
  summary: 'Adds a vehicle to a fleet.',
  params: idParams,
  body: vehicleBody,
  answer: vehicle,
  status: 201,
})

export const getVehicle = operation({
  id: 'getVehicle',
  method: 'GET',
  path: '/api/v1/vehicles/{id}',
  access: 'session',
  summary: 'One vehicle with its devices over time.',
  params: idParams,
  answer: vehicleDetail,
})

export const listVehicleTroubleCodes = operation({
  id: 'listVehicleTroubleCodes',
  method: 'GET',
  path: '/api/v1/vehicles/{id}/troubleCodes',
  access: 'session',
  summary: 'Trouble codes of the 200 newest uploads of a vehicle, the latest first; at most 100.',
  params: idParams,
  answer: z.array(seenTroubleCode),
})

export const updateVehicle = operation({
  id: 'updateVehicle',
  method: 'PUT',
  path: '/api/v1/vehicles/{id}',
  access: 'admin',
  summary: 'Renames a vehicle or moves it to another fleet.',
  params: idParams,
  // not vehicleBody.partial(): its default would count as given
  body: z.object({ name: requiredLine(64).optional(), displayName: line(128).optional(), fleetId: id.optional() }),
  answer: vehicle,
})

export const deleteVehicle = operation({
  id: 'deleteVehicle',
  method: 'DELETE',
  path: '/api/v1/vehicles/{id}',
  access: 'admin',
  summary: 'Hides a vehicle; its recordings stay.',
  params: idParams,
})
