import { inflate } from '../../inflate.ts'
import { DamagedBlock } from '../../recording-error.ts'

/**
 * Inflates zlib data to exactly `length` bytes and undoes the transposition of DZ kind 1 (`columns` = bytes per record,
 * 0 for none). Stops as soon as more than `length` bytes come out. `offset` names the block in errors.
 */
export function unpack(packed: Uint8Array, length: number, columns: number, offset: number): Uint8Array {
  const plain = new Uint8Array(length)
  const { written, end } = inflate(packed, plain)
  if (end === 'over') throw new DamagedBlock(`A DZ block that unpacks to more than its ${length} bytes`, offset)
  if (end !== 'done') throw new DamagedBlock('A DZ block whose compressed data are broken', offset)
  if (written < length) throw new DamagedBlock(`A DZ block that unpacks to ${written} instead of ${length} bytes`, offset)
  return columns > 1 && columns <= length ? transposeBack(plain, columns) : plain
}

/** So many records at a time stay in the nearest cache while all their columns are put in. */
const tileRows = 256

/** The standard stores column by column the whole records, and the rest of an incomplete record as it was. */
function transposeBack(from: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(from.length / columns)
  const to = new Uint8Array(from.length)
  for (let first = 0; first < rows; first += tileRows) {
    const last = Math.min(rows, first + tileRows)
    for (let column = 0; column < columns; column++) {
      const end = column * rows + last
      for (let at = column * rows + first, put = first * columns + column; at < end; at++, put += columns) to[put] = from[at] ?? 0
    }
  }
  to.set(from.subarray(rows * columns), rows * columns)
  return to
}
