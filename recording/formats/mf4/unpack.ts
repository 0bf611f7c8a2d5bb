import { DamagedBlock } from '../../recording-error.ts'

/**
 * Inflates zlib data to exactly `length` bytes and undoes the transposition of DZ kind 1 (`columns` = bytes per record,
 * 0 for none). Stops as soon as more than `length` bytes come out. `offset` names the block in errors.
 */
export async function unpack(packed: Uint8Array, length: number, columns: number, offset: number): Promise<Uint8Array> {
  const plain = new Uint8Array(length)
  let at = 0
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      if (at + value.length > length) throw new DamagedBlock(`A DZ block that unpacks to more than its ${length} bytes`, offset)
      plain.set(value, at)
      at += value.length
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    if (error instanceof DamagedBlock) throw error
    throw new DamagedBlock('A DZ block whose compressed data are broken', offset)
  }
  if (at < length) throw new DamagedBlock(`A DZ block that unpacks to ${at} instead of ${length} bytes`, offset)
  return columns > 1 && columns <= length ? transposeBack(plain, columns) : plain
}

/** The standard stores column by column the whole records, and the rest of an incomplete record as it was. */
function transposeBack(from: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(from.length / columns)
  const to = new Uint8Array(from.length)
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) to[row * columns + column] = from[column * rows + row] ?? 0
  to.set(from.subarray(rows * columns), rows * columns)
  return to
}
