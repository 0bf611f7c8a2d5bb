import { constants, createInflate } from 'node:zlib'
import { inflateHere, setInflater, type Inflater } from '#recording/inflate.ts'

/**
 * The inside of an Inflate of `node:zlib`: it unpacks into the caller's memory, and begins anew without new memory. What
 * is documented, `inflateSync`, makes an Inflate and a buffer for each block: half as long again, and as much for the
 * garbage. Node does not document the inside, but the npm that it ships stands on it (minizlib), and our Node is pinned.
 */
interface Inside {
  readonly handle: {
    reset(): void
    writeSync(
      flush: number,
      from: Uint8Array,
      fromStart: number,
      fromLength: number,
      to: Uint8Array,
      toStart: number,
      toLength: number,
    ): void
  }
  /** Room left and packed bytes left by the last write. */
  readonly left: Uint32Array
  failed: boolean
}

function makeInside(): Inside | null {
  const made = createInflate()
  const handle: unknown = Reflect.get(made, '_handle')
  const left: unknown = Reflect.get(made, '_writeState')
  if (!isHandle(handle) || !(left instanceof Uint32Array)) return null
  const inside: Inside = { handle, left, failed: false }
  // Told at once, within the write; an Inflate that has failed can do no more.
  Reflect.set(handle, 'onerror', () => (inside.failed = true))
  return inside
}

function isHandle(value: unknown): value is Inside['handle'] {
  return typeof value === 'object' && value !== null && 'reset' in value && 'writeSync' in value
}

const spare = new Uint8Array(1)
let kept: Inside | null = null

/** The platform's zlib, about four times as quick; what it refuses is judged by the library, which also gives what there is of cut data. */
const nativeInflater: Inflater = (packed, to) => {
  const inside = (kept ??= makeInside())
  if (!inside || to.length === 0) return inflateHere(packed, to)
  const { handle, left } = inside
  handle.reset()
  handle.writeSync(constants.Z_FINISH, packed, 0, packed.length, to, 0, to.length)
  const [roomLeft = 0, packedLeft = 0] = left
  // Room that is filled to its last byte may be too little: one byte more would tell.
  if (roomLeft === 0 && !inside.failed)
    handle.writeSync(constants.Z_FINISH, packed, packed.length - packedLeft, packedLeft, spare, 0, 1)
  if (!inside.failed && left[0] !== 0) return { written: to.length - roomLeft, end: 'done' }
  kept = null
  return inflateHere(packed, to)
}

/** Lets the recording library unpack with the platform's zlib, where it can. Once in each thread, before anything is read. */
export function preferNativeInflater(): boolean {
  kept ??= makeInside()
  if (kept) setInflater(nativeInflater)
  return kept !== null
}
