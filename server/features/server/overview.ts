import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

interface Overview {
  readonly users: number
  readonly fleets: number
  readonly vehicles: number
  readonly devices: number
  readonly uploads: number
  readonly usedBytes: number
  readonly quotaBytes: number | null
  readonly jobs: { readonly waiting: number; readonly running: number; readonly failed: number }
}

/** Jobs that are looked at for failures: all that there ever were would be too many. */
const latestJobs = 1000

/** Every figure comes from an index or a tally, however large the archive is. */
export async function overviewOf(database: Kysely<Database>, organizationId: number): Promise<Overview> {
  const { rows } = await sql<Omit<Overview, 'jobs'> & { waiting: number; running: number; failed: number }>`
    SELECT o.used_bytes AS "usedBytes", o.quota_bytes AS "quotaBytes",
      (SELECT count(*) FROM app_user WHERE organization_id = o.id AND enabled) AS users,
      (SELECT count(*) FROM fleet WHERE organization_id = o.id AND NOT delete_flag) AS fleets,
      (SELECT count(*) FROM vehicle WHERE organization_id = o.id AND NOT delete_flag) AS vehicles,
      (SELECT count(*) FROM device WHERE organization_id = o.id) AS devices,
      (SELECT coalesce(sum(uploads), 0)::bigint FROM (
        SELECT uploads FROM tally_zone_shape WHERE organization_id = o.id
        UNION ALL SELECT amount FROM upload_change WHERE organization_id = o.id
      ) part) AS uploads,
      (SELECT count(*) FROM job WHERE organization_id = o.id AND run_status IN ('NEW', 'LATER')) AS waiting,
      (SELECT count(*) FROM job WHERE organization_id = o.id AND run_status = 'STARTED') AS running,
      (SELECT count(*) FROM (
        SELECT run_status FROM job WHERE organization_id = o.id ORDER BY id DESC LIMIT ${latestJobs}
      ) latest WHERE run_status = 'ERROR') AS failed
    FROM organization o WHERE o.id = ${organizationId}`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error(`Organization ${organizationId} is not there`)
  const { waiting, running, failed, ...counts } = row
  return { ...counts, jobs: { waiting, running, failed } }
}
