import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { searchArchive } from '#contract/archive.ts'
import type { SearchBody, UploadRow } from '#contract/archive.ts'
import { exchange } from '#web/api/client.ts'
import { events, pollUnlessLive } from '#web/events/current-events.ts'
import { goTo } from '#web/router/page-link.tsx'
import { parseSearch, stringifySearch } from '#web/router/search.ts'
import { followUp, queryOfSearch, requestOf, searchOfQuery } from './search-state.ts'
import type { FollowUp } from './search-state.ts'

export interface Found {
  rows: readonly UploadRow[]
  /** Groups (grouped) or uploads. */
  total: number
  max: number
  offset: number
  uploads: number
}

/** Pause between looks at recordings that are being read, while the server cannot tell of changes, milliseconds. */
const beingReadMs = 5000
const isBeingRead = ({ versions }: UploadRow) => versions.some(({ state }) => state === 'waiting')

const noRows: readonly UploadRow[] = []
const numberOf = (headers: Headers, name: string): number => Number(headers.get(name) ?? 0)

/** The search that the address bar holds, what it found, and how to go on from it. */
export function useArchiveSearch(grouped: boolean, hidesPersistent: boolean) {
  const { pathname, searchStr } = useLocation()
  const search = useMemo(() => searchOfQuery(parseSearch(searchStr.replace(/^\?/, ''))), [searchStr])
  const body = useMemo(() => requestOf(search, { grouped, hidesPersistent }), [search, grouped, hidesPersistent])
  const queries = useQueryClient()
  const queryKey = ['archive', body]
  const found = useQuery<Found>({
    queryKey,
    placeholderData: keepPreviousData,
    // Recordings that came a moment ago get their facts as soon as they have been read.
    refetchInterval: ({ state }) => (state.data?.rows.some(isBeingRead) ? pollUnlessLive(beingReadMs) : false),
    // Only what is shown: rows must not move under the user's hand because something else came.
    meta: {
      topics: ['upload'],
      concerns: (changed) => {
        const shown = queries.getQueryData<Found>(queryKey)?.rows
        return changed === null || shown === undefined || shown.some(({ uploadId }) => changed.has(uploadId))
      },
    },
    refetchOnWindowFocus: () => !events.isLive(),
    queryFn: async ({ signal }): Promise<Found> => {
      const { answer, headers } = await exchange(searchArchive, { body, signal })
      return {
        rows: answer,
        total: numberOf(headers, 'total'),
        max: numberOf(headers, 'max'),
        offset: numberOf(headers, 'offset'),
        uploads: numberOf(headers, 'uploads'),
      }
    },
  })
  const newUploads = useNewUploads(body, found)
  const go = (next: FollowUp) => goTo(pathname + stringifySearch(queryOfSearch(followUp(search, next))))
  const showAll = () => goTo(pathname)
  return { search, found, rows: found.data?.rows ?? noRows, newUploads, go, showAll }
}

/** How many more uploads match now than when the rows were found, as the server tells of them. */
function useNewUploads(body: SearchBody, { data, dataUpdatedAt, isPlaceholderData }: UseQueryResult<Found>): number {
  const known = data?.uploads ?? 0
  const { data: now = known } = useQuery({
    queryKey: ['archiveUploads', body, dataUpdatedAt],
    enabled: data !== undefined && !isPlaceholderData,
    initialData: known,
    // What was found is true until the server tells otherwise.
    staleTime: Infinity,
    meta: { topics: ['upload'] },
    queryFn: async ({ signal }) =>
      numberOf(
        (await exchange(searchArchive, { body: { ...body, offset: 0, max: 1, remember: false }, signal })).headers,
        'uploads',
      ),
  })
  return isPlaceholderData ? 0 : Math.max(0, now - known)
}
