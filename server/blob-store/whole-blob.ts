import type { BlobStore } from './blob-store.ts'

/** All bytes of a small blob. Throws what the store throws. */
export async function wholeBlob(blobs: BlobStore, key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(key)) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`The blob store gave text for ${key}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
