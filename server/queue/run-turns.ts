import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** More organizations and people than this are not remembered: those served longest ago are taken for new ones. */
const mostRemembered = 10_000

/**
 * Whose run is next. Places for runs are few and runs long: organizations take turns, and within one its people, so that
 * five hundred runs of one hold up the first run of another for no more than one run. Higher priorities, and then earlier
 * runs, come first only among the runs of one person.
 */
export class RunTurns {
  /** Those that this process has served, the latest last. */
  readonly #organizations = new Set<number>()
  readonly #people = new Set<number>()

  /** The job that should be taken now; undefined when none is due. The caller takes it before it asks again. */
  async next(database: Kysely<Database>): Promise<number | undefined> {
    const { rows } = await sql<{ id: number; organizationId: number; userId: number | null }>`
      WITH busy AS (
        SELECT job.organization_id, run.user_id FROM job JOIN run ON run.id = job.lookup_id
        WHERE job.run_status = 'STARTED' AND job.lease_until >= now() AND job.job_type IN ('IPA_MANUAL', 'IPA_INGRESS')
      ), busy_organization AS (
        SELECT organization_id, count(*) AS running FROM busy GROUP BY organization_id
      ), busy_person AS (
        SELECT user_id, count(*) AS running FROM busy GROUP BY user_id
      )
      SELECT job.id, job.organization_id AS "organizationId", run.user_id AS "userId"
      FROM job
      JOIN run ON run.id = job.lookup_id
      LEFT JOIN busy_organization ON busy_organization.organization_id = job.organization_id
      LEFT JOIN busy_person ON busy_person.user_id = run.user_id
      WHERE job.job_type IN ('IPA_MANUAL', 'IPA_INGRESS') AND job.attempts < job.max_attempts AND (
        (job.run_status IN ('NEW', 'LATER') AND job.not_before <= now())
        OR (job.run_status = 'STARTED' AND job.lease_until < now()))
      ORDER BY coalesce(busy_organization.running, 0),
        array_position(${[...this.#organizations]}::bigint[], job.organization_id::bigint) NULLS FIRST,
        job.organization_id,
        coalesce(busy_person.running, 0),
        array_position(${[...this.#people]}::bigint[], run.user_id::bigint) NULLS FIRST,
        run.user_id,
        job.priority DESC, job.id
      LIMIT 1`.execute(database)
    const next = rows[0]
    if (next === undefined) return undefined
    serve(this.#organizations, next.organizationId)
    if (next.userId !== null) serve(this.#people, next.userId)
    return next.id
  }
}

function serve(served: Set<number>, id: number): void {
  served.delete(id)
  served.add(id)
  const [oldest] = served
  if (served.size > mostRemembered && oldest !== undefined) served.delete(oldest)
}
