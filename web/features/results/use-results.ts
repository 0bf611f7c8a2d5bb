import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listResults } from '#contract/ipa-results.ts'
import { exchange } from '#web/api/client.ts'
import { live } from '#web/events/current-events.ts'
import type { ResultSearch } from './search-state.ts'

/** How often results are looked at while the server cannot tell of changes, milliseconds. */
export const resultPollMs = 5000
/** Results of one look; older ones are found by their dates. */
export const mostResults = 2000

/** The results that a search means, newest first, and how many there are. */
export function useResults({ type, owner, start, end, hasResults, analyzer }: ResultSearch) {
  const query = {
    analyzer_type: type,
    owner,
    start: start ?? undefined,
    end: end ?? undefined,
    hasResults: hasResults ? ('true' as const) : undefined,
    analyzer_id: analyzer ?? undefined,
    max: mostResults,
    offset: 0,
  }
  return useQuery({
    queryKey: ['results', query],
    placeholderData: keepPreviousData,
    ...live(['run'], resultPollMs),
    queryFn: async ({ signal }) => {
      const { answer, headers } = await exchange(listResults, { query, signal })
      return { rows: answer, total: Number(headers.get('total') ?? answer.length) }
    },
  })
}
