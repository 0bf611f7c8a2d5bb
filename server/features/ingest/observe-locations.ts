import { Locations } from '#recording/locations/locations.ts'
import type { MakeObserver } from './observers.ts'

/** Miles per hour in a metre per second. */
const mphPerMetrePerSecond = 1 / 0.44704

/** Where the vehicle was, from the signals that GPS receivers usually have. */
export const observeLocations: MakeObserver = ({ origin, groups }) => {
  const locations = new Locations(groups)
  return {
    samples: (block) => locations.add(block),
    end(found) {
      for (const { timeNs, latitude, longitude, speed, accuracy } of locations.found) {
        found.locations.push({
          epochMs: origin.epochMs + (origin.nanos + timeNs) / 1e6,
          latitude,
          longitude,
          speedMph: speed === null ? null : speed * mphPerMetrePerSecond,
          accuracy,
        })
      }
    },
  }
}
