import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '../plot/use-latest.ts'
import type { FrameFilter } from '../protocol.ts'
import type { RecordingClient } from '../recording-client.ts'

interface Given {
  /** The moment that the plots look at. */
  readonly atNs: number | null
  readonly filter: FrameFilter
  readonly isFollowing: boolean
  readonly onPick: (timeNs: number) => void
}

/**
 * The list follows the cursor of the plots, and the cursor the list: a moment that was picked here comes back, and is
 * not gone to again. With another filter the list goes to the cursor anew.
 */
export function useFollowed(client: RecordingClient, { atNs, filter, isFollowing, onPick }: Given) {
  const [wantedNs, setWanted] = useState(atNs)
  const own = useRef<number[]>([])
  const now = useRef({ atNs, onPick })
  now.current = { atNs, onPick }
  useEffect(() => {
    const picked = own.current.findIndex((timeNs) => atNs !== null && Math.abs(timeNs - atNs) < 1)
    own.current = picked < 0 ? [] : own.current.slice(picked + 1)
    setWanted(picked < 0 ? atNs : null)
  }, [atNs])
  useEffect(() => setWanted(now.current.atNs), [filter])

  const find = useMemo(
    () =>
      wantedNs === null || !isFollowing
        ? null
        : () => client.call('frameAt', { timeNs: wantedNs, filter }).then((row) => ({ row, wantedNs, filter })),
    [client, wantedNs, filter, isFollowing],
  )
  const { answer } = useLatest(find)
  const pick = useCallback((timeNs: number) => {
    own.current.push(timeNs)
    now.current.onPick(timeNs)
  }, [])
  return { goTo: answer?.wantedNs === wantedNs && answer.filter === filter ? answer : null, pick }
}
