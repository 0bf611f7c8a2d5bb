import { useEffect, useMemo, useState } from 'react'
import { useLatest } from '../plot/use-latest.ts'
import type { FrameFilter, FramePage } from '../protocol.ts'

/** Asks for some rows of the list, which may grow while it is searched. */
export type LoadRows = (from: number, count: number, filter: FrameFilter) => Promise<FramePage>

/** Rows that are asked for beyond those in view. */
const beyond = 60

interface Rows {
  /** Null until the first page of this filter came. */
  readonly page: FramePage | null
  readonly count: number
  readonly problem: string | null
}

/** The rows around those in view, and how many there are. */
export function useRows(
  load: LoadRows,
  filter: FrameFilter,
  { top, visible, least }: { top: number; visible: number; least: number },
): Rows {
  const from = Math.max(0, top - beyond)
  const [again, setAgain] = useState(0)
  const ask = useMemo(
    () => () => load(from, visible + 2 * beyond, filter).then((page) => ({ page, filter, round: again })),
    [load, from, visible, filter, again],
  )
  const { answer, problem } = useLatest(ask)
  const page = answer?.filter === filter ? answer.page : null
  // A search through a long recording answers with what it has so far. It goes on until all is looked through, or, where
  // the file must be fetched for it, until the view is full.
  const isFull = page === null || page.complete || (!page.atHand && page.count >= from + visible + beyond)
  useEffect(() => {
    if (!isFull) setAgain((times) => times + 1)
  }, [isFull, answer])
  const known = page?.count ?? 0
  return { page, count: page?.complete ? known : Math.max(least, known), problem }
}
