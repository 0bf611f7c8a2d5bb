import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DownloadType } from '#contract/downloads.ts'
import { downloadTokenSeconds } from '#contract/downloads.ts'
import type { Database } from '#server/database/schema.ts'
import type { Downloadable, Downloadables, TokenOwner } from './downloadable.ts'

/** A broken download may be taken up again so long after its last byte, milliseconds. */
export const continuationTime = 15 * 60_000
/** And no later than this after it was made, however often, milliseconds: an address that got about is no lasting key. */
export const longestUse = 24 * 60 * 60_000
/** Tokens that can no longer be used are deleted after this, milliseconds. */
const keptTime = 24 * 60 * 60_000

/** Begins like the other tokens, so that a leaked one is found by scanners. */
const prefix = 'lhf_'

/** A new token of 256 random bits, of which only the hash is stored. Who asks may have the thing: that is asked before. */
export async function createDownloadToken(
  database: Kysely<Database>,
  { userId, sessionId }: TokenOwner & { readonly sessionId: number },
  subject: { readonly type: DownloadType; readonly id: number },
  now: Date,
): Promise<string> {
  const token = prefix + randomBytes(32).toString('base64url')
  await database
    .insertInto('download_token')
    .values({
      hash: hashOf(token),
      user_id: userId,
      session_id: sessionId,
      type: subject.type,
      subject_id: subject.id,
      created_at: now,
      expires_at: new Date(now.getTime() + downloadTokenSeconds * 1000),
    })
    .execute()
  await database
    .deleteFrom('download_token')
    .where('expires_at', '<', new Date(now.getTime() - keptTime))
    .where((where) => where.or([where('used_at', 'is', null), where('used_at', '<', new Date(now.getTime() - keptTime))]))
    .execute()
  return token
}

export type TokenUse =
  | { readonly kind: 'first' | 'continued'; readonly file: Downloadable }
  /** Unknown, too old, used already, its session over or its user disabled: not told apart. */
  | { readonly kind: 'refused' }
  /** The token is good, but what it stands for is not there any more. */
  | { readonly kind: 'gone' }

/**
 * Uses a token: the first request wins, whatever arrives at the same time. Later ones only continue it: `continues`
 * says whether this request asks for a part of the very same bytes.
 * @throws Problem when what it stands for cannot be had now
 */
export async function useDownloadToken(
  database: Kysely<Database>,
  given: { readonly token: string; readonly now: Date },
  downloadables: Downloadables,
  continues: (file: Downloadable) => boolean,
): Promise<TokenUse> {
  const { token, now } = given
  // without a transaction, whose beginning and end would be waited for before the first byte
  for (;;) {
    const found = await findToken(database, token)
    if (found === undefined || !found.enabled) return { kind: 'refused' }
    const { usedAt, owner, type, subjectId } = found
    const since = (moment: Date) => now.getTime() - moment.getTime()
    const inTime =
      usedAt === null ? found.expiresAt > now : since(usedAt) <= continuationTime && since(found.createdAt) <= longestUse
    if (!inTime) return { kind: 'refused' }
    const file = await downloadables[type](database, owner, subjectId)
    if (file === undefined) return { kind: 'gone' }
    if (usedAt === null) {
      if (await markFirstUse(database, token, now)) return { kind: 'first', file }
      // another request was quicker: this one may continue it
      continue
    }
    if (!continues(file)) return { kind: 'refused' }
    await markUsed(database, token, now)
    return { kind: 'continued', file }
  }
}

/** Of several at the same time, one gets true. */
async function markFirstUse(database: Kysely<Database>, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('download_token')
    .set({ used_at: now })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The token is being used, or was until now; never back, since what is told last may have been later. */
export async function markUsed(database: Kysely<Database>, token: string, now: Date): Promise<void> {
  await database
    .updateTable('download_token')
    .set({ used_at: sql<Date>`greatest(used_at, ${now})` })
    .where('hash', '=', hashOf(token))
    .execute()
}

async function findToken(database: Kysely<Database>, token: string) {
  const row = await database
    .selectFrom('download_token as token')
    .innerJoin('app_user', 'app_user.id', 'token.user_id')
    .innerJoin('session', 'session.id', 'token.session_id')
    .where('token.hash', '=', hashOf(token))
    .where('session.ended_at', 'is', null)
    .select(['token.type', 'token.subject_id', 'token.created_at', 'token.expires_at', 'token.used_at'])
    .select(['app_user.id as user_id', 'app_user.enabled', 'app_user.organization_id'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const owner: TokenOwner = { userId: row.user_id, organizationId: row.organization_id }
  return {
    owner,
    type: row.type,
    subjectId: row.subject_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    enabled: row.enabled,
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
