import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getMapFile, getMapSettings } from '#contract/map.ts'
import { accessToken, call } from '#web/api/client.ts'
import type { BaseMap, ReadPart } from '#web/map/base-map.ts'

/** What maps are drawn on; undefined until it is known. When the server does not say, the shipped world is shown. */
export function useBaseMap(): BaseMap | undefined {
  const { data, isError } = useQuery({
    queryKey: ['mapSettings'],
    queryFn: ({ signal }) => call(getMapSettings, { signal }),
    staleTime: Infinity,
  })
  return useMemo(() => (data === undefined && !isError ? undefined : { tiles: data?.tiles ?? null, readPart }), [data, isError])
}

/**
 * How close to go to a single vehicle by itself: to its streets where the map has them; on the shipped world, which ends
 * at coasts and borders, only as far as one still sees where in the world it is.
 */
export const closeUp = ({ tiles }: BaseMap): number => (tiles === null ? 5 : 14)

/** A part of the operator's PMTiles file. */
const readPart: ReadPart = async (offset, length, signal) => {
  const token = await accessToken()
  const answer = await fetch(getMapFile.path, {
    headers: { range: `bytes=${offset}-${offset + length - 1}`, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal: signal ?? null,
  })
  if (answer.status !== 206)
    throw new Error('The map file of this server cannot be read; its administrator can look at LOGGERHEAD_MAP_TILES.')
  return { data: await answer.arrayBuffer(), etag: answer.headers.get('etag') ?? undefined }
}
