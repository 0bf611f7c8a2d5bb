import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#web/api/client.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import type { FoundInSource, HitSource } from './hit-sources.ts'
import { readHitSource } from './hit-sources.ts'

/** A list of hits as it is shown. */
export interface ShownHits {
  readonly key: string
  /** Null until it is read. */
  readonly name: string | null
  readonly recordings: readonly HitRecording[]
  readonly notes: readonly string[]
  readonly error: Error | null
  readonly retry: () => void
}

export const keyOfSource = (source: HitSource): string =>
  source.kind === 'archive'
    ? `file ${source.fileId}`
    : source.kind === 'result'
      ? `result ${source.resultFileId}`
      : `local ${source.file.name} ${source.file.size} ${source.file.lastModified}`

/** Reads the lists of hits; files of results that are recordings come apart. Keep `sources` the same between renders. */
export function useHits(sources: readonly HitSource[]): { lists: readonly ShownHits[]; files: readonly File[] } {
  const combine = useCallback((results: readonly Result[]) => combined(results, sources), [sources])
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: ['hits', keyOfSource(source)],
      staleTime: Infinity,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => readHitSource(call, source, signal),
    })),
    combine,
  })
}

type Result = Pick<UseQueryResult<FoundInSource>, 'data' | 'error' | 'refetch'>

const combined = (results: readonly Result[], sources: readonly HitSource[]) => ({
  lists: results.flatMap(({ data, error, refetch }, at): ShownHits[] => {
    const source = sources[at]
    if (source === undefined || data?.kind === 'recording') return []
    return [
      {
        key: keyOfSource(source),
        name: data?.name ?? null,
        recordings: data?.list.recordings ?? nothing,
        notes: data?.list.notes ?? [],
        error,
        retry: () => void refetch(),
      },
    ]
  }),
  files: results.flatMap(({ data }) => (data?.kind === 'recording' ? [data.file] : [])),
})

const nothing: readonly never[] = []
