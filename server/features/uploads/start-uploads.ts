import { join } from 'node:path'
import { hasVehicle } from '#server/features/vehicles/store.ts'
import { findDevice } from '#server/features/devices/store.ts'
import { requireFreeBytes } from '#server/disk/disk-space.ts'
import type { Platform } from '#server/platform.ts'
import { TusEngine } from '#server/tus/engine.ts'
import type { NewUpload, TusHooks } from '#server/tus/hooks.ts'
import { sweepOrphanBlobs } from './orphan-blobs.ts'
import { PendingUploads } from './pending-uploads.ts'
import { requireQuota } from './quota.ts'
import { receiveUpload } from './receive.ts'
import type { UploadContext } from './upload-context.ts'
import { ownerOf, readContext } from './upload-context.ts'
import { metadataProblem, readStatedUpload } from './upload-metadata.ts'

const hour = 60 * 60 * 1000

export interface Uploads {
  readonly engine: TusEngine<UploadContext>
  readonly pending: PendingUploads
  /** Stores what has arrived of uploads under way, and ends. */
  stop(): Promise<void>
}

/** Takes up uploads that were complete but not archived, then is ready for requests. The queue must have been started: archiving queues jobs. */
export async function startUploads(platform: Platform): Promise<Uploads> {
  const { settings, blobs, now, log } = platform
  const stagingDir = join(settings.dataDir, 'uploads')
  const expiresAfterMs = settings.uploadExpiryHours * hour
  const pending = new PendingUploads(stagingDir)
  const engine = new TusEngine<UploadContext>({
    stagingDir,
    maxBytes: () => settings.maxUploadSize,
    expiresAfterMs,
    clock: () => now().getTime(),
    hooks: hooksOf(platform, stagingDir, pending),
  })
  await engine.recover()
  const clean = async (): Promise<void> => {
    try {
      await engine.recover()
      await engine.sweep()
      await blobs.cleanUp(new Date(now().getTime() - 24 * hour))
      // other servers may share the blobs; their uploads older than this are archived or have expired
      const old = new Date(now().getTime() - expiresAfterMs - 24 * hour)
      const deleted = await sweepOrphanBlobs(platform, old, await pending.blobKeys())
      if (deleted > 0) log.info({ deleted }, 'files without an owner were deleted')
    } catch (error) {
      log.warn({ err: error }, 'cleaning up uploads failed; it is repeated in an hour')
    }
  }
  const timer = setInterval(() => void clean(), hour)
  return {
    engine,
    pending,
    async stop() {
      clearInterval(timer)
      await engine.close()
    },
  }
}

function hooksOf(platform: Platform, stagingDir: string, pending: PendingUploads): TusHooks<UploadContext> {
  return {
    readContext,
    ownerOf,
    async onCreate(context, upload) {
      await requireKnownOwner(platform, context, upload)
      await requireQuota(platform, pending, context.organizationId, upload.length)
      await requireFreeBytes(stagingDir, platform.settings.minFreeSpace)
    },
    onComplete: (context, upload) => receiveUpload(platform, context, upload),
    onFault: (error, uploadId) => platform.log.error({ err: error, upload: uploadId }, 'an upload failed'),
  }
}

/** @throws Problem 400 when the metadata is not valid, or names a device or vehicle that the organization does not have */
async function requireKnownOwner({ database }: Platform, context: UploadContext, { metadata }: NewUpload): Promise<void> {
  const { deviceId, vehicleId } = readStatedUpload(metadata, context.from)
  const { organizationId } = context
  if (deviceId !== undefined && !(await findDevice(database, organizationId, deviceId)))
    throw metadataProblem('there is no such deviceId')
  if (vehicleId !== undefined && !(await hasVehicle(database, organizationId, vehicleId)))
    throw metadataProblem('there is no such vehicleId')
}
