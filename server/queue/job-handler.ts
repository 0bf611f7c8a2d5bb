import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { jobType } from '#contract/jobs.ts'
import type { JobType } from '#contract/jobs.ts'
import type { Database } from '#server/database/schema.ts'

/** Kinds of jobs that workers of this server do; UNKNOWN is only a placeholder in answers. */
export type WorkerJobType = Exclude<JobType, 'UNKNOWN'>

/** A job in the hands of one worker: the version is the fence that tells this claim from earlier and later ones. */
export interface Claim {
  readonly id: number
  readonly version: number
  readonly organizationId: number
  readonly jobType: JobType
  readonly arguments: string
  readonly deviceId: number | null
  readonly lookupId: number | null
  /** This one included. */
  readonly attempts: number
  readonly maxAttempts: number
}

/** What a job changes, written in the transaction that ends the job: both happen once, or neither does. */
export type JobEffect = (transaction: Transaction<Database>) => Promise<void>

export interface JobContext {
  /** Aborted when the claim is lost (cancelled, or taken up by another worker) and when the worker stops. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/**
 * Does the jobs of one kind. Jobs run at least once: a worker may die in `run` and another one begins anew,
 * so `run` itself changes nothing that must not happen twice. Its effect is committed exactly once.
 */
export interface JobHandler {
  /** @throws JobFailure when trying again cannot help; any other error is tried again later */
  run(claim: Claim, context: JobContext): Promise<JobEffect>
  /** What the end in ERROR changes beyond the job itself, such as the state of a file. */
  failed(claim: EndedJob, reason: string): JobEffect
  /** The same when somebody cancels it; as `failed` when there is none. */
  canceled?(claim: EndedJob, reason: string): JobEffect
}

/** What is known of a job that ended without its worker. */
export type EndedJob = Pick<Claim, 'id' | 'organizationId' | 'jobType' | 'arguments' | 'deviceId' | 'lookupId'>

export type JobHandlers = Readonly<Record<WorkerJobType, JobHandler>>

/** The job cannot succeed, however often it is tried: it ends in ERROR with this sentence. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  /** What was found all the same; instead of the handler's `failed`. */
  readonly effect: JobEffect | undefined

  constructor(message: string, options: ErrorOptions & { readonly effect?: JobEffect } = {}) {
    super(message, options)
    this.effect = options.effect
  }
}

/** What the job needs is not there yet: it waits again, and the attempt does not count. The sentence says for what. */
export class JobMustWait extends Error {
  override readonly name = 'JobMustWait'
}

/**
 * Proves at the start that each kind of job has its handler.
 * @throws Error with a sentence otherwise: the server must not start then
 */
export function checkJobHandlers(handlers: Readonly<Record<string, JobHandler | undefined>>): void {
  const kinds = jobType.options.filter((kind) => kind !== 'UNKNOWN')
  for (const kind of kinds) {
    if (handlers[kind] === undefined)
      throw new Error(`Jobs of the kind ${kind} have no handler; add one to startQueue in server/app.ts`)
  }
  const unknown = Object.keys(handlers).filter((name) => !kinds.some((kind) => kind === name))
  if (unknown.length > 0)
    throw new Error(`Handlers for jobs that the contract does not know: ${unknown.join(', ')}; add them to contract/jobs.ts`)
}
