import { DiskBlobStore } from '#server/blob-store/disk.ts'
import type { TusHooks } from '../hooks.ts'
import type { OwnerContext } from './engine-server.ts'
import { ownerHooks } from './engine-server.ts'

/** Keys are lower case; upload ids are not. */
export function archiveKey(uploadId: string): string {
  return Buffer.from(uploadId).toString('hex')
}

/** Hands uploads over as the product does: into a blob store; the answer repeats the hashes, so that a client can compare them. */
export function archivingHooks(archive: string): TusHooks<OwnerContext> {
  const blobs = new DiskBlobStore(archive)
  return ownerHooks({
    onComplete: async (_context, upload) => {
      await blobs.put(archiveKey(upload.id), upload.path)
      return { 'x-sha256': upload.sha256, 'x-crc32': String(upload.crc32) }
    },
  })
}
