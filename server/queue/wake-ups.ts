import { Logger as GraphileLogger, run, runMigrations } from 'graphile-worker'
import type { Runner } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'

/** How often workers look for wake-ups whose notification was lost, milliseconds. */
const pollInterval = 2000
/** Pause before a broken listener is started again, milliseconds. */
const restartPause = 1000
/** A wake-up that is due for so long while nothing is followed: the listener is deaf, seconds. */
const deafAfter = 5

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
  /** Wake-ups that are being followed. */
  #following = 0

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { pool, log, task, concurrency, onWake } = this.#options
    const runner = await run({
      pgPool: pool,
      logger: graphileLogger(log),
      concurrency,
      pollInterval,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: { [task]: (payload) => this.#follow(() => onWake(payloadShape.parse(payload).job)) },
    })
    if (this.#stopping) return await runner.stop()
    this.#runner = runner
    // one that was given up as deaf may end at any time later
    const again = () => {
      if (this.#runner === runner) this.#startAgain()
    }
    runner.promise.then(again, again)
  }

  /**
   * Starts anew where wake-ups lie about that nobody follows: when all connections break at a bad moment, graphile-worker
   * may neither hear any more nor say that it has given up. Safe to repeat; call now and then.
   */
  async mendDeaf(): Promise<void> {
    const { pool, task, log } = this.#options
    const deaf = this.#runner
    if (deaf === undefined || this.#following > 0 || this.#stopping) return
    const { rows } = await pool.query(
      `SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 AND locked_at IS NULL AND attempts < max_attempts
       AND run_at < now() - make_interval(secs => $2) LIMIT 1`,
      [task, deafAfter],
    )
    if (rows.length === 0 || this.#following > 0 || this.#runner !== deaf) return
    log.warn({ part: 'queue' }, 'the queue did not hear of waiting jobs; it listens anew')
    deaf.stop().catch(() => undefined) // it may have ended by itself
    this.#startAgain()
  }

  async #follow(work: () => Promise<void>): Promise<void> {
    this.#following++
    try {
      await work()
    } finally {
      this.#following--
    }
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

function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    // its errors are broken connections and the like, after which it tries again
    if (level === 'error' || level === 'warning') log.warn({ part: 'queue' }, message)
    else log.debug({ part: 'queue' }, message)
  })
}
