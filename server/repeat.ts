import type { Logger } from 'pino'

export interface Repeated {
  /** When the first time is over. */
  readonly first: Promise<void>
  /** No more after this; resolves when one under way has ended. */
  stop(): Promise<void>
}

interface How {
  /** From the end of one to the beginning of the next. */
  readonly everyMs: number
  readonly log: Logger
  /** Logged when it fails; the next comes all the same. */
  readonly failed: string
}

/** Does it now and then again and again, one after another; keeps no process alive. */
export function repeat({ everyMs, log, failed }: How, act: () => Promise<void>): Repeated {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const once = async (): Promise<void> => {
    await act().catch((error: unknown) => log.warn({ err: error }, failed))
    if (isStopped) return
    timer = setTimeout(() => (running = once()), everyMs)
    timer.unref()
  }
  let running = once()
  return {
    first: running,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
