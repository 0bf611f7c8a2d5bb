import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { vehicleOfDeviceAt } from '#server/features/devices/assignments.ts'
import type { Span } from '#server/features/uploads/upload-dates.ts'
import { datesOf } from '#server/features/uploads/upload-dates.ts'
import type { Findings } from './findings.ts'

/** A received file, and what is known of the upload that it belongs to. */
export async function findFile(database: Kysely<Database>, fileVersionId: number) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', fileVersionId)
    .select(['file.id', 'file.organization_id as organizationId', 'file.blob_key as blobKey', 'file.size', 'file.extension'])
    .select(['upload.id as uploadId', 'upload.device_id', 'upload.vehicle_id', 'upload.start_date', 'upload.received_at'])
    .executeTakeFirst()
}

export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Keeps what was found, and gives the upload its dates, and with them its vehicle. Safe to repeat. */
export async function putFindings(transaction: Transaction<Database>, fileVersionId: number, findings: Findings): Promise<void> {
  const file = await transaction
    .updateTable('file_version')
    .set({
      state: findings.state,
      problem: findings.problem,
      recording: findings.recording === null ? null : JSON.stringify(findings.recording),
    })
    .where('id', '=', fileVersionId)
    .returning('upload_id')
    .executeTakeFirst()
  // the file was purged meanwhile
  if (file !== undefined && findings.recording !== null) await dateUpload(transaction, file.upload_id)
}

async function dateUpload(transaction: Transaction<Database>, uploadId: number): Promise<void> {
  const upload = await transaction
    .selectFrom('upload')
    .where('id', '=', uploadId)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
  const stated: Partial<Span> = {
    ...(upload.stated_start && { start: upload.stated_start }),
    ...(upload.stated_end && { end: upload.stated_end }),
  }
  const dates = datesOf({ stated, recordings: await recordedSpans(transaction, uploadId), received: upload.received_at })
  if (dates.start.getTime() === upload.start_date.getTime() && dates.end.getTime() === upload.end_date.getTime()) return
  const vehicleId = await vehicleOf(transaction, upload, dates.start)
  await transaction
    .updateTable('upload')
    .set({ start_date: dates.start, end_date: dates.end, vehicle_id: vehicleId })
    .where('id', '=', uploadId)
    .execute()
}

interface Owned {
  readonly device_id: number | null
  readonly vehicle_id: number | null
  readonly received_at: Date
}

/**
 * The vehicle that the device was in when it recorded, where only the one at receipt was known until now. A vehicle that
 * somebody named stays.
 */
export async function vehicleOf(transaction: Kysely<Database>, upload: Owned, start: Date): Promise<number | null> {
  if (upload.device_id === null) return upload.vehicle_id
  const atReceipt = await vehicleOfDeviceAt(transaction, upload.device_id, upload.received_at)
  return upload.vehicle_id === atReceipt ? await vehicleOfDeviceAt(transaction, upload.device_id, start) : upload.vehicle_id
}

/** What the recordings among an upload's files say of their time. */
async function recordedSpans(transaction: Transaction<Database>, uploadId: number): Promise<Span[]> {
  const rows = await transaction
    .selectFrom('file_version')
    .where('upload_id', '=', uploadId)
    .where('recycled_at', 'is', null)
    .where('recording', 'is not', null)
    .where('exported_from', 'is', null)
    .select('recording')
    .execute()
  return rows.flatMap(({ recording }) => {
    if (recording === null || recording.startDate === null || recording.endDate === null) return []
    return [{ start: new Date(recording.startDate), end: new Date(recording.endDate) }]
  })
}
