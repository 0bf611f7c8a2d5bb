import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { searchArchive } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { exchange } from '#web/api/client.ts'
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

/** Pause between looks at recordings that are being read, milliseconds. */
const beingReadMs = 5000
const isBeingRead = ({ versions }: UploadRow) => versions.some(({ state }) => state === 'waiting')

const noRows: readonly UploadRow[] = []
const numberOf = (headers: Headers, name: string): number => Number(headers.get(name) ?? 0)

/** The search that the address bar holds, what it found, and how to go on from it. */
export function useArchiveSearch(grouped: boolean, hidesPersistent: boolean) {
  const { pathname, searchStr } = useLocation()
  const search = useMemo(() => searchOfQuery(parseSearch(searchStr.replace(/^\?/, ''))), [searchStr])
  const body = useMemo(() => requestOf(search, { grouped, hidesPersistent }), [search, grouped, hidesPersistent])
  const found = useQuery<Found>({
    queryKey: ['archive', body],
    placeholderData: keepPreviousData,
    // Recordings that came a moment ago get their facts as soon as they have been read.
    refetchInterval: ({ state }) => (state.data?.rows.some(isBeingRead) ? beingReadMs : false),
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
  const go = (next: FollowUp) => goTo(pathname + stringifySearch(queryOfSearch(followUp(search, next))))
  const showAll = () => goTo(pathname)
  return { search, found, rows: found.data?.rows ?? noRows, go, showAll }
}
