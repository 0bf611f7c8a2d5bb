import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { UserCaller } from '#server/http/caller.ts'

/** Who asks for results. */
export type Seer = Pick<UserCaller, 'userId' | 'organizationId' | 'administrator'>

/**
 * Who sees what, once, as conditions on `run` and `result_file`:
 * the owner of a run and administrators of its organization see all of it; with others it is shared, whole or file by file.
 */

/** Whether the caller sees anything of a run. */
export function seesRun({ userId, organizationId, administrator }: Seer): RawBuilder<boolean> {
  if (administrator) return sql<boolean>`run.organization_id = ${organizationId}`
  return sql<boolean>`(run.organization_id = ${organizationId} AND (run.user_id = ${userId} OR ${isShared(userId)}))`
}

/** Whether the caller sees all of a run: its log, its end and every file. */
export function seesAllOf({ userId, administrator }: Seer): RawBuilder<boolean> {
  if (administrator) return sql<boolean>`true`
  return sql<boolean>`(run.user_id IS NOT DISTINCT FROM ${userId} OR EXISTS (
    SELECT FROM result_share AS share
    WHERE share.run_id = run.id AND share.user_id = ${userId} AND share.result_file_id IS NULL))`
}

/** Whether the caller sees a file of a run that he sees. */
export function seesFile({ userId, administrator }: Seer): RawBuilder<boolean> {
  if (administrator) return sql<boolean>`true`
  return sql<boolean>`(run.user_id IS NOT DISTINCT FROM ${userId} OR EXISTS (
    SELECT FROM result_share AS share
    WHERE share.run_id = run.id AND share.user_id = ${userId}
      AND (share.result_file_id IS NULL OR share.result_file_id = file.id)))`
}

/** Whether something of a run was shared with a user. */
export function isShared(userId: number): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM result_share AS share WHERE share.run_id = run.id AND share.user_id = ${userId})`
}
