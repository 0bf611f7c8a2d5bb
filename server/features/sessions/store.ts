import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Role } from '#contract/users.ts'
import type { Database } from '#server/database/schema.ts'
import type { IssuedTokens } from './lifetimes.ts'
import { sessionEnd, tokenEnds } from './lifetimes.ts'
import { newToken, tokenHash } from './tokens.ts'

export interface SigningUser {
  readonly id: number
  readonly username: string
  readonly passwordHash: string | null
  readonly passwordExpiresAt: Date | null
  readonly enabled: boolean
}

/**
 * The user of a typed name, and the name as the database compares it. One statement of the same kind whether the user
 * exists or not.
 */
export async function findSigningUser(
  database: Kysely<Database>,
  typed: string,
): Promise<{ name: string; user: SigningUser | null }> {
  const row = await database
    .selectFrom(sql<{ name: string }>`(SELECT lower(${typed}::text) AS name)`.as('typed'))
    .leftJoin('app_user', (join) => join.on(sql`lower(app_user.username)`, '=', sql.ref('typed.name')))
    .select(['typed.name', 'app_user.id', 'username', 'password_hash', 'password_expires_at', 'enabled'])
    .executeTakeFirstOrThrow()
  const { name, id, username, enabled } = row
  if (id === null || username === null || enabled === null) return { name, user: null }
  return { name, user: { id, username, enabled, passwordHash: row.password_hash, passwordExpiresAt: row.password_expires_at } }
}

export async function createSession(database: Kysely<Database>, userId: number, now: Date): Promise<IssuedTokens> {
  return await database.transaction().execute(async (transaction) => {
    const session = await transaction
      .insertInto('session')
      .values({ user_id: userId, created_at: now, expires_at: sessionEnd(now) })
      .returning(['id', 'created_at', 'expires_at'])
      .executeTakeFirstOrThrow()
    return await issueTokens(transaction, { id: session.id, expiresAt: session.expires_at }, now)
  })
}

/** A new access and a new refresh token of the session. */
export async function issueTokens(
  database: Kysely<Database>,
  session: { id: number; expiresAt: Date },
  now: Date,
): Promise<IssuedTokens> {
  const access = newToken('access')
  const refresh = newToken('refresh')
  const ends = tokenEnds(now, session.expiresAt)
  await database
    .insertInto('session_token')
    .values([
      { hash: tokenHash(access), session_id: session.id, kind: 'access', created_at: now, expires_at: ends.access },
      { hash: tokenHash(refresh), session_id: session.id, kind: 'refresh', created_at: now, expires_at: ends.refresh },
    ])
    .execute()
  return { access, refresh, accessEnds: ends.access }
}

export type EndReason = 'logout' | 'reuse' | 'password' | 'disabled'

export async function endSession(database: Kysely<Database>, sessionId: number, reason: EndReason, now: Date): Promise<void> {
  await database
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every session of a user, but not `except`. */
export async function endSessionsOf(
  database: Kysely<Database>,
  userId: number,
  { reason, now, except }: { reason: EndReason; now: Date; except?: number },
): Promise<void> {
  await database
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? 0))
    .execute()
}

export interface TokenBearer {
  readonly userId: number
  readonly username: string
  readonly organizationId: number
  readonly sessionId: number
  readonly roles: Role[]
  readonly operator: boolean
  /** Null until the token is first used. */
  readonly usedAt: Date | null
}

/** Who bears a valid access token: token, session, user, roles and organization in one statement, on every request. */
export async function findBearer(database: Kysely<Database>, hash: Buffer, now: Date): Promise<TokenBearer | undefined> {
  return await database
    .selectFrom('session_token as token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('token.hash', '=', hash)
    .where('token.kind', '=', 'access')
    .where('token.expires_at', '>', now)
    .where('session.expires_at', '>', now)
    .where('session.ended_at', 'is', null)
    .where('app_user.enabled', '=', true)
    .select([
      'app_user.id as userId',
      'app_user.username',
      'app_user.organization_id as organizationId',
      'session.id as sessionId',
      'app_user.roles',
      'token.used_at as usedAt',
      sql<boolean>`'admin' = ANY (app_user.roles) AND app_user.organization_id = (SELECT min(id) FROM organization)`.as(
        'operator',
      ),
    ])
    .executeTakeFirst()
}

/** Notes the first use of an access token: from then on the answer that brought it was not lost. */
export async function markUsed(database: Kysely<Database>, hash: Buffer, now: Date): Promise<void> {
  await database
    .updateTable('session_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .execute()
}

export async function replacePasswordHash(database: Kysely<Database>, userId: number, passwordHash: string): Promise<void> {
  await database.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}
