import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { NotificationType } from '#contract/notification-inbox.ts'
import { mostNewNotifications } from '#contract/notification-inbox.ts'
import type { Database } from '#server/database/schema.ts'
import { addJob } from '#server/queue/job-states.ts'

/** Mail servers may be away, or ask strangers to come again later (greylisting): this is most of an hour. */
const mailAttempts = 10
/** Notifications that a user keeps; the oldest beyond go when a new one comes. */
const mostKept = 1000

export interface News {
  readonly organizationId: number
  readonly userId: number
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  /** A path of the application. */
  readonly path: string | null
}

/**
 * Tells a user something, in the caller's transaction: it is told exactly once when the transaction is committed.
 * @param byMail sent as mail too, by a job of its own
 */
export async function notify(transaction: Transaction<Database>, news: News, byMail: boolean): Promise<void> {
  const { organizationId, userId, type, title, message, path } = news
  const { id } = await transaction
    .insertInto('notification')
    .values({ organization_id: organizationId, user_id: userId, type, title, message, path })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    DELETE FROM notification WHERE user_id = ${userId} AND id <= (
      SELECT id FROM notification WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${mostKept} LIMIT 1)`.execute(transaction)
  if (byMail) await addJob(transaction, { organizationId, jobType: 'MAIL', lookupId: id, maxAttempts: mailAttempts })
}

function ownOf(database: Kysely<Database>, userId: number) {
  return database.selectFrom('notification').where('user_id', '=', userId)
}

/** Newest first: those above `highest` that the user has not seen yet. */
export async function findNew(database: Kysely<Database>, userId: number, highest: number) {
  return await ownOf(database, userId)
    .where('id', '>', highest)
    .where('old_at', 'is', null)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(mostNewNotifications)
    .execute()
}

export async function countUnread(database: Kysely<Database>, userId: number): Promise<number> {
  const { unread } = await ownOf(database, userId)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

export async function markOld(database: Kysely<Database>, userId: number, ids: readonly number[]): Promise<void> {
  await database
    .updateTable('notification')
    .set({ old_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('old_at', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
}

export async function listOwn(
  database: Kysely<Database>,
  userId: number,
  { unread, offset, max }: { unread: boolean; offset: number; max: number },
) {
  const matching = ownOf(database, userId).$if(unread, (query) => query.where('read_at', 'is', null))
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy('id', 'desc').offset(offset).limit(max).execute()
  return { total, rows }
}

/** Undefined when the user has no such notification. */
export async function setRead(database: Kysely<Database>, userId: number, id: number, read: boolean) {
  return await database
    .updateTable('notification')
    .set({ read_at: read ? sql`coalesce(read_at, now())` : null, old_at: sql`coalesce(old_at, now())` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function setAllRead(database: Kysely<Database>, userId: number): Promise<void> {
  await database
    .updateTable('notification')
    .set({ read_at: sql`now()`, old_at: sql`coalesce(old_at, now())` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

/** False when the user has no such notification. */
export async function deleteOwn(database: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('notification')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type NotificationRow = Awaited<ReturnType<typeof findNew>>[number]
