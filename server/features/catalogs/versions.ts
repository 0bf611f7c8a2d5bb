import type { Kysely, Transaction } from 'kysely'
import type { CatalogKind, CatalogVersion } from '#contract/catalogs.ts'
import type { Database } from '#server/database/schema.ts'
import { addJob } from '#server/queue/job-states.ts'

/** A file that is to become a version; its bytes are stored under `blobKey`. */
export interface NewVersion {
  readonly organizationId: number
  readonly catalogId: number
  readonly userId: number
  readonly fileName: string
  readonly comment: string
  readonly size: number
  readonly sha256: Buffer
  readonly blobKey: string
}

/** Newest first. */
export async function versionsOf(
  database: Kysely<Database>,
  catalogIds: readonly number[],
): Promise<{ catalogId: number; version: CatalogVersion }[]> {
  const rows = await database
    .selectFrom('catalog_version as version')
    .leftJoin('app_user', 'app_user.id', 'version.uploaded_by')
    .where('catalog_id', 'in', [...catalogIds])
    .select(['version.id', 'catalog_id', 'number', 'file_name', 'size', 'sha256', 'state', 'problem', 'comment', 'uploaded_at'])
    .select(['message_count', 'signal_count', 'notes', 'note_count', 'app_user.id as userId', 'username'])
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    catalogId: row.catalog_id,
    version: {
      id: row.id,
      number: row.number,
      fileName: row.file_name,
      size: row.size,
      sha256: row.sha256.toString('hex'),
      uploadedDate: row.uploaded_at.toISOString(),
      uploadedBy: row.userId === null ? null : { id: row.userId, username: row.username ?? '' },
      comment: row.comment,
      state: row.state,
      problem: row.problem,
      messageCount: row.message_count,
      signalCount: row.signal_count,
      notes: row.notes,
      noteCount: row.note_count,
    },
  }))
}

/** What became of a new version: its number, or that of the newest one when that has the same bytes, or there is no such catalog. */
export type Added = { readonly kind: 'added' | 'same'; readonly number: number } | { readonly kind: 'no-catalog' }

/** Adds a version and the job that reads it. */
export async function addVersion(transaction: Transaction<Database>, given: NewVersion): Promise<Added> {
  const catalog = await transaction
    .selectFrom('catalog')
    .where('id', '=', given.catalogId)
    .where('organization_id', '=', given.organizationId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (catalog === undefined) return { kind: 'no-catalog' }
  const newest = await transaction
    .selectFrom('catalog_version')
    .where('catalog_id', '=', given.catalogId)
    .select(['number', 'sha256'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.sha256.equals(given.sha256)) return { kind: 'same', number: newest.number }
  const number = (newest?.number ?? 0) + 1
  const { id } = await transaction
    .insertInto('catalog_version')
    .values({
      organization_id: given.organizationId,
      catalog_id: given.catalogId,
      number,
      file_name: given.fileName,
      size: given.size,
      sha256: given.sha256,
      blob_key: given.blobKey,
      comment: given.comment,
      uploaded_by: given.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(transaction, { organizationId: given.organizationId, jobType: 'CATALOG_IMPORT', lookupId: id })
  return { kind: 'added', number }
}

export interface StoredVersion {
  readonly id: number
  readonly organizationId: number
  readonly catalogId: number
  readonly name: string
  readonly kind: CatalogKind
  readonly fileName: string
  readonly size: number
  readonly blobKey: string
  readonly formKey: string | null
  readonly state: CatalogVersion['state']
}

function storedVersions(database: Kysely<Database>) {
  return database
    .selectFrom('catalog_version as version')
    .innerJoin('catalog', 'catalog.id', 'version.catalog_id')
    .select([
      'version.id',
      'version.organization_id as organizationId',
      'catalog.id as catalogId',
      'catalog.name',
      'catalog.kind',
    ])
    .select(['version.file_name as fileName', 'version.size', 'version.blob_key as blobKey'])
    .select(['version.form_key as formKey', 'version.state'])
}

/** Where the bytes of a version lie. */
export async function findVersion(
  database: Kysely<Database>,
  organizationId: number,
  { id, number }: { id: number; number: number },
): Promise<StoredVersion | undefined> {
  return await storedVersions(database)
    .where('catalog.id', '=', id)
    .where('catalog.organization_id', '=', organizationId)
    .where('version.number', '=', number)
    .executeTakeFirst()
}

export async function findVersionById(database: Kysely<Database>, id: number): Promise<StoredVersion | undefined> {
  return await storedVersions(database).where('version.id', '=', id).executeTakeFirst()
}
