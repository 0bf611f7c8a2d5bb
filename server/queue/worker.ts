import type { JobType } from '#contract/jobs.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/database/schema.ts'
import type { Claim, JobEffect, JobHandler, JobHandlers } from './job-handler.ts'
import { JobFailure, JobMustWait } from './job-handler.ts'
import {
  claimJob,
  endAbandonedJob,
  failJob,
  finishJob,
  hasClaim,
  postponeJob,
  prolongLease,
  releaseJob,
  wake,
} from './job-states.ts'

export interface LeaseTimes {
  /** A worker that has not been heard of for so long, seconds, has lost its job. */
  readonly leaseSeconds: number
  readonly heartbeatSeconds: number
}

interface Options {
  readonly database: Kysely<Database>
  readonly log: Logger
  readonly handlers: JobHandlers
  /** Names this worker in the job's row. */
  readonly owner: string
  readonly times: LeaseTimes
  /** Kinds whose jobs take long, and how many of them run at once: the others must not wait for them. */
  readonly atOnce?: ReadonlyMap<JobType, number>
}

/** Which job is taken; asked when the claim before has been made. */
type ChooseJob = (database: Kysely<Database>) => Promise<number | undefined>

/** The claim has ended without us: cancelled, or taken up by another worker after our lease expired. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

class WorkerStops extends Error {
  override readonly name = 'WorkerStops'
}

interface Running {
  readonly claim: Claim
  readonly abort: AbortController
  readonly ended: Promise<void>
}

interface Claimed {
  readonly running: Running
  readonly ended: PromiseWithResolvers<void>
}

/** Claims jobs and carries them out, each under a lease that heartbeats prolong. */
export class Worker {
  readonly #options: Options
  readonly #running = new Set<Running>()
  #stopping = false
  /** Jobs that may be of a kind of which enough ran when they were looked at. */
  readonly #putOff = new Set<number>()
  /** Ends when the claim before has been made. */
  #claiming: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Carries a job out when it is there to be taken. Never throws: what goes wrong is in the job's row, or found by the sweep. */
  async work(job: number | ChooseJob): Promise<void> {
    if (this.#stopping) return
    const { log } = this.#options
    try {
      const running = await this.#claim(job)
      if (running !== undefined) await this.#carryOut(running)
    } catch (error) {
      log.warn(
        { err: error, ...(typeof job === 'number' && { job }) },
        'the job will be taken up again when its lease has expired',
      )
    }
  }

  /** Ends those of these jobs (null: of all) whose claim is lost. A heartbeat finds it out too, but later. */
  look(ids: readonly number[] | null): void {
    const { database, log } = this.#options
    for (const { claim, abort } of this.#running) {
      if (ids !== null && !ids.includes(claim.id)) continue
      hasClaim(database, claim).then(
        (kept) => kept || abort.abort(new ClaimLost(`job ${claim.id}`)),
        (error: unknown) => log.warn({ err: error, job: claim.id }, 'a look at a job failed; its heartbeat is next'),
      )
    }
  }

  /** Ends jobs whose workers died in their last attempt. */
  async endAbandoned(): Promise<void> {
    const { database } = this.#options
    for (;;) {
      const ended = await database.transaction().execute(async (transaction) => {
        const abandoned = await endAbandonedJob(transaction)
        if (abandoned !== undefined) await this.#effectOfError(abandoned.claim, abandoned.reason)(transaction)
        return abandoned
      })
      if (ended === undefined) return
    }
  }

  /** Takes no more jobs; gives those that run back to the queue when they have not ended after `patience` milliseconds. */
  async stop(patience: number): Promise<void> {
    this.#stopping = true
    const running = [...this.#running]
    for (const { abort } of running) abort.abort(new WorkerStops('the worker stops'))
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, patience)
    await Promise.race([Promise.all(running.map(({ ended }) => ended)), timeout.promise])
    clearTimeout(timer)
    for (const { claim } of this.#running) await this.#release(claim)
  }

  /** One claim after the other, so that each sees what runs. */
  #claim(job: number | ChooseJob): Promise<Claimed | undefined> {
    const { database, owner, times, atOnce = new Map() } = this.#options
    const claimed = this.#claiming.then(async () => {
      const runningOf = (kind: JobType): number => [...this.#running].filter(({ claim }) => claim.jobType === kind).length
      const full = [...atOnce].filter(([kind, most]) => runningOf(kind) >= most).map(([kind]) => kind)
      const id = typeof job === 'number' ? job : await job(database)
      if (id === undefined) return undefined
      const claim = await claimJob(database, id, owner, times.leaseSeconds, full)
      if (claim === undefined) {
        if (full.length > 0) this.#putOff.add(id)
        return undefined
      }
      const ended = Promise.withResolvers<void>()
      const running = { claim, abort: new AbortController(), ended: ended.promise }
      this.#running.add(running)
      return { running, ended }
    })
    this.#claiming = claimed.catch(() => undefined)
    return claimed
  }

