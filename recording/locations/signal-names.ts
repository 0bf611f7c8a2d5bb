import type { SignalDescription } from '../signals.ts'

/** Which signals say where a vehicle is. Names are compared without case, and without all but letters and digits. */
export interface LocationNames {
  readonly latitude: readonly string[]
  readonly longitude: readonly string[]
  readonly speed: readonly string[]
  readonly accuracy: readonly string[]
  /** A value of zero says that the position is none. */
  readonly valid: readonly string[]
}

export type LocationRole = keyof LocationNames

/** The names that GPS receivers on vehicle buses usually have. */
export const usualLocationNames: LocationNames = {
  latitude: ['Latitude', 'GPS_Latitude', 'GNSS_Latitude', 'Lat', 'GPS_Lat', 'PosLat', 'PositionLatitude', 'VehicleLatitude'],
  longitude: [
    'Longitude',
    'GPS_Longitude',
    'GNSS_Longitude',
    'Lon',
    'Long',
    'GPS_Lon',
    'GPS_Long',
    'PosLon',
    'PositionLongitude',
    'VehicleLongitude',
  ],
  speed: ['GPS_Speed', 'GNSS_Speed', 'SpeedOverGround', 'GroundSpeed', 'NavigationBasedVehicleSpeed', 'Speed'],
  accuracy: ['PositionAccuracy', 'GPS_Accuracy', 'HorizontalAccuracy'],
  valid: ['PositionValid', 'GPS_Valid', 'GPSFixValid', 'GpsValid'],
}

/** The usual names and `more`. */
export function locationNamesWith(more: Partial<LocationNames>): LocationNames {
  const joined = (role: LocationRole): readonly string[] => [...(more[role] ?? []), ...usualLocationNames[role]]
  return {
    latitude: joined('latitude'),
    longitude: joined('longitude'),
    speed: joined('speed'),
    accuracy: joined('accuracy'),
    valid: joined('valid'),
  }
}

/** Finds what a signal says of the place; null for all others. Made once: it is asked for every signal. */
export function locationRoles(names: LocationNames): (signal: Pick<SignalDescription, 'name'>) => LocationRole | null {
  const roles = new Map<string, LocationRole>()
  for (const role of ['latitude', 'longitude', 'speed', 'accuracy', 'valid'] as const)
    for (const name of names[role]) roles.set(plain(name), role)
  return ({ name }) => roles.get(plain(name)) ?? null
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
