import type { LatestPosition } from '#contract/locations.ts'
import { silentAfterMs } from '#web/features/home/logger-state.ts'
import type { DrawnPin } from '#web/map/drawn.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly displayName: string
}

/** Pins with the names of their vehicles; positions of vehicles that are not among them are left out. */
export function pinsOf(positions: readonly LatestPosition[], vehicles: readonly Named[], now: number): DrawnPin[] {
  const names = new Map(vehicles.map(({ id, name, displayName }) => [id, displayName || name]))
  return positions.flatMap(({ vehicleId, latitude, longitude, gpsTimestamp }) => {
    const name = names.get(vehicleId)
    if (name === undefined) return []
    const tone = now - Date.parse(gpsTimestamp) > silentAfterMs ? 'quiet' : 'fresh'
    return [{ id: String(vehicleId), name, latitude, longitude, tone } as const]
  })
}

/** Changes when other vehicles are shown, not when they move. */
export const fitOf = (pins: readonly DrawnPin[]): string =>
  pins
    .map(({ id }) => id)
    .toSorted()
    .join()
