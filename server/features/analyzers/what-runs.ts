import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** One script of an analyzer, as it would run now. */
export interface RunningScript {
  readonly scriptId: number
  /** The newest accepted one. */
  readonly scriptVersionId: number
  readonly configurationIds: readonly number[]
}

/** An analyzer, as far as its runs need it. */
export interface WhatRuns {
  readonly id: number
  readonly userId: number | null
  readonly execUserId: number | null
  readonly environment: string | null
  /** In the order chosen; each makes a run of its own. */
  readonly scripts: readonly RunningScript[]
}

/** What these analyzers would run now. Deleted parts are left out: whoever asks looks for them first. */
export async function whatRuns(database: Kysely<Database>, analyzerIds: readonly number[]): Promise<WhatRuns[]> {
  const { rows } = await sql<WhatRuns>`
    SELECT a.id, a.user_id AS "userId", a.script_exec_user AS "execUserId", a.environment,
      coalesce((
        SELECT json_agg(json_build_object('scriptId', s.id, 'scriptVersionId', accepted.id, 'configurationIds', ARRAY(
            SELECT c.id FROM analyzer_configuration ac JOIN configuration c ON c.id = ac.configuration_id
            WHERE ac.analyzer_id = a.id AND c.script_id = s.id AND c.deleted_at IS NULL ORDER BY ac.place)) ORDER BY x.place)
        FROM analyzer_script x JOIN script s ON s.id = x.script_id
        JOIN LATERAL (
          SELECT id FROM script_version v WHERE v.script_id = s.id AND v.status = 'ACCEPTED' ORDER BY v.number DESC LIMIT 1
        ) accepted ON true
        WHERE x.analyzer_id = a.id AND s.deleted_at IS NULL), '[]') AS scripts
    FROM analyzer a WHERE a.id = ANY (${analyzerIds}::bigint[]) ORDER BY a.id`.execute(database)
  return rows
}
