import type { FrameBlock } from '#recording/frames.ts'

/*
 * A block of frames as bytes, every column after the other, widest first so that each begins at a multiple of its width:
 * timeNs f64, id u32, dataStart u32, bus u16, length u16, flags u8, data.
 */
const rowBytes = 8 + 4 + 4 + 2 + 2 + 1

/** A copy; `block` may be used again. */
export function packFrames(block: FrameBlock): Blob {
  const { count, timeNs, id, dataStart, bus, length, flags, data } = block
  const used = new Uint8Array(data.subarray(0, dataLength(block)))
  const columns = [timeNs, id, dataStart, bus, length, flags].map((column) => column.slice(0, count))
  return new Blob([...columns, used])
}

export async function unpackFrames(blob: Blob, count: number): Promise<FrameBlock> {
  const bytes = await blob.arrayBuffer()
  let at = 0
  const next = (width: number) => (at += count * width) - count * width
  return {
    count,
    timeNs: new Float64Array(bytes, next(8), count),
    id: new Uint32Array(bytes, next(4), count),
    dataStart: new Uint32Array(bytes, next(4), count),
    bus: new Uint16Array(bytes, next(2), count),
    length: new Uint16Array(bytes, next(2), count),
    flags: new Uint8Array(bytes, next(1), count),
    data: new Uint8Array(bytes, count * rowBytes),
  }
}

/** Where the last byte of any row ends. */
function dataLength({ count, dataStart, length, data }: FrameBlock): number {
  let end = 0
  for (let row = 0; row < count; row++) end = Math.max(end, (dataStart[row] ?? 0) + (length[row] ?? 0))
  return Math.min(end, data.length)
}
