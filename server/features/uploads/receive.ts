import { completedUploadHeaders } from '#contract/uploads.ts'
import { vehicleOfDeviceAt } from '#server/features/devices/assignments.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { errorCode } from '#server/settings/start-error.ts'
import type { ReceivedUpload } from '#server/tus/hooks.ts'
import type { ReceivedFile } from './received-file.ts'
import { archiveFile } from './archive-file.ts'
import { blobKeyOf } from './blob-keys.ts'
import type { ArchivedFile } from './store.ts'
import { findReceived, findSameBytes } from './store.ts'
import type { UploadContext } from './upload-context.ts'
import { datesOf, isPlausible } from './upload-dates.ts'
import { readStatedUpload } from './upload-metadata.ts'

/** Headers for the sender of a completed upload. */
export type CompletedHeaders = Readonly<Record<string, string>>

/**
 * Takes a complete upload into the archive: first the bytes, then all rows in one transaction. Safe to repeat after a crash
 * at any point: the blob's name follows from the upload's key, and the transaction remembers that key.
 */
export async function receiveUpload(
  platform: Platform,
  context: UploadContext,
  upload: ReceivedUpload,
): Promise<CompletedHeaders> {
  try {
    return headersOf(
      (await findReceived(platform.database, upload.id)) ??
        (await archive(platform, await describe(platform, context, upload), upload.path)),
    )
  } catch (error) {
    throw answerable(error)
  }
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
function answerable(error: unknown): unknown {
  switch (errorCode(error)) {
    case '53100': // the database's own disk is full
      return new Problem('disk-full')
    case '23503': // the device, vehicle or person was deleted for good while its file arrived
      return notFound()
    default:
      return error
  }
}

async function archive(platform: Platform, file: ReceivedFile, path: string): Promise<ArchivedFile> {
  const { database, blobs, log } = platform
  let blobStored = (await findSameBytes(database, file)) === undefined
  if (blobStored) await blobs.put(file.blobKey, path)
  for (;;) {
    const answer = await database.transaction().execute((transaction) => archiveFile(transaction, file, { blobStored }))
    if (answer === 'needs-blob') {
      // what was known a moment ago has been recycled meanwhile
      await blobs.put(file.blobKey, path)
      blobStored = true
      continue
    }
    if (answer.duplicate && blobStored) {
      // nobody refers to this copy; should deleting fail, the sweep of orphans does it
      await blobs.delete(file.blobKey).catch((error: unknown) => log.warn({ err: error }, 'a duplicate is left to the sweep'))
    }
    return answer
  }
}

async function describe(platform: Platform, context: UploadContext, upload: ReceivedUpload): Promise<ReceivedFile> {
  const stated = readStatedUpload(upload.metadata, context.from)
  const received = platform.now()
  const dates = datesOf({ stated: { start: stated.start, end: stated.end }, recordings: [], received })
  const deviceId = context.from === 'device' ? context.deviceId : (stated.deviceId ?? null)
  const moment = stated.start !== undefined && isPlausible(stated.start, received) ? stated.start : received
  const assigned = deviceId === null ? null : await vehicleOfDeviceAt(platform.database, deviceId, moment)
  return {
    uploadKey: upload.id,
    organizationId: context.organizationId,
    userId: context.from === 'person' ? context.userId : null,
    deviceId,
    vehicleId: stated.vehicleId ?? assigned,
    stated,
    dates,
    received,
    size: upload.length,
    sha256: Buffer.from(upload.sha256, 'hex'),
    crc32: upload.crc32,
    blobKey: blobKeyOf(upload.id),
  }
}

function headersOf({ uploadId, fileVersionId, duplicate }: ArchivedFile): CompletedHeaders {
  return {
    [completedUploadHeaders.uploadId]: String(uploadId),
    [completedUploadHeaders.fileVersionId]: String(fileVersionId),
    [completedUploadHeaders.duplicate]: String(duplicate),
  }
}
