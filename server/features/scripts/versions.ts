import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { ReviewStatus, ScriptVersion } from '#contract/ipa-scripts.ts'
import type { Database } from '#server/database/schema.ts'
import type { PackageMember } from './package/canonical-zip.ts'

/** Newest first. */
export async function versionsOf(database: Kysely<Database>, scriptId: number): Promise<ScriptVersion[]> {
  const rows = await database
    .selectFrom('script_version as version')
    .leftJoin('app_user as uploader', 'uploader.id', 'version.user_id')
    .leftJoin('app_user as reviewer', 'reviewer.id', 'version.reviewer_id')
    .where('script_id', '=', scriptId)
    .select(['number', 'sha256', 'size', 'files', 'status', 'comment', 'reviewed_at', 'version.created_at'])
    .select(['uploader.id as uploaderId', 'uploader.username as uploaderName'])
    .select(['reviewer.id as reviewerId', 'reviewer.username as reviewerName'])
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    sha256: row.sha256.toString('hex'),
    size: row.size,
    files: row.files,
    status: row.status,
    comment: row.comment,
    reviewer: row.reviewerId === null ? null : { id: row.reviewerId, name: row.reviewerName ?? '' },
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    user: row.uploaderId === null ? null : { id: row.uploaderId, name: row.uploaderName ?? '' },
    created_at: row.created_at.toISOString(),
  }))
}

/** A package that is stored under `blobKey`. */
export interface NewVersion {
  readonly scriptId: number
  readonly userId: number | null
  readonly sha256: Buffer
  readonly size: number
  readonly members: readonly PackageMember[]
  readonly blobKey: string
  /** PENDING unless told: what comes with Loggerhead needs nobody. */
  readonly status?: ReviewStatus
}

/**
 * Adds a version to a script that nobody else changes meanwhile.
 * @returns its number, or that of the newest version when that has the same files and was not rejected
 */
export async function addVersion(
  transaction: Transaction<Database>,
  given: NewVersion,
): Promise<{ readonly kind: 'added' | 'same'; readonly number: number }> {
  await transaction.selectFrom('script').where('id', '=', given.scriptId).select('id').forUpdate().execute()
  const newest = await newestVersion(transaction, given.scriptId)
  if (newest !== undefined && newest.status !== 'REJECTED' && newest.sha256.equals(given.sha256))
    return { kind: 'same', number: newest.number }
  const number = (newest?.number ?? 0) + 1
  await transaction
    .insertInto('script_version')
    .values({
      script_id: given.scriptId,
      number,
      user_id: given.userId,
      sha256: given.sha256,
      size: given.size,
      files: given.members.length,
      members: JSON.stringify(given.members),
      blob_key: given.blobKey,
      status: given.status ?? 'PENDING',
      ...(given.status === 'ACCEPTED' ? { reviewed_at: sql<Date>`now()` } : {}),
    })
    .execute()
  return { kind: 'added', number }
}

async function newestVersion(database: Kysely<Database>, scriptId: number) {
  return await database
    .selectFrom('script_version')
    .where('script_id', '=', scriptId)
    .select(['id', 'number', 'status', 'sha256', 'user_id as userId'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface Review {
  readonly scriptId: number
  readonly reviewerId: number
  readonly decision: 'ACCEPTED' | 'REJECTED'
  readonly comment: string
  /** Of what was looked at, hex; the newest version's when left out. */
  readonly sha256?: string | undefined
}

export type Reviewed =
  | { readonly kind: 'done'; readonly number: number; readonly uploaderId: number | null }
  | { readonly kind: 'reviewed-before'; readonly number: number; readonly status: ReviewStatus }
  | { readonly kind: 'another-came'; readonly number: number }

/** Decides over the newest version, if it is the one that was looked at and nobody has decided before. */
export async function reviewVersion(transaction: Transaction<Database>, review: Review): Promise<Reviewed> {
  await transaction.selectFrom('script').where('id', '=', review.scriptId).select('id').forUpdate().execute()
  const newest = await newestVersion(transaction, review.scriptId)
  if (newest === undefined) throw new Error(`The script ${review.scriptId} has no version`)
  const { number, status, userId: uploaderId } = newest
  if (review.sha256 !== undefined && newest.sha256.toString('hex') !== review.sha256) return { kind: 'another-came', number }
  if (status !== 'PENDING') return { kind: 'reviewed-before', number, status }
  await transaction
    .updateTable('script_version')
    .set({
      status: review.decision,
      comment: review.comment,
      reviewer_id: review.reviewerId,
      reviewed_at: sql`now()`,
    })
    .where('id', '=', newest.id)
    .execute()
  return { kind: 'done', number, uploaderId }
}

/** Where a package lies, and which files it has. */
export interface StoredPackage {
  readonly id: number
  readonly number: number
  readonly sha256: Buffer
  readonly blobKey: string
  readonly members: readonly PackageMember[]
}

function packages(database: Kysely<Database>, scriptId: number) {
  return database
    .selectFrom('script_version')
    .where('script_id', '=', scriptId)
    .select(['id', 'number', 'sha256', 'blob_key as blobKey', 'members'])
    .orderBy('number', 'desc')
    .limit(1)
}

/** A version's package, the newest version's unless told. */
export async function findPackage(
  database: Kysely<Database>,
  scriptId: number,
  number?: number,
): Promise<StoredPackage | undefined> {
  return await packages(database, scriptId)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .executeTakeFirst()
}

/** The accepted package before a version: what its files are compared with. */
export async function acceptedBefore(
  database: Kysely<Database>,
  scriptId: number,
  number: number,
): Promise<StoredPackage | undefined> {
  return await packages(database, scriptId).where('status', '=', 'ACCEPTED').where('number', '<', number).executeTakeFirst()
}
