import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { addUsedBytes } from '#server/features/uploads/store.ts'
import { takeTurns } from '#server/features/uploads/turns.ts'
import { addJob } from '#server/queue/job-states.ts'
import { freeName } from './file-name.ts'

/** Files of the organization that can be found. */
export async function findSelected(database: Kysely<Database>, organizationId: number, ids: readonly number[]) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('recording', 'recording.file_version_id', 'file.id')
    .where('file.id', '=', sql<number>`ANY (${ids}::bigint[])`)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.state', 'upload.device_id as deviceId'])
    .select(sql<boolean>`recording.file_version_id IS NOT NULL`.as('isRecording'))
    .orderBy('file.id')
    .execute()
}

export type SelectedFile = Awaited<ReturnType<typeof findSelected>>[number]

export async function findWaitingExport(database: Kysely<Database>, lookupId: number, wish: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('job')
    .where('job_type', '=', 'EXPORT')
    .where('lookup_id', '=', lookupId)
    .where('arguments', '=', wish)
    .where('run_status', 'in', ['NEW', 'LATER'])
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** What an export is made from; undefined when it is not there any more. */
export async function findSource(database: Kysely<Database>, fileVersionId: number) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('recording', 'recording.file_version_id', 'file.id')
    .where('file.id', '=', fileVersionId)
    .where('file.recycled_at', 'is', null)
    .select(['file.id', 'file.organization_id as organizationId', 'file.blob_key as blobKey', 'file.size', 'file.state'])
    .select(['file.file_name as fileName', 'upload.id as uploadId', 'upload.device_id', 'upload.vehicle_id'])
    .select(['store_state', 'store_key', 'store_size', 'store_problem', 'catalogs'])
    .executeTakeFirst()
}

export type ExportedFrom = NonNullable<Awaited<ReturnType<typeof findSource>>>

/** Where the own forms of these versions of catalogs lie. */
export async function formKeys(database: Kysely<Database>, versionIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await database
    .selectFrom('catalog_version')
    .where('id', '=', sql<number>`ANY (${versionIds}::bigint[])`)
    .select(['id', 'form_key'])
    .execute()
  return new Map(rows.flatMap(({ id, form_key: key }) => (key === null ? [] : [[id, key] as const])))
}

/** An exported file that has become a blob. */
export interface ExportedFile {
  readonly from: ExportedFrom
  readonly arguments: string
  /** The name that it should have, where no other file of the upload has it. */
  readonly fileName: string
  readonly size: number
  readonly sha256: Buffer
  readonly crc32: number
  readonly blobKey: string
}

/**
 * Puts an exported file beside its source. The same bytes again are the file that is there; other bytes of the same export
 * take the place of the earlier ones, which are recycled. Gives its name; undefined when the source is gone.
 */
export async function archiveExport(transaction: Transaction<Database>, file: ExportedFile): Promise<string | undefined> {
  const { from } = file
  const { organizationId, uploadId } = from
  await takeTurns(transaction, { devices: [from.device_id], vehicles: [from.vehicle_id] })
  const live = await liveVersions(transaction, uploadId)
  if (live.every(({ id }) => id !== from.id)) return undefined
  const same = live.find(({ size, sha256 }) => size === file.size && sha256.equals(file.sha256))
  if (same !== undefined) return same.file_name
  const earlier = live.filter((one) => one.exported_from === from.id && one.export_arguments === file.arguments)
  await recycle(
    transaction,
    earlier.map(({ id }) => id),
  )
  const others = live.filter((one) => !earlier.includes(one)).map((one) => one.file_name)
  const fileName = freeName(file.fileName, others)
  const { id } = await transaction
    .insertInto('file_version')
    .values({
      organization_id: organizationId,
      upload_id: uploadId,
      file_name: fileName,
      extension: fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase(),
      size: file.size,
      sha256: file.sha256,
      crc32: file.crc32,
      blob_key: file.blobKey,
      exported_from: from.id,
      export_arguments: file.arguments,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(transaction, { organizationId, jobType: 'INGEST', lookupId: id, deviceId: from.device_id })
  // last, since all uploads of the organization wait for this row
  await addUsedBytes(transaction, organizationId, file.size)
  return fileName
}

async function liveVersions(transaction: Transaction<Database>, uploadId: number) {
  return await transaction
    .selectFrom('file_version')
    .where('upload_id', '=', uploadId)
    .where('recycled_at', 'is', null)
    .select(['id', 'file_name', 'size', 'sha256', 'exported_from', 'export_arguments'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function recycle(transaction: Transaction<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await transaction
    .updateTable('file_version')
    .set({ recycled_at: sql`now()` })
    .where('id', 'in', [...ids])
    .execute()
}

export async function putOutcome(transaction: Transaction<Database>, jobId: number, outcome: string): Promise<void> {
  await transaction
    .updateTable('job')
    .set({ outcome: outcome.replaceAll('\u0000', '').slice(0, 2000) })
    .where('id', '=', jobId)
    .execute()
}
