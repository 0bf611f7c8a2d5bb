import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { JobType } from '#contract/jobs.ts'
import type { Database } from '#server/database/schema.ts'
import type { Claim, WorkerJobType } from './job-handler.ts'

/*
 * The life of a job, whole: every statement that changes run_status is in this file.
 *
 *   NEW ────────────┐            ┌──> FINISHED
 *    ^              ├─> STARTED ─┼──> ERROR     (no attempts left, or hopeless)
 *    └─ released ── │     │      └──> CANCELED  (also from NEW and LATER)
 *   LATER ──────────┘     ├─ failed, to be tried again ─> LATER
 *                         └─ must wait ─> NEW
 *
 * All times are the database's now(), so that workers with wrong clocks agree. `version` rises with each claim; whoever ends
 * or prolongs a claim names its version, and is refused when another claim has been made meanwhile.
 */

export interface NewJob {
  readonly organizationId: number
  readonly jobType: WorkerJobType
  readonly lookupId?: number
  readonly deviceId?: number | null
  readonly arguments?: string
  /** Higher is sooner. */
  readonly priority?: number
  /** 5 unless told. */
  readonly maxAttempts?: number
  /** SERVER unless told. */
  readonly runType?: 'SERVER' | 'DISTILLER'
}

/** Runs of scripts are woken apart: they have places of their own, and wait while this server has no sandbox. */
const taskOf = sql`CASE WHEN job_type IN ('IPA_MANUAL', 'IPA_INGRESS') THEN 'wake_run' ELSE 'wake' END`

/**
 * Queues a job and its wake-up in the caller's transaction.
 * @returns the id, or undefined when the same job waits or runs already
 */
export async function addJob(transaction: Transaction<Database>, job: NewJob): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO job (organization_id, job_type, lookup_id, device_id, arguments, priority, max_attempts, run_type)
    VALUES (${job.organizationId}, ${job.jobType}, ${job.lookupId ?? null}, ${job.deviceId ?? null}, ${job.arguments ?? ''},
      ${job.priority ?? 0}, ${job.maxAttempts ?? 5}, ${job.runType ?? 'SERVER'})
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(transaction)
  const id = rows[0]?.id
  if (id !== undefined) await wake(transaction, id)
  return id
}

/** Wake-ups that one statement sends; the sweep wakes for the jobs after them, those of the highest priority first. */
const wokenAtOnce = 200

/**
 * Queues one job for each of many things, in the caller's transaction.
 * @param lookups a statement that selects the organization's `lookup_id`s
 * @returns how many; the same job that waits already is not counted
 */
export async function addJobs(
  transaction: Transaction<Database>,
  job: Pick<NewJob, 'organizationId' | 'jobType' | 'priority'>,
  lookups: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH added AS (
      INSERT INTO job (organization_id, job_type, lookup_id, priority)
      SELECT ${job.organizationId}, ${job.jobType}, lookup_id, ${job.priority ?? 0} FROM (${lookups}) AS lookup
      ON CONFLICT DO NOTHING
      RETURNING id, priority
    ), woken AS (
      SELECT graphile_worker.add_job(${taskOf}, json_build_object('job', id), job_key => 'job-' || id,
        max_attempts => 3, priority => -priority)
      FROM (SELECT id, priority, ${job.jobType}::text AS job_type FROM added ORDER BY id LIMIT ${wokenAtOnce}) AS first
    )
    SELECT (SELECT count(*) FROM added) AS count, (SELECT count(*) FROM woken) AS woken`.execute(transaction)
  return rows[0]?.count ?? 0
}

/** Tells workers to look at a job at its time. A wake-up may be lost or come twice; the sweep and the claim bear both. */
export async function wake(transaction: Kysely<Database>, id: number): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(${taskOf}, json_build_object('job', id), run_at => not_before,
      job_key => 'job-' || id, max_attempts => 3, priority => -priority)
    FROM job WHERE id = ${id}`.execute(transaction)
}

/**
 * Takes a job that is due, or whose worker has let its lease expire; undefined when there is nothing to take.
 * @param except kinds that are not taken now; the sweep wakes for them again
 */
export async function claimJob(
  database: Kysely<Database>,
  id: number,
  owner: string,
  leaseSeconds: number,
  except: readonly JobType[] = [],
): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    UPDATE job SET
      run_status = 'STARTED', version = version + 1, attempts = attempts + 1,
      started = now(), process_owner = ${owner}, last_process = ${owner},
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${id} AND attempts < max_attempts AND job_type <> ALL(${[...except]}) AND (
      (run_status IN ('NEW', 'LATER') AND not_before <= now())
      OR (run_status = 'STARTED' AND lease_until < now()))
    RETURNING id, version, organization_id AS "organizationId", job_type AS "jobType", arguments,
      device_id AS "deviceId", lookup_id AS "lookupId", attempts, max_attempts AS "maxAttempts"`.execute(database)
  return rows[0]
}

/** Prolongs the lease; false when the claim is lost. */
export async function prolongLease(database: Kysely<Database>, claim: Claim, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET lease_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'
    RETURNING id`.execute(database)
  return rows.length > 0
}

