import { DamagedBlock } from '../recording-error.ts'
import { crc32 } from './crc32.ts'
import { blockHeadBytes, type BlockKind } from './layout.ts'

/** A block of the file: 16 bytes of head and the body, which begins on a multiple of 8 of its buffer. */
export interface Block {
  readonly encoding: number
  readonly type: number
  readonly count: number
  /** The buffer that holds the body, from `blockHeadBytes` on. */
  readonly buffer: ArrayBuffer
  readonly bodyBytes: number
}

/** A block to be filled: write the body into `buffer` from `blockHeadBytes` on, then seal it. */
export function emptyBlock(bodyBytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(blockHeadBytes + Math.ceil(bodyBytes / 8) * 8)
}

/** Fills in the head. `bodyBytes` without the zeros at the end. */
export function sealBlock(
  bytes: Uint8Array<ArrayBuffer>,
  kind: BlockKind,
  encoding: number,
  type: number,
  count: number,
  bodyBytes: number,
): void {
  bytes.set([kind, encoding, type, 0])
  const words = new Uint32Array(bytes.buffer, 0, 4)
  words[1] = count
  words[2] = bodyBytes
  words[3] = blockSum(bytes, bodyBytes)
}

function blockSum(bytes: Uint8Array, bodyBytes: number): number {
  return crc32(bytes.subarray(blockHeadBytes, blockHeadBytes + bodyBytes), crc32(bytes.subarray(0, 12)))
}

/** Checks the head and the checksum of a block read from `offset`; `most` bounds its count. Throws DamagedBlock. */
export function openBlock(bytes: Uint8Array, offset: number, kind: BlockKind, most: number): Block {
  // An own copy: typed arrays need alignment, and a cache must not hold the buffer of a larger read.
  const own = bytes.slice()
  const words = new Uint32Array(own.buffer, 0, 4)
  const [count = 0, bodyBytes = 0, sum = 0] = words.subarray(1)
  if (own[0] !== kind) throw new DamagedBlock(`A block of kind ${own[0]} where kind ${kind} is expected`, offset)
  if (bodyBytes !== own.length - blockHeadBytes)
    throw new DamagedBlock(`A block that states ${bodyBytes} bytes where ${own.length - blockHeadBytes} are expected`, offset)
  if (count < 1 || count > most) throw new DamagedBlock(`A block with ${count} entries`, offset)
  if (sum !== blockSum(own, bodyBytes)) throw new DamagedBlock('A block whose checksum is wrong', offset)
  return { encoding: own[1] ?? 0, type: own[2] ?? 0, count, buffer: own.buffer, bodyBytes }
}

/** For a body that is not as long as its count and encoding need. */
export function expectBody(block: Block, bodyBytes: number, offset: number): void {
  if (block.bodyBytes !== bodyBytes) throw new DamagedBlock(`A block of ${block.bodyBytes} bytes that needs ${bodyBytes}`, offset)
}
