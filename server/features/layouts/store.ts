import type { Kysely } from 'kysely'
import type { LayoutContent, ViewLayout } from '#contract/layouts.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'

/** Layouts that somebody sees: the own ones, and those that others of the organization share. */
const seen = (database: Kysely<Database>, caller: UserCaller) =>
  database
    .selectFrom('view_layout')
    .innerJoin('app_user', 'app_user.id', 'view_layout.user_id')
    .where('app_user.organization_id', '=', caller.organizationId)
    .where((where) => where.or([where('view_layout.user_id', '=', caller.userId), where('view_layout.shared', '=', true)]))
    .select([
      'view_layout.id',
      'view_layout.name',
      'view_layout.shared',
      'view_layout.layout',
      'view_layout.updated_at',
      'app_user.id as ownerId',
      'app_user.username as ownerName',
    ])

export async function listLayouts(database: Kysely<Database>, caller: UserCaller): Promise<ViewLayout[]> {
  const rows = await seen(database, caller).orderBy('view_layout.name').orderBy('view_layout.id').execute()
  return rows.map((row) => present(row, caller))
}

export async function findLayout(database: Kysely<Database>, caller: UserCaller, id: number): Promise<ViewLayout | undefined> {
  const row = await seen(database, caller).where('view_layout.id', '=', id).executeTakeFirst()
  return row && present(row, caller)
}

/** The new layout's id; undefined when the user has `limit` already. */
export async function insertLayout(
  database: Kysely<Database>,
  given: { userId: number; name: string; shared: boolean; layout: LayoutContent },
  limit: number,
): Promise<number | undefined> {
  return await database.transaction().execute(async (transaction) => {
    // the user's row is the lock, so that two at once cannot both be the last one
    await transaction.selectFrom('app_user').where('id', '=', given.userId).select('id').forUpdate().execute()
    const { count } = await transaction
      .selectFrom('view_layout')
      .where('user_id', '=', given.userId)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= limit) return undefined
    const { userId: user_id, name, shared, layout } = given
    const added = await transaction
      .insertInto('view_layout')
      .values({ user_id, name, shared, layout: JSON.stringify(layout) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
}

export async function changeLayout(
  database: Kysely<Database>,
  id: number,
  { name, shared, layout }: { name?: string; shared?: boolean; layout?: LayoutContent },
  now: Date,
): Promise<void> {
  await database
    .updateTable('view_layout')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(shared === undefined ? {} : { shared }),
      ...(layout === undefined ? {} : { layout: JSON.stringify(layout) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteLayout(database: Kysely<Database>, id: number): Promise<void> {
  await database.deleteFrom('view_layout').where('id', '=', id).execute()
}

interface Row {
  readonly id: number
  readonly name: string
  readonly shared: boolean
  readonly layout: LayoutContent
  readonly updated_at: Date
  readonly ownerId: number
  readonly ownerName: string
}

const present = ({ id, name, shared, layout, updated_at, ownerId, ownerName }: Row, caller: UserCaller): ViewLayout => ({
  id,
  name,
  shared,
  layout,
  owner: { id: ownerId, username: ownerName },
  mayEdit: ownerId === caller.userId || caller.administrator,
  updatedDate: updated_at.toISOString(),
})
