import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '#server/platform.ts'
import type { Claim, JobContext, JobEffect, JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure, JobMustWait } from '#server/queue/job-handler.ts'
import { holdClaim } from '#server/queue/job-states.ts'
import type { Box, BoxEnvironment, BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'
import { SandboxError } from '#server/sandbox/sandbox.ts'
import type { Analyses } from './analyses.ts'
import { limitsOf } from './analyses.ts'
import { CollectedResults } from './collect-results.ts'
import { endRun } from './end-run.ts'
import type { Storing } from './ends-without-box.ts'
import { afterLastAttempt, endingWithLog, serverLog } from './ends-without-box.ts'
import type { Finished } from './finish-run.ts'
import { finishRun } from './finish-run.ts'
import { quotaProblem } from './quota.ts'
import { failureOf } from './run-end.ts'
import { RunFiles } from './run-files.ts'
import { metricsFile, noMetrics, readMetrics } from './run-metrics.ts'
import { composeOrder } from './run-order.ts'
import { RunPrinting } from './run-printing.ts'
import type { FoundRun } from './run-store.ts'
import { beginRun, findPreviousFiles, findRun, findRunConfigurations, findRunInputs } from './run-store.ts'

interface Running extends Storing {
  readonly analyses: Analyses
}

/**
 * Runs a script (`lookupId` is the run) in a box of its own. What it prints is told while it runs; its files, its end and
 * the job's end are written in one transaction. A worker that dies leaves nothing, and the run begins anew.
 */
export function runHandler(running: Running): JobHandler {
  const { database } = running.platform
  return {
    async run(claim, context) {
      const run = claim.lookupId === null ? undefined : await findRun(database, claim.lookupId)
      if (run === undefined) throw new JobFailure('The result has been deleted')
      const { sandbox, environment } = placesOf(running.analyses, run.environment)
      const files = new RunFiles(running.platform, running.drafts)
      try {
        const order = await orderOf(running, run, environment, files, context.signal)
        await begin(running.platform, claim, run.id, environment)
        const box = await sandbox.start(order)
        try {
          return await follow(running, { claim, context, run, order, box })
        } finally {
          await box.dispose()
        }
      } catch (error) {
        const isLast = error instanceof SandboxError && claim.attempts >= claim.maxAttempts
        throw isLast ? await afterLastAttempt(running, run, error.message, context.signal) : error
      } finally {
        await files.remove()
      }
    },
    failed: ({ lookupId }, reason) => endingWithLog(running, lookupId, reason),
    canceled:
      ({ lookupId }, reason) =>
      async (transaction) => {
        if (lookupId !== null) await endRun(transaction, lookupId, 'canceled', reason)
      },
  }
}

/** @throws JobMustWait while they are not there; JobFailure when the environment never will be */
function placesOf(analyses: Analyses, name: string): { sandbox: Sandbox; environment: BoxEnvironment } {
  const { sandbox, reason } = analyses
  if (sandbox === null) throw new JobMustWait(reason ?? 'The sandbox is being tested')
  const now = analyses.environment(name)
  if (now.state === 'unknown')
    throw new JobFailure(`There is no analysis environment ${name} any more; choose another one for the analyzer`)
  if (now.state === 'waiting') throw new JobMustWait(now.reason)
  return { sandbox, environment: now.environment }
}

/** Looks at everything that the run names once more, since it was made some time ago. */
async function orderOf(
  { platform }: Running,
  run: FoundRun,
  environment: BoxEnvironment,
  files: RunFiles,
  signal: AbortSignal,
): Promise<BoxOrder> {
  const { database, settings } = platform
  const packagePath = await approvedPackage(run, files, signal)
  const inputs = await findRunInputs(database, run.id)
  const gone = run.input_files - inputs.length
  if (gone > 0)
    throw new JobFailure(`${gone} of the ${run.input_files} files were recycled before the run began; run it again without them`)
  const given = {
    runId: run.id,
    environment,
    limits: limitsOf(settings),
    packagePath,
    inputs,
    configurations: await findRunConfigurations(database, run.id),
    previous: await findPreviousFiles(database, run),
  }
  return await composeOrder(given, files, signal)
}

/**
 * The package, whose bytes are those that were approved: neither the row nor the file may have been exchanged.
 * @throws JobFailure
 */
async function approvedPackage(run: FoundRun, files: RunFiles, signal: AbortSignal): Promise<string> {
  const { version_sha256: digest, blob_key: key, size } = run
  if (digest === null || key === null || size === null || run.script_deleted_at !== null)
    throw new JobFailure(`The script ${run.script_name} has been deleted`)
  if (run.type !== 'trial' && run.version_status !== 'ACCEPTED')
    throw new JobFailure(`The script ${run.script_name} is not approved; an administrator can review it`)
  const path = await files.blob({ name: `the script ${run.script_name}`, key, size }, signal)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  if (!digest.equals(run.script_sha256) || !hash.digest().equals(run.script_sha256))
    throw new JobFailure(`The package of ${run.script_name} is not the one that was approved; upload it again for a review`)
  return path
}

async function begin({ database }: Platform, claim: Claim, runId: number, { hash }: BoxEnvironment): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // otherwise another worker has it, and its end will be refused
    if (await holdClaim(transaction, claim)) await beginRun(transaction, runId, hash)
  })
}

interface AtWork {
  readonly claim: Claim
  readonly context: JobContext
  readonly run: FoundRun
  readonly order: BoxOrder
  readonly box: Box
}

/**
 * Until the script has ended, and its files are stored.
 * @throws JobFailure when the script failed, with the effect that writes what came of it all the same
 */
async function follow({ platform, drafts }: Running, { claim, context, run, order, box }: AtWork): Promise<JobEffect> {
  const { signal } = context
  const kill = () => box.kill('canceled')
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  const results = new CollectedResults(platform, drafts)
  try {
    const printing = new RunPrinting({ database: platform.database, claim, runId: run.id, onLost: kill })
    await printing.follow(box)
    const end = await box.ended
    await printing.end()
    signal.throwIfAborted()
    let failure = failureOf(end, order.limits, printing.log.lastError)
    await results.collect(box, signal)
    const noRoom = await quotaProblem(platform.database, run.organization_id, results.bytes)
    if (noRoom !== null) {
      failure ??= noRoom
      await results.forget(noRoom)
    }
    const figures = results.find(metricsFile)
    const told = figures === undefined ? noMetrics : await readMetrics(figures.path, figures.size)
    const notes = [run.reason, told.note, ...results.refused].filter((note) => note !== null)
    if (failure !== null) await results.addText(serverLog, `${[failure, ...notes].join('\n')}\n\n${printing.log.text}`, signal)
    await results.store()
    const finished: Finished = {
      runId: run.id,
      failure,
      notes,
      end,
      files: results.files,
      told,
      cut: printing.log.cut,
    }
    const effect: JobEffect = (transaction) => finishRun(transaction, finished)
    if (failure !== null) throw new JobFailure(failure, { effect })
    return effect
  } finally {
    signal.removeEventListener('abort', kill)
    await results.discard()
  }
}
