import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { linesAfter } from '#server/features/results/store.ts'
import type { Platform } from '#server/platform.ts'
import type { JobEffect } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import type { BoxEnd } from '#server/sandbox/sandbox.ts'
import type { CollectedFile } from './collect-results.ts'
import { CollectedResults } from './collect-results.ts'
import { endRun } from './end-run.ts'
import { addFiles, finishRun } from './finish-run.ts'
import { mostLines } from './run-log.ts'
import { noMetrics } from './run-metrics.ts'
import type { FoundRun } from './run-store.ts'

/* Runs that fail without a box that could say why: what their scripts said until then is kept all the same. */

/** What the server says about a script that failed, and what the script printed. */
export const serverLog = 'DockerLog.txt'

export interface Storing {
  readonly platform: Platform
  readonly drafts: DraftFolder
}

/** The sandbox failed as often as it may: that too is told in a file. */
export async function afterLastAttempt(
  { platform, drafts }: Storing,
  run: FoundRun,
  failure: string,
  signal: AbortSignal,
): Promise<JobFailure> {
  const lines = await linesAfter(platform.database, run.id, 0, mostLines)
  const files = await storeLog({ platform, drafts }, lines, failure, signal)
  const end: BoxEnd = { why: 'lost', reason: failure, peakMemoryBytes: null, durationMs: 0 }
  const notes = run.reason === null ? [] : [run.reason]
  const finished = { runId: run.id, failure, notes, end, files, told: noMetrics, cut: 0 }
  return new JobFailure(failure, { effect: (transaction) => finishRun(transaction, finished) })
}

/** The worker died in the last attempt, or what the run needs is gone for good. */
export function endingWithLog(storing: Storing, runId: number | null, reason: string): JobEffect {
  return async (transaction) => {
    const ended = runId === null ? undefined : await endRun(transaction, runId, 'failed', reason)
    if (runId === null || ended?.hadBegun !== true) return
    const lines = await linesAfter(transaction, runId, 0, mostLines)
    // a store without room, or away, must not keep the run from ending
    const files = await storeLog(storing, lines, reason, AbortSignal.timeout(60_000)).catch((error: unknown) => {
      storing.platform.log.warn({ err: error, run: runId }, 'the log of a run whose worker died could not be stored')
      return []
    })
    await addFiles(transaction, runId, files)
  }
}

/** The run's log as a blob; without its row the sweep of orphans takes it. */
async function storeLog(
  { platform, drafts }: Storing,
  lines: readonly { readonly text: string }[],
  failure: string,
  signal: AbortSignal,
): Promise<readonly CollectedFile[]> {
  const results = new CollectedResults(platform, drafts)
  try {
    await results.addText(serverLog, `${failure}\n\n${lines.map(({ text }) => `${text}\n`).join('')}`, signal)
    await results.store()
    return results.files
  } finally {
    await results.discard()
  }
}
