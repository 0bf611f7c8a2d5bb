import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import type { IssuedTokens } from './lifetimes.ts'
import { retryWindow } from './lifetimes.ts'
import { endSession, issueTokens } from './store.ts'
import { tokenHash } from './tokens.ts'

type Outcome = { readonly tokens: IssuedTokens; readonly username: string } | 'session-ended' | 'refresh-reused'

/**
 * Exchanges a refresh token for new tokens.
 *
 * - first use: the token is used up and has a successor
 * - again within 30 s, and nothing of the first answer has been used: the answer was lost; the successor is dropped
 *   and a fresh one given
 * - again otherwise, or a dropped successor: two parties hold the family, and nobody can tell which is the thief; the
 *   session ends
 *
 * @throws Problem `session-ended`, `refresh-reused`
 */
export async function refreshSession(
  database: Kysely<Database>,
  token: string,
  now: Date,
): Promise<{ tokens: IssuedTokens; username: string }> {
  const hash = tokenHash(token)
  // The outcome is thrown outside, so that the end of a family is committed.
  const outcome = await database.transaction().execute((transaction) => exchange(transaction, hash, now))
  if (typeof outcome === 'string') throw new Problem(outcome)
  return outcome
}

async function exchange(transaction: Transaction<Database>, hash: Buffer, now: Date): Promise<Outcome> {
  const found = await lockSessionOf(transaction, hash)
  if (!found) return 'session-ended'
  if (found.endedAt) return found.endReason === 'reuse' ? 'refresh-reused' : 'session-ended'
  if (!found.enabled || found.sessionExpires <= now) return 'session-ended'
  const token = await readToken(transaction, hash)
  if (!token || token.expires_at <= now) return 'session-ended'
  if (token.used_at !== null && !(await dropLostAnswer(transaction, found.sessionId, token, now))) {
    await endSession(transaction, found.sessionId, 'reuse', now)
    return 'refresh-reused'
  }
  const tokens = await issueTokens(transaction, { id: found.sessionId, expiresAt: found.sessionExpires }, now)
  await transaction
    .updateTable('session_token')
    .set({ used_at: token.used_at ?? now, successor_hash: tokenHash(tokens.refresh) })
    .where('hash', '=', hash)
    .execute()
  return { tokens, username: found.username }
}

/** Two refreshes of one session happen one after the other, even on two servers. */
async function lockSessionOf(transaction: Transaction<Database>, hash: Buffer) {
  return await transaction
    .selectFrom('session_token as token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('token.hash', '=', hash)
    .where('token.kind', '=', 'refresh')
    .select([
      'session.id as sessionId',
      'session.expires_at as sessionExpires',
      'session.ended_at as endedAt',
      'session.end_reason as endReason',
      'app_user.username',
      'app_user.enabled',
    ])
    .forUpdate('session')
    .executeTakeFirst()
}

interface UsedToken {
  readonly used_at: Date | null
  readonly successor_hash: Buffer | null
}

/** Read after the lock: the row may have changed while we waited. */
async function readToken(transaction: Transaction<Database>, hash: Buffer) {
  return await transaction
    .selectFrom('session_token')
    .select(['expires_at', 'used_at', 'successor_hash'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Whether the first answer may count as lost; then its tokens are dropped. Of the session's tokens exactly those of the
 * first answer are younger than the token's first use, because the successor has not been used.
 */
async function dropLostAnswer(
  transaction: Transaction<Database>,
  sessionId: number,
  token: UsedToken,
  now: Date,
): Promise<boolean> {
  if (token.used_at === null || token.successor_hash === null) return false
  if (now.getTime() - token.used_at.getTime() > retryWindow) return false
  const answer = await transaction
    .selectFrom('session_token')
    .select(['hash', 'used_at'])
    .where('session_id', '=', sessionId)
    .where((where) =>
      where.or([
        where('hash', '=', token.successor_hash),
        where.and([where('kind', '=', 'access'), where('created_at', '>=', token.used_at)]),
      ]),
    )
    .forUpdate()
    .execute()
  if (answer.some((each) => each.used_at !== null)) return false
  // The refresh token stays, used and without a successor: whoever comes with it has not lost the answer.
  await transaction.updateTable('session_token').set({ used_at: now }).where('hash', '=', token.successor_hash).execute()
  await transaction
    .deleteFrom('session_token')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'access')
    .where('created_at', '>=', token.used_at)
    .execute()
  return true
}
