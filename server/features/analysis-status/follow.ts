import type { Platform } from '#server/platform.ts'
import type { AnalysisSetUp } from './set-up.ts'
import type { AnalysisStanding } from './standing.ts'
import { standingOf } from './standing.ts'
import { HeardWorkers, tellStanding } from './workers.ts'

interface Followed {
  /** How analyses stand, here or at the workers. */
  readonly now: () => AnalysisStanding
  stop(): Promise<void>
}

/** A process that runs analyses tells how they stand there; one that leaves them to workers listens. */
export function followAnalyses(platform: Platform, setUp: AnalysisSetUp, owner: string): Followed {
  const own = standingOf(setUp, platform.settings)
  if (setUp.environments !== null) return { now: () => own, stop: tellStanding(platform, owner, own) }
  if (setUp.reason !== null) return { now: () => own, stop: async () => undefined }
  const heard = new HeardWorkers(platform, own.limits)
  return { now: () => heard.standing, stop: () => heard.stop() }
}
