import { useQuery } from '@tanstack/react-query'
import { getCatalog } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'

/** While a version is being read, milliseconds. */
const pollMs = 2000

/** One catalog; asked again while one of its versions is being read. */
export function useCatalog(id: number) {
  return useQuery({
    queryKey: ['catalogs', 'one', id],
    queryFn: ({ signal }) => call(getCatalog, { params: { id }, signal }),
    meta: { topics: ['job'] },
    refetchInterval: ({ state }) =>
      state.data?.versions.some((version) => version.state === 'importing') ? pollUnlessLive(pollMs) : false,
  })
}
