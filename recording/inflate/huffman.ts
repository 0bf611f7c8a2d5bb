/**
 * Decoding tables of the Huffman codes in DEFLATE data (RFC 1951, 3.2).
 * An entry is `value << 9 | kind << 4 | length`: the number of code bits, what they stand for, and its value.
 */
export const entryKind = {
  /** 0 to 13: a length or a distance with that many extra bits. */
  literal: 16,
  endOfBlock: 17,
  /** `value` is where the second table begins, `length` how many bits choose in it. */
  secondTable: 18,
} as const

export const longestCode = 15

export interface Huffman {
  entries: Int32Array
  /** How many bits choose in the first table. */
  bits: number
}

/** Kind and value of each symbol of an alphabet, as an entry without its length. */
export type Alphabet = Int32Array

const extended = (bases: readonly number[], extraBits: readonly number[]): number[] =>
  bases.map((base, i) => (base << 9) | ((extraBits[i] ?? 0) << 4))

// RFC 1951, 3.2.5.
const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceExtra = Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1))
const distanceBases = distanceExtra.map((extra, i) => (i < 4 ? i + 1 : ((2 + (i & 1)) << extra) + 1))

export const literalsAndLengths: Alphabet = Int32Array.from([
  ...Array.from({ length: 256 }, (_, i) => (i << 9) | (entryKind.literal << 4)),
  entryKind.endOfBlock << 4,
  ...extended(lengthBases, lengthExtra),
])
export const distances: Alphabet = Int32Array.from(extended(distanceBases, distanceExtra))
/** The alphabet of the lengths of the two others. */
export const codeLengths: Alphabet = Int32Array.from({ length: 19 }, (_, i) => (i << 9) | (entryKind.literal << 4))

/**
 * The table of the canonical code with these `lengths` (0 = the symbol has no code), or null when they
 * promise more codes than there are. Codes that stand for nothing have the entry 0.
 */
export function huffman(lengths: Uint8Array, alphabet: Alphabet, bits: number): Huffman | null {
  const counts = new Uint16Array(longestCode + 1)
  for (let i = 0; i < lengths.length; i++) counts[lengths[i] ?? 0] = (counts[lengths[i] ?? 0] ?? 0) + 1
  counts[0] = 0
  const next = new Int32Array(longestCode + 2)
  let room = 1
  for (let length = 1; length <= longestCode; length++) {
    room = room * 2 - (counts[length] ?? 0)
    if (room < 0) return null
    next[length + 1] = ((next[length] ?? 0) + (counts[length] ?? 0)) << 1
  }
  let longest = longestCode
  while (longest > bits && !counts[longest]) longest--
  const secondBits = longest - bits
  // A second table for each beginning of a long code; all of one size, which is simple and small enough.
  const seconds = new Map<number, number>()
  let entries = new Int32Array(1 << bits)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0
    if (length === 0) continue
    const code = reversed(next[length] ?? 0, length)
    next[length] = (next[length] ?? 0) + 1
    // Symbols that the alphabet does not have (286, 287; distances 30, 31) keep the entry of no code.
    const meaning = symbol < alphabet.length ? (alphabet[symbol] ?? 0) : -1
    if (length <= bits) {
      const entry = meaning < 0 ? 0 : meaning | length
      for (let at = code; at < 1 << bits; at += 1 << length) entries[at] = entry
      continue
    }
    const first = code & ((1 << bits) - 1)
    let second = seconds.get(first)
    if (second === undefined) {
      second = entries.length
      const grown = new Int32Array(second + (1 << secondBits))
      grown.set(entries)
      entries = grown
      seconds.set(first, second)
      entries[first] = (second << 9) | (entryKind.secondTable << 4) | secondBits
    }
    const entry = meaning < 0 ? 0 : meaning | length
    for (let at = code >>> bits; at < 1 << secondBits; at += 1 << (length - bits)) entries[second + at] = entry
  }
  return { entries, bits }
}

function reversed(code: number, length: number): number {
  let from = code
  let to = 0
  for (let i = 0; i < length; i++) {
    to = (to << 1) | (from & 1)
    from >>>= 1
  }
  return to
}
