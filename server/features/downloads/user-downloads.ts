import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { ComposedZip } from './compose-zip.ts'
import type { TokenOwner } from './downloadable.ts'

/** How much a user keeps; held until the transaction ends, so that two requests do not both find room. */
export async function lockKept(transaction: Transaction<Database>, userId: number, now: Date) {
  await sql`SELECT FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`.execute(transaction)
  const kept = await transaction
    .selectFrom('user_download')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select((count) => [count.fn.countAll<number>().as('downloads')])
    .select(sql<number>`coalesce(sum(file_count), 0)::bigint`.as('files'))
    .executeTakeFirstOrThrow()
  return kept
}

interface NewDownload {
  readonly owner: TokenOwner
  readonly zip: ComposedZip
  readonly state: 'checking' | 'ready'
  readonly expires: Date
}

export async function insertUserDownload(transaction: Transaction<Database>, download: NewDownload): Promise<UserDownloadRow> {
  const { owner, zip, state, expires } = download
  const { facts, files } = zip
  const row = await transaction
    .insertInto('user_download')
    .values({
      organization_id: owner.organizationId,
      user_id: owner.userId,
      name: facts.name,
      file_count: facts.fileCount,
      size: zip.size,
      data_size: facts.dataSize,
      manifest_size: facts.manifestSize,
      manifest_crc32: facts.manifestCrc32,
      sums_size: facts.sumsSize,
      sums_crc32: facts.sumsCrc32,
      directory_size: facts.directorySize,
      digest: zip.digest,
      offset_minutes: facts.offsetMinutes,
      checked: state === 'ready' ? facts.fileCount : 0,
      state,
      created_at: facts.created,
      expires_at: expires,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const column = <T>(of: (file: ComposedZip['files'][number]) => T): T[] => files.map(of)
  await sql`
    INSERT INTO user_download_file
      (user_download_id, position, file_version_id, path, modified_at, description, data_at, manifest_at, sums_at, directory_at)
    SELECT ${row.id}, number - 1, file_version_id, path, modified_at, description, data_at, manifest_at, sums_at, directory_at
    FROM unnest(${column((file) => file.fileVersionId)}::bigint[], ${column((file) => file.path)}::text[],
      ${column((file) => new Date(file.modified).toISOString())}::timestamptz[], ${column((file) => file.description)}::text[],
      ${column((file) => file.dataAt)}::bigint[], ${column((file) => file.manifestAt)}::bigint[],
      ${column((file) => file.sumsAt)}::bigint[], ${column((file) => file.directoryAt)}::bigint[]) WITH ORDINALITY
      AS file (file_version_id, path, modified_at, description, data_at, manifest_at, sums_at, directory_at, number)`.execute(
    transaction,
  )
  return row
}

/** The user's own that have not expired. */
const ownOf = (database: Kysely<Database>, { userId, organizationId }: TokenOwner, now: Date) =>
  database
    .selectFrom('user_download')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)

export async function findUserDownload(database: Kysely<Database>, owner: TokenOwner, id: number, now: Date) {
  return await ownOf(database, owner, now).where('id', '=', id).selectAll().executeTakeFirst()
}

export type UserDownloadRow = NonNullable<Awaited<ReturnType<typeof findUserDownload>>>

export async function listOwnDownloads(
  database: Kysely<Database>,
  owner: TokenOwner,
  now: Date,
  { ids, offset, max }: { readonly ids: readonly number[]; readonly offset: number; readonly max: number },
): Promise<{ total: number; rows: UserDownloadRow[] }> {
  const wanted = ids.length === 0 ? ownOf(database, owner, now) : ownOf(database, owner, now).where('id', 'in', [...ids])
  const { total } = await wanted.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { total, rows: await wanted.selectAll().orderBy('id', 'desc').limit(max).offset(offset).execute() }
}

/** False when there is none. */
export async function deleteOwnDownload(database: Kysely<Database>, owner: TokenOwner, id: number, now: Date): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const own = await findUserDownload(transaction, owner, id, now)
    if (own === undefined) return false
    await deleteDownloads(transaction, [own.id])
    return true
  })
}

/** @returns how many */
export async function deleteExpiredDownloads(database: Kysely<Database>, now: Date): Promise<number> {
  const rows = await database.selectFrom('user_download').where('expires_at', '<=', now).select('id').execute()
  for (const { id } of rows) await database.transaction().execute((transaction) => deleteDownloads(transaction, [id]))
  return rows.length
}

async function deleteDownloads(transaction: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await transaction
    .deleteFrom('notification_preference')
    .where('what', '=', 'userDownload')
    .where('what_id', 'in', [...ids])
    .execute()
  await transaction
    .deleteFrom('user_download')
    .where('id', 'in', [...ids])
    .execute()
}
