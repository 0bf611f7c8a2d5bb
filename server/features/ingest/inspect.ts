import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import type { HoldingCatalog } from '#server/features/catalogs/applied.ts'
import { catalogsFor } from '#server/features/catalogs/applied.ts'
import { isPlausible } from '#server/features/uploads/upload-dates.ts'
import type { Instant } from '#recording/instant.ts'
import type { Platform } from '#server/platform.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { blobSource } from './blob-source.ts'
import type { Helpers, RecordingReader } from './recording-reader.ts'
import type { FoundFile } from './store.ts'
import { StoreDraft } from './store-draft.ts'
import type { Look } from './thread-messages.ts'

export interface Inspector {
  readonly platform: Platform
  readonly reader: RecordingReader
  /** Where signal stores are written before they are blobs. */
  readonly drafts: DraftFolder
}

/** What was found in a file, and with which catalogs. */
export interface Inspection {
  readonly look: Look
  readonly beganAt: Date
  readonly catalogs: readonly HoldingCatalog[]
  /** The blob of the signal store, if there are signals. */
  readonly storeKey: string | null
}

/** The vehicle that a recording of this time is of. */
export type VehicleAt = (beganAt: Date) => Promise<number | null>

/**
 * Reads a file once and stores its signals. Safe to repeat: a store that nobody refers to is swept.
 * @throws ReaderFailed when the file made the reader fail
 * @throws JobFailure when the file's bytes are missing
 */
export async function inspect(
  { platform, reader, drafts }: Inspector,
  file: FoundFile,
  vehicleAt: VehicleAt,
  signal: AbortSignal,
): Promise<Inspection> {
  const { database, blobs } = platform
  const draft = new StoreDraft(drafts)
  let beganAt = file.start_date
  let catalogs: readonly HoldingCatalog[] = []
  const helpers: Helpers = {
    async catalogsAt(origin) {
      beganAt = believed(origin, file)
      const vehicleId = await vehicleAt(beganAt)
      catalogs = await catalogsFor(database, { organizationId: file.organizationId, vehicleId, beganAt })
      return catalogs.map(({ versionId, channels }) => ({ versionId, channels }))
    },
    async formOf(versionId) {
      const catalog = catalogs.find((one) => one.versionId === versionId)
      if (catalog === undefined) throw new JobFailure(`The reader asked for a catalog ${versionId} that does not hold here`)
      return await wholeBlob(blobs, catalog.formKey)
    },
    store: (bytes) => draft.write(bytes),
  }
  try {
    const look = await reader.look(blobSource(blobs, file.blobKey, file.size), helpers, signal)
    const hasStore = look.kind === 'recording' && look.store.state === 'ready'
    return { look, beganAt, catalogs, storeKey: hasStore ? await draft.keep(blobs) : null }
  } catch (error) {
    if (error instanceof BlobMissing) throw new JobFailure(error.message, { cause: error })
    throw error
  } finally {
    await draft.discard()
  }
}

/** When the recording began: as it says itself, unless its clock was wrong. */
function believed(origin: Instant, file: FoundFile): Date {
  const stated = new Date(origin.epochMs)
  return isPlausible(stated, file.received_at) ? stated : file.start_date
}
