import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

export interface Organization {
  readonly id: number
  readonly name: string
  /** Null: no limit. */
  readonly quotaBytes: number | null
  readonly usedBytes: number
}

const columns = ['id', 'name', 'quota_bytes as quotaBytes', 'used_bytes as usedBytes'] as const

/** All organizations, or the one with this id; the operator's first. */
export async function listOrganizations(database: Kysely<Database>, which: 'all' | number): Promise<Organization[]> {
  return await database
    .selectFrom('organization')
    .$if(which !== 'all', (query) => query.where('id', '=', which === 'all' ? 0 : which))
    .select(columns)
    .orderBy('id')
    .execute()
}

export async function findOrganizationByName(database: Kysely<Database>, name: string): Promise<Organization | undefined> {
  return await database
    .selectFrom('organization')
    .where((where) => where(where.fn('lower', ['name']), '=', where.fn('lower', [where.val(name)])))
    .select(columns)
    .executeTakeFirst()
}

/** The new organization, or undefined when the name is taken. */
export async function createOrganization(
  database: Kysely<Database>,
  given: { name: string; quotaBytes: number | null },
): Promise<Organization | undefined> {
  return await database
    .insertInto('organization')
    .values({ name: given.name, quota_bytes: given.quotaBytes })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}
