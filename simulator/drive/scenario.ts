import type { Preference } from '../roads/journey.ts'

/** A kind of drive that a logger is set up to record; its name is the collection's. */
export interface Scenario {
  collection: string
  preference: Preference
  /** Seconds of one recording. */
  shortestS: number
  longestS: number
  /** How many recordings one group has. */
  fewest: number
  most: number
  /** Engine and oil begin at the temperature outside. */
  cold: boolean
  /** Emergency brakings per recording. */
  emergencyStops: number
  /** Probability that a recording brings trouble codes. */
  troubleCodes: number
}

export const scenarios = {
  coldStart: {
    collection: 'ColdStart',
    preference: 'town',
    shortestS: 180,
    longestS: 340,
    fewest: 2,
    most: 4,
    cold: true,
    emergencyStops: 0,
    troubleCodes: 0.18,
  },
  highwayAcc: {
    collection: 'Highway_ACC',
    preference: 'motorway',
    shortestS: 240,
    longestS: 440,
    fewest: 1,
    most: 3,
    cold: false,
    emergencyStops: 0,
    troubleCodes: 0.04,
  },
  absEvent: {
    collection: 'ABS_Event',
    preference: 'country',
    shortestS: 60,
    longestS: 110,
    fewest: 1,
    most: 2,
    cold: false,
    emergencyStops: 2,
    troubleCodes: 0.5,
  },
  cityStopGo: {
    collection: 'City_StopGo',
    preference: 'town',
    shortestS: 200,
    longestS: 360,
    fewest: 2,
    most: 3,
    cold: false,
    emergencyStops: 0,
    troubleCodes: 0.08,
  },
  countryRoad: {
    collection: 'Country_Road',
    preference: 'country',
    shortestS: 200,
    longestS: 400,
    fewest: 1,
    most: 3,
    cold: false,
    emergencyStops: 0,
    troubleCodes: 0.06,
  },
} as const satisfies Record<string, Scenario>
