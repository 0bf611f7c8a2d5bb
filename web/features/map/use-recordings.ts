import { useQuery } from '@tanstack/react-query'
import { searchArchive } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'

/** Recordings that the page lists: the newest of the range. */
export const mostRecordings = 100

export interface ListedRecording {
  readonly fileId: number
  readonly fileName: string
  readonly displayName: string
  readonly vehicleId: number
  readonly vehicleName: string
  readonly start: string
  readonly end: string
}

/** The recordings of some vehicles in a range, one of each upload: of several formats the one that the viewer opens first. */
export function useRecordings(vehicleIds: readonly number[], start: string | null, end: string | null, isWanted: boolean) {
  return useQuery({
    queryKey: ['mapRecordings', vehicleIds, start, end],
    enabled: isWanted && vehicleIds.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const body = {
        vehicleId: [...vehicleIds],
        startDate: start,
        endDate: end,
        sort: 'startDate' as const,
        order: 'desc' as const,
        offset: 0,
        max: mostRecordings,
        remember: false,
      }
      return (await call(searchArchive, { body, signal })).flatMap(recordingOf)
    },
  })
}

export function recordingOf({ vehicle, displayName, versions, dataSpy }: UploadRow): ListedRecording[] {
  const readable = versions.filter(({ state, recording }) => state === 'ready' && recording !== null)
  const version = readable.find(({ extension }) => dataSpy.includes(extension)) ?? readable[0]
  if (vehicle === null || version === undefined) return []
  return [
    {
      fileId: version.id,
      fileName: version.fileName,
      displayName,
      vehicleId: vehicle.id,
      vehicleName: vehicle.displayName || vehicle.name,
      start: version.recording?.startDate ?? version.startDate,
      end: version.recording?.endDate ?? version.endDate,
    },
  ]
}

/** The recording that was running at a moment. */
export const recordingAt = (recordings: readonly ListedRecording[], vehicleId: number, moment: string) =>
  recordings.find(
    (one) =>
      one.vehicleId === vehicleId &&
      Date.parse(one.start) <= Date.parse(moment) &&
      Date.parse(moment) <= Math.ceil(Date.parse(one.end) / 1000) * 1000,
  )
