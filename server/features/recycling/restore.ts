import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { catalogsFor, sameCatalogs } from '#server/features/catalogs/applied.ts'
import { decodePriority, whileCatalogsStay } from '#server/features/catalogs/decode-again.ts'
import { findSameBytes, findUploadByKey } from '#server/features/uploads/store.ts'
import { takeTurns } from '#server/features/uploads/turns.ts'
import { addJob } from '#server/queue/job-states.ts'
import { deleteEmptyUpload } from './empty-upload.ts'

/** `came-again`: the same bytes of the same device or vehicle are in the archive, in that upload. */
export type Restored =
  | { readonly kind: 'restored'; readonly uploadId: number }
  | { readonly kind: 'came-again'; readonly uploadId: number }
  | { readonly kind: 'absent' }

/**
 * Brings a recycled file back, with its upload. Where its delivery has come again meanwhile, it follows the rules of every
 * delivery: the same bytes are not there twice, other bytes become one more version of the upload that is there now.
 */
export async function restoreFile(database: Kysely<Database>, organizationId: number, id: number): Promise<Restored> {
  return await database.transaction().execute(async (transaction) => {
    const owner = await recycled(transaction, organizationId, id).executeTakeFirst()
    if (owner === undefined) return { kind: 'absent' }
    // neither a delivery of the same owner nor a change of catalogs crosses this
    await takeTurns(transaction, { devices: [owner.deviceId], vehicles: [owner.vehicleId] })
    await whileCatalogsStay(transaction, organizationId, 'adds-recording')
    const file = await recycled(transaction, organizationId, id).forUpdate('file').executeTakeFirst()
    if (file === undefined) return { kind: 'absent' }
    const same = await findSameBytes(transaction, { ...file, organizationId })
    if (same !== undefined) return { kind: 'came-again', uploadId: same.uploadId }
    const uploadId = await returnTo(transaction, organizationId, file)
    await transaction
      .updateTable('file_version')
      .set({ recycled_at: null, recycled_by: null, upload_id: uploadId })
      .where('id', '=', id)
      .execute()
    if (uploadId !== file.uploadId) await leaveUpload(transaction, id, { from: file.uploadId, to: uploadId })
    await decodeIfCatalogsChanged(transaction, organizationId, id)
    return { kind: 'restored', uploadId }
  })
}

function recycled(transaction: Transaction<Database>, organizationId: number, id: number) {
  return transaction
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', id)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is not', null)
    .select(['file.size', 'file.sha256', 'upload.id as uploadId', 'upload.key', 'upload.recycled_at as uploadRecycled'])
    .select(['upload.device_id as deviceId', 'upload.vehicle_id as vehicleId'])
}

type RecycledFile = NonNullable<Awaited<ReturnType<ReturnType<typeof recycled>['executeTakeFirst']>>>

/** The upload that the file belongs to from now on: a live one of the same delivery, else its own, which lives again. */
async function returnTo(transaction: Transaction<Database>, organizationId: number, file: RecycledFile): Promise<number> {
  const { uploadId, key, uploadRecycled } = file
  if (uploadRecycled === null) return uploadId
  const live = await findUploadByKey(transaction, organizationId, key)
  if (live !== undefined) return live
  await transaction.updateTable('upload').set({ recycled_at: null }).where('id', '=', uploadId).execute()
  return uploadId
}

/** What is said of a file beside itself goes to its new upload with it. */
async function leaveUpload(
  transaction: Transaction<Database>,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await transaction.updateTable('received_file').set({ upload_id: to }).where('file_version_id', '=', id).execute()
  const vehicle = transaction.selectFrom('upload').where('id', '=', to).select('vehicle_id')
  await transaction.updateTable('location').set({ vehicle_id: vehicle }).where('file_version_id', '=', id).execute()
  await deleteEmptyUpload(transaction, from)
}

/** Recycled recordings are passed over when catalogs change. */
async function decodeIfCatalogsChanged(transaction: Transaction<Database>, organizationId: number, id: number): Promise<void> {
  const recording = await transaction
    .selectFrom('recording')
    .innerJoin('file_version as file', 'file.id', 'recording.file_version_id')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', id)
    .select(['began_at as beganAt', 'catalogs', 'upload.vehicle_id as vehicleId', 'upload.device_id as deviceId'])
    .executeTakeFirst()
  if (recording === undefined) return
  const { beganAt, catalogs, vehicleId, deviceId } = recording
  if (sameCatalogs(await catalogsFor(transaction, { organizationId, vehicleId, beganAt }), catalogs)) return
  await addJob(transaction, { organizationId, jobType: 'DECODE', lookupId: id, deviceId, priority: decodePriority })
}
