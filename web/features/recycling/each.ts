import { asApiError } from '#web/api/errors.ts'
import type { ApiError } from '#web/api/errors.ts'

/** Calls that run at the same time. */
export const atOnce = 6

export interface Outcome {
  /** Ids for which it is done. */
  readonly done: readonly number[]
  readonly failed: ReadonlyMap<number, ApiError>
}

interface Given {
  readonly signal: AbortSignal
  /** After each call: how many have ended. */
  readonly onProgress?: (ended: number) => void
}

/** Does something for each id, a few at the same time. Those that fail do not stop the others; an aborted signal begins no more. */
export async function forEachId(
  ids: readonly number[],
  act: (id: number, signal: AbortSignal) => Promise<unknown>,
  { signal, onProgress }: Given,
): Promise<Outcome> {
  const done: number[] = []
  const failed = new Map<number, ApiError>()
  const waiting = ids.values()
  const work = async () => {
    for (const id of waiting) {
      if (signal.aborted) return
      try {
        await act(id, signal)
        done.push(id)
      } catch (raised) {
        if (signal.aborted) return
        failed.set(id, asApiError(raised))
      }
      onProgress?.(done.length + failed.size)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work))
  return { done, failed }
}
