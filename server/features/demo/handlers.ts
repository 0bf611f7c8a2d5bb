import type { HandlersOf } from '#server/http/handlers.ts'
import type { Platform } from '#server/platform.ts'
import type { Demo } from './demo.ts'
import { countDemoUploads, demoState } from './state.ts'

/** The demo fleet: whether it is here, and its one button. */
export function demoHandlers(platform: Platform, demo: Demo): HandlersOf<'getDemo' | 'removeDemo'> {
  return {
    async getDemo() {
      return { state: (await demoState(platform)) ?? 'absent', uploads: await countDemoUploads(platform) }
    },

    async removeDemo() {
      await demo.remove()
    },
  }
}
