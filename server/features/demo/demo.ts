import type { Platform } from '#server/platform.ts'
import { removeDemo } from './remove.ts'
import { demoState, setDemoState } from './state.ts'

/** Sends the demo fleet from outside, through the public device protocol, until done or aborted. */
export type DeliverDemo = (signal: AbortSignal) => Promise<void>

export interface Demo {
  /** Lets the demo fleet arrive when this server has never had one; returns at once. */
  arrive(deliver: DeliverDemo): Promise<void>
  /** Stops an arrival, then removes everything of it. */
  remove(): Promise<void>
  /** Stops an arrival; it begins again with the next start. */
  stop(): Promise<void>
}

export function createDemo(platform: Platform): Demo {
  const abort = new AbortController()
  let arrival: Promise<void> | undefined

  const halt = async () => {
    abort.abort()
    await arrival
  }

  return {
    async arrive(deliver) {
      const state = await demoState(platform)
      if (state === 'absent' || state === 'present') return
      // what an interrupted arrival (or removal) left would stand beside the new one
      if (state !== undefined) await removeDemo(platform)
      if (state === 'removing') return
      await setDemoState(platform, 'arriving')
      arrival = deliver(abort.signal)
        .then(async () => {
          // removed from the command line meanwhile: then it stays away
          if (!abort.signal.aborted && (await demoState(platform)) === 'arriving') await setDemoState(platform, 'present')
        })
        .catch((error: unknown) => {
          if (!abort.signal.aborted)
            platform.log.warn({ err: error }, 'the demo fleet did not arrive; it is tried again at the next start')
        })
    },

    async remove() {
      await halt()
      await removeDemo(platform)
    },

    stop: halt,
  }
}
