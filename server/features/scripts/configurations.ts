import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Configuration } from '#contract/ipa-configurations.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { mayDeleteConfiguration, mayEditConfiguration } from './policy.ts'

/** Configurations of a script that the organization has, newest first. */
export async function findConfigurations(
  database: Kysely<Database>,
  caller: UserCaller,
  scriptId: number,
  id?: number,
): Promise<Configuration[]> {
  const rows = await database
    .selectFrom('configuration')
    .innerJoin('script', 'script.id', 'configuration.script_id')
    .leftJoin('app_user', 'app_user.id', 'configuration.user_id')
    .where('script.id', '=', scriptId)
    .where('script.organization_id', '=', caller.organizationId)
    .where('script.deleted_at', 'is', null)
    .where('configuration.deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('configuration.id', '=', id ?? 0))
    .select(['configuration.id', 'script_id', 'configuration.name', 'configuration.description', 'filename', 'sha256'])
    .select(['configuration.user_id as ownerId', 'username', 'configuration.created_at', 'configuration.updated_at'])
    .select(sql<number>`length(content)`.as('size'))
    .orderBy('configuration.id', 'desc')
    .execute()
  return rows.map(({ ownerId, username, sha256, created_at, updated_at, ...row }) => ({
    ...row,
    sha256: sha256.toString('hex'),
    user: ownerId === null ? null : { id: ownerId, name: username ?? '' },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    may_edit: mayEditConfiguration({ ownerId }, caller),
    may_delete: mayDeleteConfiguration(caller),
  }))
}

/** Undefined when the script has no such configuration. */
export async function findConfiguration(
  database: Kysely<Database>,
  caller: UserCaller,
  { id, configId }: { id: number; configId: number },
): Promise<Configuration | undefined> {
  return (await findConfigurations(database, caller, id, configId))[0]
}

/** The bytes of one that the caller may see. */
export async function readConfiguration(database: Kysely<Database>, id: number): Promise<Buffer | undefined> {
  const row = await database.selectFrom('configuration').where('id', '=', id).select('content').executeTakeFirst()
  return row?.content
}

export interface NewConfiguration {
  readonly scriptId: number
  readonly userId: number | null
  readonly name: string
  readonly description: string
  readonly filename: string
  readonly content: Buffer
}

export async function insertConfiguration(database: Kysely<Database>, given: NewConfiguration): Promise<number> {
  const { id } = await database
    .insertInto('configuration')
    .values({
      script_id: given.scriptId,
      user_id: given.userId,
      name: given.name,
      description: given.description,
      filename: given.filename,
      ...contentOf(given.content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeConfiguration(
  database: Kysely<Database>,
  id: number,
  change: {
    name?: string | undefined
    description?: string | undefined
    filename?: string | undefined
    content?: Buffer | undefined
  },
): Promise<void> {
  const { name, description, filename, content } = change
  await database
    .updateTable('configuration')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(filename === undefined ? {} : { filename }),
      ...(content === undefined ? {} : contentOf(content)),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

const contentOf = (content: Buffer) => ({ content, sha256: createHash('sha256').update(content).digest() })

/** Hides it: analyzers that name it say that it is missing. */
export async function hideConfiguration(database: Kysely<Database>, id: number): Promise<void> {
  await database
    .updateTable('configuration')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
