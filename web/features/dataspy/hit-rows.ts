import type { Hit, HitRecording } from '#web/viewer/hits/hit-list.ts'
import type { TimeSpan } from '#web/viewer/plot/time-spans.ts'
import { isOf } from './hit-sources.ts'
import type { Subject } from './subject.ts'

/** A line of the list: a recording, or one of its hits. */
export type HitRow =
  | { readonly kind: 'recording'; readonly key: string; readonly recording: HitRecording }
  | { readonly kind: 'hit'; readonly key: string; readonly recording: HitRecording; readonly hit: Hit }

/** Somebody chose a hit; a new object goes there again. */
export interface ChosenHit {
  readonly recording: HitRecording
  readonly hit: Hit
}

export const hitRows = (recordings: readonly HitRecording[]): HitRow[] =>
  recordings.flatMap((recording, at): HitRow[] => [
    { kind: 'recording', key: `${at}`, recording },
    ...recording.hits.map((hit, place): HitRow => ({ kind: 'hit', key: `${at} ${place}`, recording, hit })),
  ])

/** The next hit of the list, or the one before; the same where there is none. */
export function hitBeside(rows: readonly HitRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'hit') return at
  return from
}

/** Room around a hit, as a share of it, and at least so much, seconds. */
const roomShare = 1
const leastRoomSeconds = 2

/** Where a hit is looked at, nanoseconds since the start of its recording. */
export function windowOfHit({ startSeconds, endSeconds }: Hit): { fromNs: number; toNs: number } {
  const room = Math.max(leastRoomSeconds, (endSeconds - startSeconds) * roomShare)
  return { fromNs: Math.round((startSeconds - room) * 1e9), toNs: Math.round((endSeconds + room) * 1e9) }
}

/** The hits of the open recordings on their common time line. */
export function hitSpans(
  recordings: readonly HitRecording[],
  open: readonly (Pick<Subject, 'fileId' | 'name'> | null)[],
  { shifts, chosen }: { shifts: readonly number[]; chosen: Hit | null },
): TimeSpan[] {
  return open.flatMap((subject, at) => {
    if (subject === null) return []
    // hits count from the zero of the recording's times, as scripts read them
    const startNs = shifts[at] ?? 0
    return recordings
      .filter((one) => isOf(one, subject))
      .flatMap(({ hits }, list) =>
        hits.map((hit, place): TimeSpan => ({
          key: `${at} ${list} ${place}`,
          fromNs: startNs + hit.startSeconds * 1e9,
          toNs: startNs + hit.endSeconds * 1e9,
          title: hit.description || 'Hit',
          tone: 'hit',
          isChosen: hit === chosen,
        })),
      )
  })
}
