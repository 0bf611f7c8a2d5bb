import { z } from 'zod'
import { id, idText, moment } from './fields.ts'
import { operation } from './operation.ts'

/** Points that one answer holds at most. */
export const mostLocations = 500
/** Vehicles whose last position one answer holds at most. */
export const mostPositions = 5000

/** `YYYY/MM/DD HH:mm:ss` in UTC, as the map sends it; or a moment. */
const time = z.union([
  moment,
  z
    .string()
    .regex(/^\d{4}\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'Write YYYY/MM/DD HH:mm:ss (UTC)')
    .transform((text) => `${text.replaceAll('/', '-').replace(' ', 'T')}Z`)
    // there is no 31 February
    .pipe(moment),
])

export const locationPoint = z.object({
  /** Degrees, north and east positive. */
  latitude: z.number(),
  longitude: z.number(),
  gpsTimestamp: moment,
  speedMph: z.number().nullable(),
  /** Meters. */
  accuracy: z.number().nullable(),
})
export type LocationPoint = z.infer<typeof locationPoint>

export const searchLocations = operation({
  id: 'searchLocations',
  method: 'POST',
  path: '/api/v1/locations/search',
  access: 'session',
  summary: 'Where a vehicle was between two times, ends included.',
  body: z.object({
    vehicleId: id,
    startDate: time.nullish(),
    endDate: time.nullish(),
    sort: z.enum(['gpsTimestamp']).default('gpsTimestamp'),
    order: z.enum(['asc', 'desc']).default('asc'),
    offset: z.int().nonnegative().default(0),
    max: z.int().min(1).max(mostLocations).default(mostLocations),
    /**
     * True: at most `max` points spread evenly over all that match, first and last among them; `offset` counts for nothing.
     * False: `max` points after `offset`, each as recorded.
     */
    spread: z.boolean().default(false),
  }),
  answer: z.object({ data: z.array(locationPoint) }),
  headers: {
    total: 'How many points match.',
    max: 'Points of one page.',
    offset: 'Points passed over.',
  },
})

export const latestPosition = locationPoint.extend({
  vehicleId: id,
  /** `recording`: the newest point of an upload; `logger`: what the vehicle's logger said when it was last heard from. */
  source: z.enum(['recording', 'logger']),
})
export type LatestPosition = z.infer<typeof latestPosition>

export const latestLocations = operation({
  id: 'latestLocations',
  method: 'GET',
  path: '/api/v1/locations/latest',
  access: 'session',
  summary: 'Where each vehicle of the organization, or of one fleet, was last seen; vehicles that were nowhere are left out.',
  query: z.object({ fleetId: idText.optional(), vehicleId: idText.optional() }),
  answer: z.object({ data: z.array(latestPosition).max(mostPositions) }),
})
