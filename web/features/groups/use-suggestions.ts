import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCollections, listExtensions } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const operations = { collections: listCollections, extensions: listExtensions } as const

interface Wish {
  of: keyof typeof operations
  fleets: readonly number[]
  vehicles: readonly number[]
  typed: string
  /** Nothing is asked before the picker is open. */
  open: boolean
}

/** What the selected fleets and vehicles have, given what has been typed so far. */
export function useSuggestions({ of, fleets, vehicles, typed, open }: Wish) {
  const asked = useDebounced(JSON.stringify([fleets, vehicles, typed.trim()]))
  return useQuery({
    queryKey: ['suggestions', of, asked],
    enabled: open,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [f, v, q] = JSON.parse(asked) as [number[], number[], string]
      try {
        return await call(operations[of], { query: { f, v, ...(q === '' ? {} : { q }) }, signal })
      } catch (raised) {
        // A selection the server refuses has no suggestions.
        if (asApiError(raised).status === 400) return []
        throw raised
      }
    },
  })
}
