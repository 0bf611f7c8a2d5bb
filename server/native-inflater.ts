import { inflateSync } from 'node:zlib'
import { inflateHere, setInflater, type Inflater } from '#recording/inflate.ts'

/** The platform's zlib, about three times as quick; what it refuses is judged by the library, which also gives what there is of cut data. */
const nativeInflater: Inflater = (packed, to) => {
  // zlib wants room for one byte even where nothing comes out
  const room = Math.max(64, to.length)
  try {
    // and where it fills its chunk to the last byte it allocates another one, to look whether more comes
    const plain = inflateSync(packed, { maxOutputLength: room, chunkSize: room + 1 })
    if (plain.length > to.length) return inflateHere(packed, to)
    to.set(plain)
    return { written: plain.length, end: 'done' }
  } catch {
    return inflateHere(packed, to)
  }
}

/** Lets the recording library unpack with the platform's zlib. Once in each thread, before anything is read. */
export function preferNativeInflater(): void {
  setInflater(nativeInflater)
}
