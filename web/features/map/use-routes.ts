import { useQueries } from '@tanstack/react-query'
import { mostLocations, searchLocations } from '#contract/locations.ts'
import type { LocationPoint } from '#contract/locations.ts'
import { exchange } from '#web/api/client.ts'

/** A vehicle, or a recording, whose way is asked for. */
export interface WantedRoute {
  readonly id: string
  readonly name: string
  readonly vehicleId: number
  readonly start: string | null
  readonly end: string | null
}

export interface KnownRoute extends WantedRoute {
  /** At most `mostLocations`, evenly spread over all. */
  readonly points: readonly LocationPoint[]
  readonly total: number
}

export interface Routes {
  readonly routes: readonly KnownRoute[]
  readonly isLoading: boolean
  readonly error: Error | null
}

/** The routes that are known by now, in the order in which they are wanted. */
export function useRoutes(wanted: readonly WantedRoute[]): Routes {
  return useQueries({
    queries: wanted.map((route) => ({
      queryKey: ['route', route.vehicleId, route.start, route.end],
      staleTime: 60_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { answer, headers } = await exchange(searchLocations, {
          body: { vehicleId: route.vehicleId, startDate: route.start, endDate: route.end, max: mostLocations, spread: true },
          signal,
        })
        return { points: answer.data, total: Number(headers.get('total') ?? answer.data.length) }
      },
    })),
    combine: (results) => ({
      routes: results.flatMap(({ data }, at) => {
        const route = wanted[at]
        return data === undefined || route === undefined ? [] : [{ ...route, ...data }]
      }),
      isLoading: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}
