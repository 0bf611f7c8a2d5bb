import { EventEmitter } from 'node:events'
import { Logger as GraphileLogger, run, runMigrations } from 'graphile-worker'
import type { Runner, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { forgivingPool } from './wake-up-pool.ts'

/** How often workers look for wake-ups whose notification was lost, milliseconds. */
const pollInterval = 2000
/** Pause before a broken listener is started again, milliseconds. */
const restartPause = 1000

const payloadShape = z.object({ job: z.int() })

interface Options {
  readonly pool: pg.Pool
  readonly log: Logger
  /** `wake_run` for runs of scripts, `wake` for all other jobs. */
  readonly task: 'wake' | 'wake_run'
  /** How many wake-ups are followed at a time. */
  readonly concurrency: number
  /** Told the job's id; must bear being told twice, and must not throw. */
  readonly onWake: (jobId: number) => Promise<void>
}

/** Makes graphile-worker's own tables, which queueing needs. Every server does it at the start; safe to repeat. */
export async function prepareQueue(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: graphileLogger(log) })
}

/** graphile-worker, started again whenever it gives up (it does so after some failures of the database). */
export class WakeUps {
  readonly #options: Options
  #runner: Runner | undefined
  #stopping = false
  #restart: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { pool, log, task, concurrency, onWake } = this.#options
    const events: WorkerEvents = new EventEmitter()
    const looked = firstLook(events)
    const runner = await run({
      pgPool: forgivingPool(pool, log),
      events,
      logger: graphileLogger(log),
      concurrency,
      pollInterval,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: { [task]: (payload) => onWake(payloadShape.parse(payload).job) },
    })
    if (this.#stopping) return await runner.stop()
    this.#runner = runner
    // one that was stopped as blind ends later
    const again = () => {
      if (this.#runner === runner) this.#startAgain()
    }
    runner.promise.then(again, again)
    looked.catch((error: unknown) => {
      log.warn({ part: 'queue', err: error }, 'the queue could not look for jobs; it starts anew')
      again()
      runner.stop().catch(() => undefined) // it may have ended by itself
    })
  }

  /** Waits for the wake-ups that are being followed. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#restart)
    const runner = this.#runner
    this.#runner = undefined
    // stop() fails when it has stopped by itself already; the promise ends when its connections are given back
    if (runner !== undefined) await Promise.allSettled([runner.stop(), runner.promise])
  }

  #startAgain(): void {
    this.#runner = undefined
    if (this.#stopping) return
    this.#restart = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'the queue cannot reach the database; trying again')
        this.#startAgain()
      })
    }, restartPause)
  }
}

/**
 * Rejects when the first look for wake-ups fails: graphile-worker asks for the numbers of its tasks then, and repeats that
 * answer, or that error, for ever.
 */
function firstLook(events: WorkerEvents): Promise<void> {
  return new Promise((resolve, reject) => {
    events.once('worker:getJob:error', ({ error }) => reject(new Error('the first look failed', { cause: error })))
    events.once('worker:getJob:empty', () => resolve())
    events.once('job:start', () => resolve())
  })
}

function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    // its errors are broken connections and the like, after which it tries again
    if (level === 'error' || level === 'warning') log.warn({ part: 'queue' }, message)
    else log.debug({ part: 'queue' }, message)
  })
}
