import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { searchArchive } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { choicesIn, wordsOf } from './recording-choices.ts'

/** Uploads of one request. */
const pageRows = 50
/** So many can be seen at least before more are asked for; uploads without recordings give none. */
const enough = 12
/** So many requests are made for them; further ones only on demand. */
const mostUnasked = 8

export interface ChoiceFilter {
  readonly typed: string
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  /** ISO 8601, UTC; null: open. */
  readonly start: string | null
  readonly end: string | null
}

/** The recordings of the archive that pass, the newest first, and more of them on demand. */
export function useRecordingChoices({ typed, fleets, vehicles, start, end }: ChoiceFilter) {
  const [word = ''] = wordsOf(useDebounced(typed))
  const body = {
    fleetId: [...fleets],
    vehicleId: [...vehicles],
    names: word === '' ? [] : [word],
    startDate: start,
    endDate: end,
    sort: 'startDate' as const,
    order: 'desc' as const,
    max: pageRows,
    remember: false,
  }
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['recordingChoices', body],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => call(searchArchive, { body: { ...body, offset }, signal }),
    getNextPageParam: (last: readonly UploadRow[], all) => (last.length < pageRows ? undefined : all.length * pageRows),
  })
  const choices = choicesIn(data?.pages.flat() ?? [])
  const isShort = choices.length < enough && error === null && (data?.pages.length ?? 0) < mostUnasked
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, fetchNextPage])
  const more = () => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }
  return { choices, error, isLoading: data === undefined || isPlaceholderData || (isShort && isFetching), more }
}
