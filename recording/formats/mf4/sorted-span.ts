import { readExactly, type ByteSource } from '../../byte-source.ts'
import { fragmentsOf, unpackedLength, unpackFragment, type Fragment } from './fragments.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** How many whole records the data of one sorted group hold, with the first and the last of them. */
export interface SortedSpan {
  count: number
  /** Fewer than the file says: the data end early, at this byte. */
  endsEarlyAt: number | null
  first: Uint8Array
  last: Uint8Array
}

interface Piece {
  fragment: Fragment
  start: number
  length: number
}

/** Looks at the ends of a sorted group's data without reading what lies between. */
export async function sortedSpan(
  source: ByteSource,
  dataLink: number,
  recordBytes: number,
  cycleCount: number,
  budget: ReadingBudget,
): Promise<SortedSpan> {
  const pieces: Piece[] = []
  let total = 0
  let end = dataLink
  for await (const fragment of fragmentsOf(source, dataLink, false)) {
    const inFile = Math.min(fragment.length, source.size - fragment.offset)
    budget.spendData(inFile, fragment.offset)
    const length = fragment.kind === 'plain' ? inFile : await unpackedLength(source, fragment.offset)
    pieces.push({ fragment, start: total, length })
    total += length
    end = fragment.offset + inFile
  }
  const count = Math.min(cycleCount, Math.floor(total / recordBytes))
  const none = new Uint8Array(0)
  return {
    count,
    endsEarlyAt: count < cycleCount ? end : null,
    first: count > 0 ? await bytesAt(source, pieces, 0, recordBytes) : none,
    last: count > 0 ? await bytesAt(source, pieces, (count - 1) * recordBytes, recordBytes) : none,
  }
}

/** `length` bytes of the data from `start`, wherever the pieces are cut. */
async function bytesAt(source: ByteSource, pieces: readonly Piece[], start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (const piece of pieces) {
    const from = Math.max(start, piece.start)
    const to = Math.min(start + length, piece.start + piece.length)
    if (from >= to) continue
    const { fragment } = piece
    const part =
      fragment.kind === 'plain'
        ? await readExactly(source, fragment.offset + from - piece.start, to - from, 'A record')
        : (await unpackFragment(source, fragment.offset)).subarray(from - piece.start, to - piece.start)
    bytes.set(part, from - start)
  }
  return bytes
}
