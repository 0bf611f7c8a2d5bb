import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { downloadTokenSeconds } from '#contract/downloads.ts'
import type { Database } from '#server/database/schema.ts'

/** A broken download may be taken up again so long after its last byte, milliseconds. */
export const continuationTime = 15 * 60_000
/** Tokens that can no longer be used are deleted after this, milliseconds. */
const keptTime = 24 * 60 * 60_000

/** Begins like the other tokens, so that a leaked one is found by scanners. */
const prefix = 'lhf_'

export interface DownloadFile {
  readonly id: number
  readonly fileName: string
  readonly extension: string
  readonly size: number
  readonly sha256: Buffer
  readonly blobKey: string
}

/** A new token of 256 random bits, of which only the hash is stored; undefined when the user cannot see such a file. */
export async function createDownloadToken(
  database: Kysely<Database>,
  user: { userId: number; organizationId: number },
  fileVersionId: number,
  now: Date,
): Promise<string | undefined> {
  const token = prefix + randomBytes(32).toString('base64url')
  const { numAffectedRows } = await sql`
    INSERT INTO download_token (hash, user_id, file_version_id, created_at, expires_at)
    SELECT ${hashOf(token)}, ${user.userId}, fv.id, ${now}, ${new Date(now.getTime() + downloadTokenSeconds * 1000)}
    FROM file_version fv JOIN upload u ON u.id = fv.upload_id
    WHERE fv.id = ${fileVersionId} AND fv.organization_id = ${user.organizationId}
      AND fv.recycled_at IS NULL AND u.shape_id IS NOT NULL`.execute(database)
  await database
    .deleteFrom('download_token')
    .where('expires_at', '<', new Date(now.getTime() - keptTime))
    .where((where) => where.or([where('used_at', 'is', null), where('used_at', '<', new Date(now.getTime() - keptTime))]))
    .execute()
  return numAffectedRows === 1n ? token : undefined
}

export type TokenUse =
  | { readonly kind: 'first' | 'continued'; readonly file: DownloadFile }
  /** Unknown, too old, used already, or its user disabled: not told apart. */
  | { readonly kind: 'refused' }
  /** The token is good, but its file has been recycled. */
  | { readonly kind: 'recycled' }

/**
 * Uses a token: the first request wins, whatever arrives at the same time. Later ones only continue it: `continues`
 * says whether this request asks for a part of the very same bytes.
 */
export async function useDownloadToken(
  database: Kysely<Database>,
  token: string,
  now: Date,
  continues: (file: DownloadFile) => boolean,
): Promise<TokenUse> {
  return await database.transaction().execute(async (transaction) => {
    const found = await findToken(transaction, token)
    if (found === undefined || !found.enabled) return { kind: 'refused' }
    const { usedAt, file } = found
    const kind = usedAt === null ? 'first' : 'continued'
    const valid =
      usedAt === null ? found.expiresAt > now : now.getTime() - usedAt.getTime() <= continuationTime && continues(file)
    if (!valid) return { kind: 'refused' }
    if (!found.live) return { kind: 'recycled' }
    await markUsed(transaction, token, now)
    return { kind, file }
  })
}

/** The token is being used, or was until now. */
export async function markUsed(database: Kysely<Database>, token: string, now: Date): Promise<void> {
  await database.updateTable('download_token').set({ used_at: now }).where('hash', '=', hashOf(token)).execute()
}

/** Held until the transaction ends, so that two first uses become one. */
async function findToken(transaction: Kysely<Database>, token: string) {
  const row = await transaction
    .selectFrom('download_token as token')
    .innerJoin('app_user', 'app_user.id', 'token.user_id')
    .innerJoin('file_version as file', (join) =>
      join.onRef('file.id', '=', 'token.file_version_id').onRef('file.organization_id', '=', 'app_user.organization_id'),
    )
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('token.hash', '=', hashOf(token))
    .select(['token.expires_at', 'token.used_at', 'app_user.enabled'])
    .select(['file.id', 'file_name', 'extension', 'size', 'sha256', 'blob_key'])
    .select(sql<boolean>`file.recycled_at IS NULL AND upload.shape_id IS NOT NULL`.as('live'))
    .forUpdate('token')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, file_name: fileName, extension, size, sha256, blob_key: blobKey } = row
  const file: DownloadFile = { id, fileName, extension, size, sha256, blobKey }
  return { expiresAt: row.expires_at, usedAt: row.used_at, enabled: row.enabled, live: row.live, file }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
