import { useEffect, useRef, useState } from 'react'

export interface Latest<Answer> {
  /** The newest answer so far; it may be of an earlier question. */
  readonly answer: Answer | null
  readonly problem: string | null
}

/**
 * Asks one question at a time: while one is under way newer ones wait, and only the newest of them is asked. So a quick
 * hand on the wheel never queues up work. `ask` null: nothing is asked. Give `ask` as a value that changes with the question.
 */
export function useLatest<Answer>(ask: (() => Promise<Answer>) | null): Latest<Answer> {
  const [state, setState] = useState<Latest<Answer>>({ answer: null, problem: null })
  const running = useRef(false)
  const next = useRef<(() => Promise<Answer>) | null>(null)
  useEffect(() => {
    next.current = ask
    if (running.current || ask === null) return
    let ended = false
    const run = async () => {
      running.current = true
      for (let current = next.current; current !== null; current = next.current) {
        next.current = null
        try {
          const answer = await current()
          setState({ answer, problem: null })
        } catch (raised) {
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
