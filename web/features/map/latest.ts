import { useQuery } from '@tanstack/react-query'
import { latestLocations } from '#contract/locations.ts'
import { call } from '#web/api/client.ts'

/** How often positions are asked for, milliseconds. */
const pollMs = 10_000

/** The last known positions of the organization, of a fleet or of one vehicle; looked at again every ten seconds. */
export function useLatest(of: { fleetId?: number; vehicleId?: number } = {}) {
  return useQuery({
    queryKey: ['latestLocations', of.fleetId ?? null, of.vehicleId ?? null],
    queryFn: async ({ signal }) => (await call(latestLocations, { query: of, signal })).data,
    refetchInterval: pollMs,
  })
}
