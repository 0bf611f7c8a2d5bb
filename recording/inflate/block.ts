import type { BitInput } from './bit-input.ts'
import { entryKind, type Huffman } from './huffman.ts'

/** How a run of symbols ended: at its end of block, without a meaning, without input, or without room. */
export type BlockEnd = 'done' | 'broken' | 'cut' | 'over'

/**
 * Unpacks the symbols of one block into `to` from `start` on; the new end is `input.written`.
 * The bit buffer lives in local variables here, which is what makes this loop quick.
 */
export function inflateSymbols(input: BitInput, literals: Huffman, distances: Huffman, to: Uint8Array, start: number): BlockEnd {
  const { bytes, end } = input
  const table = literals.entries
  const distanceTable = distances.entries
  const mask = (1 << literals.bits) - 1
  const distanceMask = (1 << distances.bits) - 1
  const firstBits = literals.bits
  const firstDistanceBits = distances.bits
  const room = to.length
  let at = input.at
  let hold = input.hold
  let held = input.held
  let out = start
  let result: BlockEnd = 'done'
  for (;;) {
    // Past the end zeros are read; having used more bits than there were shows below.
    if (held < 16) {
      hold |= ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << held
      at += 2
      held += 16
    }
    let entry = table[hold & mask] ?? 0
    if (((entry >>> 4) & 31) === entryKind.secondTable)
      entry = table[(entry >>> 9) + ((hold >>> firstBits) & ((1 << (entry & 15)) - 1))] ?? 0
    const used = entry & 15
    if (used === 0) {
      result = 'broken'
      break
    }
    hold >>>= used
    held -= used
    const kind = (entry >>> 4) & 31
    if (kind === entryKind.literal) {
      if (out >= room) {
        result = 'over'
        break
      }
      to[out++] = entry >>> 9
      if (at > end && at - (held >> 3) > end) {
        result = 'cut'
        break
      }
      continue
    }
    if (kind === entryKind.endOfBlock) break
    if (held < 16) {
      hold |= ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << held
      at += 2
      held += 16
    }
    const length = (entry >>> 9) + (hold & ((1 << kind) - 1))
    hold >>>= kind
    held -= kind
    if (held < 16) {
      hold |= ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << held
      at += 2
      held += 16
    }
    entry = distanceTable[hold & distanceMask] ?? 0
    if (((entry >>> 4) & 31) === entryKind.secondTable)
      entry = distanceTable[(entry >>> 9) + ((hold >>> firstDistanceBits) & ((1 << (entry & 15)) - 1))] ?? 0
    const distanceUsed = entry & 15
    hold >>>= distanceUsed
    held -= distanceUsed
    if (held < 16) {
      hold |= ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << held
      at += 2
      held += 16
    }
    const extra = (entry >>> 4) & 31
    const distance = (entry >>> 9) + (hold & ((1 << extra) - 1))
    hold >>>= extra
    held -= extra
    if (at > end && at - (held >> 3) > end) {
      result = 'cut'
      break
    }
    if (distanceUsed === 0 || distance > out) {
      result = 'broken'
      break
    }
    const stop = out + length
    if (stop > room) {
      result = 'over'
      break
    }
    let from = out - distance
    if (distance >= length && length > 64) {
      to.copyWithin(out, from, from + length)
    } else if (distance >= 4 && stop + 4 <= room) {
      // Four bytes at a time; what is written past the match is overwritten by what follows.
      for (; out < stop; out += 4, from += 4) {
        to[out] = to[from] ?? 0
        to[out + 1] = to[from + 1] ?? 0
        to[out + 2] = to[from + 2] ?? 0
        to[out + 3] = to[from + 3] ?? 0
      }
    } else while (out < stop) to[out++] = to[from++] ?? 0
    out = stop
  }
  input.at = at
  input.hold = hold
  input.held = held
  input.written = out
  return result === 'done' && input.overrun ? 'cut' : result
}
