import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { IpaScript, ReviewStatus } from '#contract/ipa-scripts.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { mayDeleteScript, mayEditScript, mayReviewScript } from './policy.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly user_id: number | null
  readonly username: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly ready_made: string | null
  readonly status: ReviewStatus
  readonly version: number
  readonly comment: string
  readonly accepted_version: number | null
  readonly configurations: number
  readonly analyzers: number
}

interface Which {
  readonly id?: number
  readonly status?: ReviewStatus | undefined
}

/** Scripts of an organization with the state of their newest versions, newest first. */
export async function findScripts(
  database: Kysely<Database>,
  caller: UserCaller,
  { id, status }: Which = {},
): Promise<IpaScript[]> {
  const { rows } = await sql<Row>`
    SELECT script.id, script.name, script.description, script.user_id, app_user.username, script.created_at, script.updated_at,
      script.ready_made, newest.status, newest.number AS version, newest.comment, accepted.number AS accepted_version,
      (SELECT count(*) FROM configuration WHERE script_id = script.id AND deleted_at IS NULL) AS configurations,
      (SELECT count(*) FROM analyzer_script JOIN analyzer ON analyzer.id = analyzer_id
        WHERE script_id = script.id AND analyzer.deleted_at IS NULL) AS analyzers
    FROM script
    JOIN LATERAL (SELECT number, status, comment FROM script_version
      WHERE script_id = script.id ORDER BY number DESC LIMIT 1) newest ON true
    LEFT JOIN LATERAL (SELECT number FROM script_version
      WHERE script_id = script.id AND status = 'ACCEPTED' ORDER BY number DESC LIMIT 1) accepted ON true
    LEFT JOIN app_user ON app_user.id = script.user_id
    WHERE script.organization_id = ${caller.organizationId} AND script.deleted_at IS NULL
      AND (${id ?? null}::bigint IS NULL OR script.id = ${id ?? null})
      AND (${status ?? null}::text IS NULL OR newest.status = ${status ?? null})
    ORDER BY script.id DESC`.execute(database)
  return rows.map((row) => present(row, caller))
}

/** Undefined when the organization has no such script. */
export async function findScript(database: Kysely<Database>, caller: UserCaller, id: number): Promise<IpaScript | undefined> {
  return (await findScripts(database, caller, { id }))[0]
}

function present(row: Row, caller: UserCaller): IpaScript {
  const { user_id: ownerId, username, created_at, updated_at, ready_made, status } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    user: ownerId === null ? null : { id: ownerId, name: username ?? '' },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    status,
    version: row.version,
    comment: row.comment,
    accepted_version: row.accepted_version,
    ready_made: ready_made !== null,
    configurations: row.configurations,
    analyzers: row.analyzers,
    may_edit: mayEditScript({ ownerId }, caller),
    may_delete: mayDeleteScript({ ownerId }, caller),
    may_review: mayReviewScript({ status }, caller),
  }
}

export interface NewScript {
  readonly organizationId: number
  /** Null: it comes with Loggerhead. */
  readonly userId: number | null
  readonly name: string
  readonly description: string
  readonly readyMade?: string
}

export async function insertScript(database: Kysely<Database>, given: NewScript): Promise<number> {
  const { id } = await database
    .insertInto('script')
    .values({
      organization_id: given.organizationId,
      user_id: given.userId,
      name: given.name,
      description: given.description,
      ready_made: given.readyMade ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeScript(
  database: Kysely<Database>,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  await database
    .updateTable('script')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Hides it: analyzers that name it say that it is missing, and results what ran. */
export async function hideScript(database: Kysely<Database>, id: number): Promise<void> {
  await database
    .updateTable('script')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
