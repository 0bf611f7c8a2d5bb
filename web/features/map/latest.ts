import { useQuery } from '@tanstack/react-query'
import { latestLocations } from '#contract/locations.ts'
import type { LatestPosition } from '#contract/locations.ts'
import { call } from '#web/api/client.ts'
import { silentAfterMs } from '#web/features/home/logger-state.ts'
import type { DrawnPin } from '#web/map/drawn.ts'

/** How often positions are asked for, milliseconds. */
const pollMs = 10_000

interface Named {
  readonly id: number
  readonly name: string
  readonly displayName: string
}

/** The last known positions of the organization, of a fleet or of one vehicle; looked at again every ten seconds. */
export function useLatest(of: { fleetId?: number; vehicleId?: number } = {}) {
  return useQuery({
    queryKey: ['latestLocations', of.fleetId ?? null, of.vehicleId ?? null],
    queryFn: async ({ signal }) => (await call(latestLocations, { query: of, signal })).data,
    refetchInterval: pollMs,
  })
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
