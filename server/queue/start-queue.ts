import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#server/platform.ts'
import type { JobHandlers } from './job-handler.ts'
import { checkJobHandlers } from './job-handler.ts'
import { wakeForgottenJobs } from './job-states.ts'
import { RunTurns } from './run-turns.ts'
import { prepareQueue, WakeUps } from './wake-ups.ts'
import type { LeaseTimes } from './worker.ts'
import { Worker } from './worker.ts'

export interface QueueTimes extends LeaseTimes {
  /** How often lost wake-ups and dead workers are looked for, seconds. */
  readonly sweepSeconds: number
}

/** A dead worker's job is taken up after at most lease + sweep + the pause between two looks for wake-ups: under 35 s. */
export const usualTimes: QueueTimes = { leaseSeconds: 25, heartbeatSeconds: 8, sweepSeconds: 2 }

/** How long running jobs are given to stop, milliseconds. */
const stopPatience = 5000

interface Options {
  readonly platform: Platform
  readonly handlers: JobHandlers
  /** Names this process in the rows of jobs, e.g. host and process id. */
  readonly owner: string
  readonly times?: QueueTimes
}

export interface Queue {
  /** Begins to do runs of scripts, so many at a time: what they need is there now. Until then they wait. Once. */
  startRuns(slots: number): Promise<void>
  /** Something has happened to these jobs (null: perhaps to all): those that were canceled end now, not with the next heartbeat. */
  look(ids: readonly number[] | null): void
  /** Takes no more jobs and gives the running ones back, unless they end at once. */
  stop(): Promise<void>
}

/**
 * Makes the queue usable, and works on it when this process has the role `worker`. Before any request is served:
 * uploads queue jobs.
 * @throws Error when a kind of job has no handler
 */
export async function startQueue({ platform, handlers, owner, times = usualTimes }: Options): Promise<Queue> {
  checkJobHandlers(handlers)
  const { database, pool, log, settings } = platform
  await prepareQueue(pool, log)
  if (!settings.roles.includes('worker')) return { startRuns: async () => {}, look: () => {}, stop: async () => {} }

  // an export may take an hour; what loggers send meanwhile must not wait for it
  const atOnce = new Map([['EXPORT', Math.max(1, settings.workerJobs - 1)] as const])
  const worker = new Worker({ database, log, handlers, owner, times, atOnce })
  const onWake = (id: number): Promise<void> => worker.work(id)
  const wakeUps = new WakeUps({ pool, log, task: 'wake', concurrency: settings.workerJobs, onWake })
  await wakeUps.start()
  let runWakeUps: WakeUps | undefined
  let isStopping = false
  const sweep = startSweep(times.sweepSeconds, async () => {
    try {
      await worker.endAbandoned()
      await wakeForgottenJobs(database)
    } catch (error) {
      log.warn({ err: error }, 'the sweep of the queue failed; it is repeated')
    }
  })
  return {
    async startRuns(slots) {
      if (isStopping) return
      // a wake-up says that there is a run to be done; whose it is, is a matter of turns
      const turns = new RunTurns()
      const onRun = (): Promise<void> => worker.work((database) => turns.next(database))
      runWakeUps = new WakeUps({ pool, log, task: 'wake_run', concurrency: slots, onWake: onRun })
      await runWakeUps.start()
    },
    look: (ids) => worker.look(ids),
    async stop() {
      isStopping = true
      await sweep.stop()
      const stopped = Promise.all([wakeUps.stop(), runWakeUps?.stop()])
      await worker.stop(stopPatience)
      await stopped
    },
  }
}

/** Repeats a step, which must not throw, with pauses between; one at a time. */
function startSweep(seconds: number, step: () => Promise<void>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const sweep = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pause(seconds * 1000, undefined, { signal: stopped.signal }).catch(() => undefined) // it was told to stop
      if (!stopped.signal.aborted) await step()
    }
  }
  const running = sweep()
  return {
    stop: () => {
      stopped.abort()
      return running
    },
  }
}