/** STARTED -> FINISHED; false when the claim is lost: the caller must then undo everything it did in this transaction. */
export async function finishJob(transaction: Transaction<Database>, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET run_status = 'FINISHED', finished = now(), last_error = NULL, process_owner = NULL, lease_until = NULL
    WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'
    RETURNING id`.execute(transaction)
  return rows.length > 0
}

/**
 * STARTED -> LATER after a failure, 10 s after the first, doubling up to 10 minutes; -> ERROR when no attempt is left
 * or none would help. Undefined when the claim is lost.
 */
export async function failJob(
  transaction: Transaction<Database>,
  claim: Claim,
  reason: string,
  { hopeless }: { hopeless: boolean },
): Promise<'LATER' | 'ERROR' | undefined> {
  const { rows } = await sql<{ status: 'LATER' | 'ERROR' }>`
    UPDATE job SET
      run_status = CASE WHEN ${hopeless} OR attempts >= max_attempts THEN 'ERROR' ELSE 'LATER' END,
      finished = CASE WHEN ${hopeless} OR attempts >= max_attempts THEN now() END,
      not_before = now() + least(make_interval(secs => 5 * power(2, attempts)), interval '10 minutes'),
      last_error = ${storable(reason)}, process_owner = NULL, lease_until = NULL
    WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'
    RETURNING run_status AS status`.execute(transaction)
  const status = rows[0]?.status
  if (status === 'LATER') await wake(transaction, claim.id)
  return status
}

/** STARTED -> NEW when a worker stops: the attempt does not count. False when the claim is lost. */
export async function releaseJob(transaction: Transaction<Database>, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET run_status = 'NEW', attempts = attempts - 1, not_before = now(), process_owner = NULL, lease_until = NULL
    WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'
    RETURNING id`.execute(transaction)
  if (rows.length > 0) await wake(transaction, claim.id)
  return rows.length > 0
}

/** STARTED -> NEW, for 10 s, since what it needs is not there yet: the attempt does not count. False when the claim is lost. */
export async function postponeJob(transaction: Transaction<Database>, claim: Claim, reason: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET run_status = 'NEW', attempts = attempts - 1, not_before = now() + interval '10 seconds',
      last_error = ${storable(reason)}, process_owner = NULL, lease_until = NULL
    WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'
    RETURNING id`.execute(transaction)
  if (rows.length > 0) await wake(transaction, claim.id)
  return rows.length > 0
}

/** NEW, LATER or STARTED -> CANCELED. A running worker learns it with its next heartbeat. False when there is no such job, or it has ended. */
export async function cancelJob(database: Kysely<Database>, organizationId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET run_status = 'CANCELED', finished = now(), process_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND organization_id = ${organizationId} AND run_status IN ('NEW', 'LATER', 'STARTED')
    RETURNING id`.execute(database)
  return rows.length > 0
}

/** Removes a job that waits for its first turn, or has ended. False when there is no such job, or it has begun. */
export async function removeJob(database: Kysely<Database>, organizationId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM job
    WHERE id = ${id} AND organization_id = ${organizationId} AND run_status NOT IN ('LATER', 'STARTED')
    RETURNING id`.execute(database)
  return rows.length > 0
}

/** Whether this worker still has the job now. */
export async function hasClaim(database: Kysely<Database>, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM job WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED'`.execute(database)
  return rows.length > 0
}

/** Whether this worker still has the job, which it then keeps until the transaction ends. */
export async function holdClaim(transaction: Transaction<Database>, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM job WHERE id = ${claim.id} AND version = ${claim.version} AND run_status = 'STARTED' FOR SHARE`.execute(
    transaction,
  )
  return rows.length > 0
}

/**
 * NEW and LATER -> CANCELED for the jobs of one thing that has gone, those that run included on request; the outcome says why.
 */
export async function cancelJobsOf(
  transaction: Transaction<Database>,
  lookupId: number,
  jobTypes: readonly WorkerJobType[],
  { running, outcome }: { running: boolean; outcome: string },
): Promise<void> {
  await sql`
    UPDATE job SET run_status = 'CANCELED', finished = now(), outcome = ${outcome}, process_owner = NULL, lease_until = NULL
    WHERE lookup_id = ${lookupId} AND job_type = ANY (${[...jobTypes]})
      AND (run_status IN ('NEW', 'LATER') OR (${running} AND run_status = 'STARTED'))`.execute(transaction)
}

/** STARTED -> ERROR for one job whose worker died in its last attempt; undefined when there is none. */
export async function endAbandonedJob(transaction: Transaction<Database>): Promise<{ claim: Claim; reason: string } | undefined> {
  const { rows } = await sql<Claim & { reason: string }>`
    UPDATE job SET
      run_status = 'ERROR', finished = now(), process_owner = NULL, lease_until = NULL,
      last_error = format('The worker %s stopped in attempt %s of %s', process_owner, attempts, max_attempts)
    WHERE id = (
      SELECT id FROM job WHERE run_status = 'STARTED' AND lease_until < now() AND attempts >= max_attempts
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, version, organization_id AS "organizationId", job_type AS "jobType", arguments, device_id AS "deviceId",
      lookup_id AS "lookupId", attempts, max_attempts AS "maxAttempts", last_error AS reason`.execute(transaction)
  const row = rows[0]
  return row === undefined ? undefined : { claim: row, reason: row.reason }
}

/**
 * Wakes workers for jobs that should run and have no wake-up under way: it was lost, or its worker died.
 * @returns how many
 */
export async function wakeForgottenJobs(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql`
    SELECT graphile_worker.add_job(${taskOf}, json_build_object('job', id), job_key => 'job-' || id, max_attempts => 3, priority => -priority)
    FROM (
      SELECT id, priority, job_type FROM job
      WHERE attempts < max_attempts
        AND ((run_status IN ('NEW', 'LATER') AND not_before <= now() - interval '2 seconds') OR (run_status = 'STARTED' AND lease_until < now()))
        AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS woken WHERE woken.key = 'job-' || job.id AND woken.locked_at IS NULL)
      ORDER BY job.priority DESC, job.id
      LIMIT 200
    ) AS forgotten`.execute(database)
  return rows.length
}

/** PostgreSQL keeps no zero characters, and nobody reads more than this. */
function storable(reason: string): string {
  return reason.replaceAll('\u0000', '').slice(0, 2000)
}
