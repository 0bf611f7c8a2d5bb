import type { FrameBlock } from '../frames.ts'

const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * The payloads of a block as words of four bytes, little-endian; null when some payload does not begin at a whole word of
 * its buffer (frames of odd lengths, close together). Words reach to the end of the buffer behind the data.
 */
export function wordsOf({ count, dataStart, data }: FrameBlock): Uint32Array | null {
  if (!littleEndian || data.byteOffset % 4 !== 0) return null
  let starts = 0
  for (let row = 0; row < count; row++) starts |= dataStart[row] ?? 0
  const bytes = data.buffer.byteLength - data.byteOffset
  // The last word may only be half there.
  if ((starts & 3) !== 0 || data.length > bytes - (bytes % 4)) return null
  return new Uint32Array(data.buffer, data.byteOffset, Math.floor(bytes / 4))
}
