import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { blobSource } from './blob-source.ts'
import type { Findings } from './findings.ts'
import { failedFindings, findingsOf } from './findings.ts'
import { ReaderFailed } from './recording-reader.ts'
import type { RecordingReader } from './recording-reader.ts'
import { findFile, putFindings } from './store.ts'

/** Looks into a received file (`lookupId` is its version): is it a recording, of which time and buses, or why can it not be read? */
export function ingestHandler({ database, blobs }: Platform, reader: RecordingReader): JobHandler {
  const findings = async (file: { blobKey: string; size: number; extension: string }, signal: AbortSignal): Promise<Findings> => {
    try {
      return findingsOf(await reader.look(blobSource(blobs, file.blobKey, file.size), signal), file.extension)
    } catch (error) {
      if (error instanceof ReaderFailed) return failedFindings(error.message)
      if (error instanceof BlobMissing) throw new JobFailure(error.message, { cause: error })
      throw error
    }
  }
  return {
    async run({ lookupId }, { signal }) {
      const file = lookupId === null ? undefined : await findFile(database, lookupId)
      // purged before anybody looked: nothing is left to do
      if (file === undefined || lookupId === null) return async () => {}
      const found = await findings(file, signal)
      return (transaction) => putFindings(transaction, lookupId, found)
    },

    failed({ lookupId }, reason) {
      return async (transaction) => {
        if (lookupId !== null)
          await putFindings(transaction, lookupId, failedFindings(`The file could not be looked into: ${reason}`))
      }
    },
  }
}
