import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { ReceivedFile } from './received-file.ts'
import { displayNameOf } from './display-name.ts'

export interface ArchivedFile {
  readonly uploadId: number
  readonly fileVersionId: number
  /** The bytes were known before. */
  readonly duplicate: boolean
}

/** What a resumable upload led to, when it has been archived already. */
export async function findReceived(database: Kysely<Database>, uploadKey: string): Promise<ArchivedFile | undefined> {
  return await database
    .selectFrom('received_file')
    .where('upload_key', '=', uploadKey)
    .select(['upload_id as uploadId', 'file_version_id as fileVersionId', 'duplicate'])
    .executeTakeFirst()
}

export async function insertReceived(
  transaction: Transaction<Database>,
  file: ReceivedFile,
  answer: ArchivedFile,
): Promise<void> {
  await transaction
    .insertInto('received_file')
    .values({
      upload_key: file.uploadKey,
      organization_id: file.organizationId,
      upload_id: answer.uploadId,
      file_version_id: answer.fileVersionId,
      duplicate: answer.duplicate,
    })
    .execute()
}

/** A live file version with the same bytes, of the same device or vehicle. */
export async function findSameBytes(
  database: Kysely<Database>,
  file: Pick<ReceivedFile, 'organizationId' | 'sha256' | 'size' | 'deviceId' | 'vehicleId'>,
) {
  return await database
    .selectFrom('file_version')
    .innerJoin('upload', 'upload.id', 'file_version.upload_id')
    .where('file_version.organization_id', '=', file.organizationId)
    .where('file_version.sha256', '=', file.sha256)
    .where('file_version.size', '=', file.size)
    .where('file_version.recycled_at', 'is', null)
    .where('upload.recycled_at', 'is', null)
    .where((where) =>
      where.or([where('upload.device_id', '=', file.deviceId ?? 0), where('upload.vehicle_id', '=', file.vehicleId ?? 0)]),
    )
    .select(['upload.id as uploadId', 'file_version.id as fileVersionId'])
    .orderBy('file_version.id')
    .limit(1)
    .executeTakeFirst()
}

export async function findUploadByKey(
  transaction: Transaction<Database>,
  organizationId: number,
  key: string,
): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('upload')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('recycled_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** The group of this key; a new one of its own without a key. */
export async function findOrInsertGroup(
  transaction: Transaction<Database>,
  organizationId: number,
  key: string | null,
): Promise<number> {
  const known =
    key === null
      ? undefined
      : await transaction
          .selectFrom('upload_group')
          .where('organization_id', '=', organizationId)
          .where('key', '=', key)
          .select('id')
          .executeTakeFirst()
  if (known !== undefined) return known.id
  const added = await transaction
    .insertInto('upload_group')
    .values({ organization_id: organizationId, key })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

/** The logger's script of this name, known from now on. */
async function findOrInsertScript(transaction: Transaction<Database>, organizationId: number, name: string): Promise<number> {
  const known = () =>
    transaction
      .selectFrom('device_script')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('name', '=', name)
      .executeTakeFirst()
  const first = await known()
  if (first !== undefined) return first.id
  // another upload may add it at the same time: then this waits for that one and finds its row
  const added = await transaction
    .insertInto('device_script')
    .values({ organization_id: organizationId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const script = added ?? (await known())
  if (script === undefined) throw new Error(`The script ${name} vanished while it was added`)
  return script.id
}

export async function insertUpload(
  transaction: Transaction<Database>,
  file: ReceivedFile,
  { groupId, key }: { groupId: number; key: string },
): Promise<number> {
  const { stated, dates } = file
  const row = await transaction
    .insertInto('upload')
    .values({
      organization_id: file.organizationId,
      group_id: groupId,
      key,
      device_id: file.deviceId,
      vehicle_id: file.vehicleId,
      user_id: file.userId,
      collection: stated.collection,
      display_name: displayNameOf(stated.collection, await lastDisplayName(transaction, file)),
      start_date: dates.start,
      end_date: dates.end,
      stated_start: stated.start ?? null,
      stated_end: stated.end ?? null,
      script_id: stated.script === undefined ? null : await findOrInsertScript(transaction, file.organizationId, stated.script),
      notes: stated.notes ?? null,
      received_at: file.received,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Numbers run within a vehicle, or within a device that is in none. */
async function lastDisplayName(transaction: Transaction<Database>, file: ReceivedFile): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('upload')
    .where('organization_id', '=', file.organizationId)
    .$if(file.vehicleId !== null, (query) => query.where('vehicle_id', '=', file.vehicleId))
    .$if(file.vehicleId === null, (query) => query.where('device_id', '=', file.deviceId))
    .where('collection', '=', file.stated.collection)
    .select('display_name')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.display_name
}

export async function insertFileVersion(
  transaction: Transaction<Database>,
  file: ReceivedFile,
  uploadId: number,
): Promise<number> {
  const row = await transaction
    .insertInto('file_version')
    .values({
      organization_id: file.organizationId,
      upload_id: uploadId,
      file_name: file.stated.fileName,
      extension: file.stated.extension,
      size: file.size,
      sha256: file.sha256,
      crc32: file.crc32,
      blob_key: file.blobKey,
      received_at: file.received,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function addUsedBytes(transaction: Transaction<Database>, organizationId: number, bytes: number): Promise<void> {
  await sql`UPDATE organization SET used_bytes = used_bytes + ${bytes} WHERE id = ${organizationId}`.execute(transaction)
}
