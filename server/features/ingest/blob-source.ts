import type { ByteSource } from '#recording/byte-source.ts'
import type { BlobStore } from '#server/blob-store/blob-store.ts'

/** The bytes of a stored file as the `recording` library reads them. Throws what the store throws. */
export function blobSource(blobs: BlobStore, key: string, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const end = Math.min(size, offset + length)
      const bytes = new Uint8Array(Math.max(0, end - offset))
      let filled = 0
      for await (const chunk of await blobs.read(key, { start: offset, end })) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError(`The blob store gave text for ${key}`)
        bytes.set(chunk, filled)
        filled += chunk.length
      }
      return bytes.subarray(0, filled)
    },
  }
}
