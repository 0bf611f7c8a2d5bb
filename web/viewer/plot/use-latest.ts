import { useEffect, useRef, useState } from 'react'

export interface Latest<Answer> {
  /** The newest answer so far; it may be of an earlier question. */
  readonly answer: Answer | null
  readonly problem: string | null
}

type Ask<Answer> = (signal: AbortSignal) => Promise<Answer>

/** A question under way so long is not worth waiting for when there is a newer one, milliseconds. */
const patience = 150

/** Now, or when it has had its time. */
function giveUp(running: { stop: AbortController; since: number } | null): void {
  if (running === null) return
  const left = patience - (performance.now() - running.since)
  if (left <= 0) running.stop.abort()
  else setTimeout(() => running.stop.abort(), left)
}

/**
 * Asks one question at a time: while one is under way newer ones wait, and only the newest of them is asked. So a quick
 * hand on the wheel never queues up work. One that takes long is given up for a newer one. `ask` null: nothing is asked.
 * Give `ask` as a value that changes with the question.
 */
export function useLatest<Answer>(ask: Ask<Answer> | null): Latest<Answer> {
  const [state, setState] = useState<Latest<Answer>>({ answer: null, problem: null })
  const running = useRef(false)
  const next = useRef<Ask<Answer> | null>(null)
  const current = useRef<{ stop: AbortController; since: number }>(null)
  // Nobody is there for the answer any more.
  useEffect(() => () => current.current?.stop.abort(), [])
  useEffect(() => {
    next.current = ask
    giveUp(ask === null ? null : current.current)
    if (running.current || ask === null) return
    let ended = false
    const run = async () => {
      running.current = true
      for (let asked = next.current; asked !== null; asked = next.current) {
        next.current = null
        const stop = new AbortController()
        current.current = { stop, since: performance.now() }
        try {
          const answer = await asked(stop.signal)
          setState({ answer, problem: null })
        } catch (raised) {
          if (stop.signal.aborted) continue
          const problem = raised instanceof Error ? raised.message : String(raised)
          setState(({ answer }) => ({ answer, problem }))
        }
      }
      running.current = false
      ended = true
    }
    void run()
    return () => {
      if (!ended) next.current = null
    }
  }, [ask])
  return state
}
