import type { JobEffect, JobHandler } from '#server/queue/job-handler.ts'
import { JobMustWait } from '#server/queue/job-handler.ts'
import { endRun } from './end-run.ts'

/** Runs a script (`lookupId` is the run). */
export function runHandler(): JobHandler {
  return {
    async run() {
      throw new JobMustWait('Analyses are not set up on this server')
    },
    failed: ({ lookupId }, reason) => ending(lookupId, 'failed', reason),
    canceled: ({ lookupId }, reason) => ending(lookupId, 'canceled', reason),
  }
}

function ending(runId: number | null, status: 'failed' | 'canceled', reason: string): JobEffect {
  return async (transaction) => {
    if (runId !== null) await endRun(transaction, runId, status, reason)
  }
}
