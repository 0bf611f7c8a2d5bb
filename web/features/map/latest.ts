import { useQuery } from '@tanstack/react-query'
import { latestLocations } from '#contract/locations.ts'
import { call } from '#web/api/client.ts'
import { live } from '#web/events/current-events.ts'

/** How often positions are asked for while the server cannot tell of changes, milliseconds. */
const pollMs = 10_000

/** The last known positions of the organization, of a fleet or of one vehicle, as they change. */
export function useLatest(of: { fleetId?: number; vehicleId?: number } = {}) {
  return useQuery({
    queryKey: ['latestLocations', of.fleetId ?? null, of.vehicleId ?? null],
    queryFn: async ({ signal }) => (await call(latestLocations, { query: of, signal })).data,
    ...live(['device', 'recording', 'upload', 'fleet'], pollMs),
  })
}
