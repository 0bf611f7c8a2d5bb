import type { BlobStore, OpenBlob } from '#server/blob-store/blob-store.ts'

/** A blob of a store that gives streams, read from byte `start` on, each part after the one before it. */
export async function openStream(blobs: BlobStore, key: string, start: number): Promise<OpenBlob> {
  const stream = await blobs.read(key, { start })
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  let expected = start
  return {
    async read(into, position) {
      if (position !== expected) throw new RangeError(`Byte ${position} of ${key} was asked for, but ${expected} is next`)
      let filled = 0
      while (filled < into.length) {
        if (rest.length === 0) {
          const { done, value } = await chunks.next()
          if (done === true) break
          if (!(value instanceof Uint8Array)) throw new TypeError(`The blob store gave text for ${key}`)
          rest = value
        }
        const some = rest.subarray(0, into.length - filled)
        into.set(some, filled)
        filled += some.length
        rest = rest.subarray(some.length)
      }
      expected += filled
      return filled
    },
    async close() {
      stream.destroy()
    },
  }
}
