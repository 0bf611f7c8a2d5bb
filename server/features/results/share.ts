import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { shareResults } from '#contract/ipa-results.ts'
import type { BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import { tellShared } from '#server/features/runs/finish-run.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import { seesFile, seesRun } from './visible.ts'

type Wish = BodyOf<typeof shareResults>

/** A result, or (with `fileId`) one file of it. */
interface Shared {
  readonly runId: number
  readonly fileId: number | null
}

/**
 * Shares results and files with users of the organization, who are told of it, or ends that. Ending it for a result ends it
 * for its files.
 * @throws Problem 404 for what the caller does not see, 403 for what is not the caller's, 422 for users that there are not
 */
export async function share(database: Kysely<Database>, caller: UserCaller, wish: Wish): Promise<void> {
  if (wish.results.length + wish.files.length === 0) throw invalidField('results', 'Select at least one result or file')
  await database.transaction().execute(async (transaction) => {
    await requireUsers(transaction, caller, wish.users)
    const subjects = [
      ...(await ownResults(transaction, caller, wish.results)),
      ...(await ownFiles(transaction, caller, wish.files)),
    ]
    if (wish.shared) await begin(transaction, subjects, wish.users)
    else await end(transaction, subjects, wish.users)
    await tellRuns(
      transaction,
      subjects.map(({ runId }) => runId),
    )
  })
}

async function requireUsers(transaction: Transaction<Database>, caller: UserCaller, users: readonly number[]): Promise<void> {
  const wanted = [...new Set(users)]
  const rows = await transaction
    .selectFrom('app_user')
    .where('id', 'in', wanted)
    .where('organization_id', '=', caller.organizationId)
    .where('enabled', '=', true)
    .select('id')
    .execute()
  if (rows.length < wanted.length) throw invalidField('users', 'One of the users does not exist any more; select again')
}

async function ownResults(transaction: Transaction<Database>, caller: UserCaller, ids: readonly number[]): Promise<Shared[]> {
  if (ids.length === 0) return []
  const rows = await transaction
    .selectFrom('run')
    .where('run.id', 'in', [...ids])
    .where(seesRun(caller))
    .select(['run.id', 'run.user_id'])
    .execute()
  requireOwn(caller, rows, ids)
  return rows.map(({ id }) => ({ runId: id, fileId: null }))
}

async function ownFiles(transaction: Transaction<Database>, caller: UserCaller, ids: readonly number[]): Promise<Shared[]> {
  if (ids.length === 0) return []
  const rows = await transaction
    .selectFrom('result_file as file')
    .innerJoin('run', 'run.id', 'file.run_id')
    .where('file.id', 'in', [...ids])
    .where(seesRun(caller))
    .where(seesFile(caller))
    .select(['file.id', 'file.run_id', 'run.user_id'])
    .execute()
  requireOwn(caller, rows, ids)
  return rows.map(({ id, run_id: runId }) => ({ runId, fileId: id }))
}

function requireOwn(caller: UserCaller, rows: readonly { readonly user_id: number | null }[], ids: readonly number[]): void {
  if (rows.length < new Set(ids).size) throw notFound()
  if (!caller.administrator && rows.some((row) => row.user_id !== caller.userId)) throw new Problem('forbidden')
}

/** Only those who could see nothing of a result so far are told of it. */
async function begin(transaction: Transaction<Database>, subjects: readonly Shared[], users: readonly number[]): Promise<void> {
  const { rows } = await sql<{ run_id: number; user_id: number; organization_id: number; name: string }>`
    WITH subject (run_id, file_id) AS (
      SELECT * FROM unnest(${subjects.map(({ runId }) => runId)}::bigint[], ${subjects.map(({ fileId }) => fileId)}::bigint[])
    ), before AS (
      SELECT DISTINCT run_id, user_id FROM result_share WHERE run_id IN (SELECT run_id FROM subject)
    ), added AS (
      INSERT INTO result_share (run_id, user_id, result_file_id)
      SELECT subject.run_id, given.user_id, subject.file_id
      FROM subject JOIN run ON run.id = subject.run_id CROSS JOIN unnest(${[...new Set(users)]}::bigint[]) AS given (user_id)
      WHERE given.user_id IS DISTINCT FROM run.user_id
      ON CONFLICT DO NOTHING
      RETURNING run_id, user_id
    )
    SELECT DISTINCT added.run_id, added.user_id, run.organization_id, coalesce(analyzer.name, run.script_name) AS name
    FROM added JOIN run ON run.id = added.run_id LEFT JOIN analyzer ON analyzer.id = run.analyzer_id
    WHERE NOT EXISTS (SELECT FROM before WHERE before.run_id = added.run_id AND before.user_id = added.user_id)
    ORDER BY added.run_id, added.user_id`.execute(transaction)
  for (const { run_id: id, user_id: userId, organization_id, name } of rows)
    await tellShared(transaction, { id, organization_id, userId, name })
}

async function end(transaction: Transaction<Database>, subjects: readonly Shared[], users: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM result_share AS share
    USING unnest(${subjects.map(({ runId }) => runId)}::bigint[], ${subjects.map(({ fileId }) => fileId)}::bigint[])
      AS subject (run_id, file_id)
    WHERE share.run_id = subject.run_id AND share.user_id = ANY (${[...users]}::bigint[])
      AND (subject.file_id IS NULL OR share.result_file_id = subject.file_id)`.execute(transaction)
}

/** Pages that show these results ask for them again. */
async function tellRuns(transaction: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await sql`UPDATE run SET updated_at = now() WHERE id = ANY (${[...new Set(ids)]}::bigint[])`.execute(transaction)
}