  async #carryOut({ running, ended }: Claimed): Promise<void> {
    const { claim, abort } = running
    const heart = this.#beat(claim, abort)
    try {
      const handler = this.#handlerOf(claim)
      if (handler === undefined) throw new JobFailure(`This server has no handler for jobs of the kind ${claim.jobType}`)
      const effect = await handler.run(claim, { signal: abort.signal, log: this.#options.log })
      await this.#finish(claim, effect)
    } catch (error) {
      await this.#afterFailure(claim, abort.signal.aborted ? abort.signal.reason : error)
    } finally {
      clearInterval(heart)
      this.#running.delete(running)
      ended.resolve()
      if (this.#options.atOnce?.has(claim.jobType)) await this.#wakeNext()
    }
  }

  /** A place is free: the job that was put off first is looked at again. The sweep does it too, but later. */
  async #wakeNext(): Promise<void> {
    const [next] = this.#putOff
    if (next === undefined || this.#stopping) return
    this.#putOff.delete(next)
    await wake(this.#options.database, next).catch((error: unknown) =>
      this.#options.log.warn({ err: error, job: next }, 'the job waits for the sweep'),
    )
  }

  /** Jobs of a newer version of the server may be in the table: those have none. */
  #handlerOf(claim: Claim): JobHandler | undefined {
    return claim.jobType === 'UNKNOWN' ? undefined : this.#options.handlers[claim.jobType]
  }

  #effectOfError(claim: Claim, reason: string): JobEffect {
    return this.#handlerOf(claim)?.failed(claim, reason) ?? (async () => {})
  }

  #beat(claim: Claim, abort: AbortController): NodeJS.Timeout {
    const { database, times, log } = this.#options
    return setInterval(() => {
      prolongLease(database, claim, times.leaseSeconds).then(
        (kept) => kept || abort.abort(new ClaimLost(`job ${claim.id}`)),
        // a database that does not answer now may answer in time for the next beat; if not, the fence decides
        (error: unknown) => log.warn({ err: error, job: claim.id }, 'a heartbeat failed'),
      )
    }, times.heartbeatSeconds * 1000)
  }

  async #finish(claim: Claim, effect: JobEffect): Promise<void> {
    await this.#options.database.transaction().execute(async (transaction) => {
      if (!(await finishJob(transaction, claim))) throw new ClaimLost(`job ${claim.id}`)
      await effect(transaction)
    })
  }

  async #afterFailure(claim: Claim, error: unknown): Promise<void> {
    const { log } = this.#options
    if (error instanceof ClaimLost) return log.info({ job: claim.id }, 'a late result was refused')
    if (error instanceof WorkerStops) return await this.#release(claim)
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof JobMustWait) {
      await this.#options.database.transaction().execute((transaction) => postponeJob(transaction, claim, reason))
      return log.info({ job: claim.id }, reason)
    }
    const found = error instanceof JobFailure ? error.effect : undefined
    const status = await this.#options.database.transaction().execute(async (transaction) => {
      const after = await failJob(transaction, claim, reason, { hopeless: error instanceof JobFailure })
      if (after === 'ERROR') await (found ?? this.#effectOfError(claim, reason))(transaction)
      return after
    })
    // what a person's script did wrong is told to that person
    if (found !== undefined) return log.info({ job: claim.id, status }, reason)
    log.warn({ err: error, job: claim.id, status }, 'a job failed')
  }

  async #release(claim: Claim): Promise<void> {
    await this.#options.database.transaction().execute((transaction) => releaseJob(transaction, claim))
  }
}
