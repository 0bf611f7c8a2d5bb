import { useEffect, useRef } from 'react'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { ChosenHit } from './hit-rows.ts'
import { windowOfHit } from './hit-rows.ts'
import { isOf } from './hit-sources.ts'
import type { Subject } from './subject.ts'

interface Given {
  readonly recordings: readonly (Subject | null)[]
  readonly shifts: readonly number[]
  readonly chosenHit: ChosenHit | null
  readonly jump: (window: TimeWindow, atNs: number) => void
}

/** Looks at a chosen hit, once, when its recording is open. */
export function useJumpToHit({ recordings, shifts, chosenHit, jump }: Given): void {
  const done = useRef<ChosenHit | null>(null)
  useEffect(() => {
    if (chosenHit === null || done.current === chosenHit) return
    const at = recordings.findIndex((one) => one !== null && isOf(chosenHit.recording, one))
    const subject = recordings[at]
    if (!subject) return
    done.current = chosenHit
    const startNs = shifts[at] ?? 0
    const { fromNs, toNs } = windowOfHit(chosenHit.hit)
    jump({ fromNs: startNs + fromNs, toNs: startNs + toNs }, startNs + Math.round(chosenHit.hit.startSeconds * 1e9))
  }, [recordings, shifts, chosenHit, jump])
}
