import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { Problem } from '#server/http/problem.ts'

interface Stored {
  readonly blobKey: string
  readonly size: number
  /** What people call it. */
  readonly name: string
}

/** The store is asked for so many at the same time. */
const atOnce = 16

/** @throws Problem `stored-bytes-missing` when the bytes of one of these files are not there, or not as many as they were */
export async function requireStoredBytes(blobs: BlobStore, files: readonly Stored[]): Promise<void> {
  const left = files.values()
  const ask = async (): Promise<void> => {
    for (const { blobKey, size, name } of left) {
      const facts = await blobs.stat(blobKey)
      if (facts?.size !== size) throw new Problem('stored-bytes-missing', { name })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, files.length) }, ask))
}
