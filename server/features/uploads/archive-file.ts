import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { addJob } from '#server/queue/job-states.ts'
import type { ReceivedFile } from './received-file.ts'
import type { ArchivedFile } from './store.ts'
import * as store from './store.ts'
import { takeTurns } from './turns.ts'

/**
 * Puts a received file into the archive: upload, group, file version, and the job that looks into it. Repeating gives the
 * same answer; the same bytes of the same device or vehicle are recognised. Calls for one device or vehicle go one after the other.
 * @param blobStored when false only a known file can be answered; `needs-blob` otherwise, and nothing has changed
 */
export async function archiveFile(
  transaction: Transaction<Database>,
  file: ReceivedFile,
  { blobStored }: { blobStored: boolean },
): Promise<ArchivedFile | 'needs-blob'> {
  await takeTurns(transaction, { devices: [file.deviceId], vehicles: [file.vehicleId] })
  const earlier = await store.findReceived(transaction, file.uploadKey)
  if (earlier !== undefined) return earlier
  const known = await store.findSameBytes(transaction, file)
  if (known !== undefined) {
    const answer = { ...known, duplicate: true }
    await store.insertReceived(transaction, file, answer)
    return answer
  }
  if (!blobStored) return 'needs-blob'

  const uploadId =
    (await store.findUploadByKey(transaction, file.organizationId, uploadKeyOf(file))) ?? (await beginUpload(transaction, file))
  const fileVersionId = await store.insertFileVersion(transaction, file, uploadId)
  const answer = { uploadId, fileVersionId, duplicate: false }
  await store.insertReceived(transaction, file, answer)
  await addJob(transaction, {
    organizationId: file.organizationId,
    jobType: 'INGEST',
    lookupId: fileVersionId,
    deviceId: file.deviceId,
  })
  // last, since all uploads of the organization wait for this row
  await store.addUsedBytes(transaction, file.organizationId, file.size)
  return answer
}

async function beginUpload(transaction: Transaction<Database>, file: ReceivedFile): Promise<number> {
  const groupKey = file.stated.group === undefined ? null : JSON.stringify([ownerName(file), file.stated.group])
  const groupId = await store.findOrInsertGroup(transaction, file.organizationId, groupKey)
  return await store.insertUpload(transaction, file, { groupId, key: uploadKeyOf(file) })
}

function ownerName({ deviceId, vehicleId }: ReceivedFile): string {
  return deviceId === null ? `vehicle:${vehicleId}` : `device:${deviceId}`
}

/** Further files with the same owner, collection and times belong to one upload; a file without times is an upload of its own. */
function uploadKeyOf(file: ReceivedFile): string {
  const { collection, start, end } = file.stated
  const times =
    start === undefined || end === undefined ? [file.sha256.toString('hex')] : [start.toISOString(), end.toISOString()]
  return JSON.stringify([ownerName(file), collection, ...times])
}
