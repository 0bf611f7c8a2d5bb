import { BitInput } from './inflate/bit-input.ts'
import { inflateSymbols, type BlockEnd } from './inflate/block.ts'
import { codeLengths, distances, huffman, literalsAndLengths, type Huffman } from './inflate/huffman.ts'

/** What came of unpacking. `written` bytes are good whatever the end was. */
export interface Inflated {
  written: number
  /**
   * `done`: all of it, and its checksum is right. `cut`: the packed bytes end too early. `over`: more than the room that
   * was given. `broken`: no such data, or another checksum.
   */
  end: BlockEnd
}

/** Unpacks zlib data (RFC 1950) into `to`. Never throws, whatever the bytes are. */
export type Inflater = (packed: Uint8Array, to: Uint8Array) => Inflated

const literalBits = 10
const distanceBits = 9

/** The library's own inflater: synchronous, and the same in the browser and on a server. */
export const inflateHere: Inflater = (packed, to) => {
  const [method = 0, flags = 0] = packed
  if (packed.length < 2) return { written: 0, end: 'cut' }
  // RFC 1950: method 8, no preset dictionary, and both bytes together a multiple of 31.
  if ((method & 15) !== 8 || flags & 0x20 || (method * 256 + flags) % 31 !== 0) return { written: 0, end: 'broken' }
  const input = new BitInput(packed, 2)
  for (;;) {
    const last = input.take(1)
    const end = inflateBlock(input, input.take(2), to)
    if (end !== 'done') return { written: input.written, end }
    if (last) break
  }
  input.toByte()
  if (input.at + 4 > input.end) return { written: input.written, end: 'cut' }
  const { bytes, at } = input
  const stated =
    (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0
  return { written: input.written, end: stated === adler32(to, input.written) ? 'done' : 'broken' }
}

let inflater: Inflater = inflateHere

/** Unpacks zlib data with the inflater in use. */
export const inflate: Inflater = (packed, to) => inflater(packed, to)

/** Takes a quicker inflater where the platform has one (a server's native zlib). Once, before anything is read. */
export function setInflater(quicker: Inflater): void {
  inflater = quicker
}

function inflateBlock(input: BitInput, kind: number, to: Uint8Array): BlockEnd {
  if (kind === 0) return copyStored(input, to)
  if (kind === 3) return input.overrun ? 'cut' : 'broken'
  const tables = kind === 1 ? fixedTables() : readTables(input)
  if (input.overrun) return 'cut'
  return tables ? inflateSymbols(input, tables.literals, tables.distances, to, input.written) : 'broken'
}

function copyStored(input: BitInput, to: Uint8Array): BlockEnd {
  input.toByte()
  const length = input.take(16)
  const complement = input.take(16)
  if (input.overrun) return 'cut'
  if ((length ^ complement) !== 0xffff) return 'broken'
  const found = Math.min(length, input.end - input.at)
  const fits = Math.min(found, to.length - input.written)
  to.set(input.bytes.subarray(input.at, input.at + fits), input.written)
  input.written += fits
  input.at += fits
  if (fits < found) return 'over'
  return found < length ? 'cut' : 'done'
}

interface Tables {
  literals: Huffman
  distances: Huffman
}

let fixed: Tables | null = null

/** RFC 1951, 3.2.6. */
function fixedTables(): Tables | null {
  if (fixed) return fixed
  const lengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))
  fixed = tablesOf(lengths, new Uint8Array(32).fill(5))
  return fixed
}

function tablesOf(literalLengths: Uint8Array, distanceLengths: Uint8Array): Tables | null {
  const literals = huffman(literalLengths, literalsAndLengths, literalBits)
  const far = huffman(distanceLengths, distances, distanceBits)
  return literals && far && { literals, distances: far }
}

const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** RFC 1951, 3.2.7. */
function readTables(input: BitInput): Tables | null {
  const literalCount = input.take(5) + 257
  const distanceCount = input.take(5) + 1
  const orderCount = input.take(4) + 4
  const orderLengths = new Uint8Array(19)
  for (let i = 0; i < orderCount; i++) orderLengths[lengthOrder[i] ?? 0] = input.take(3)
  const order = huffman(orderLengths, codeLengths, 7)
  if (!order) return null
  const lengths = new Uint8Array(literalCount + distanceCount)
  for (let i = 0; i < lengths.length;) {
    input.hold |= input.held < 8 ? (input.bytes[input.at++] ?? 0) << input.held : 0
    if (input.held < 8) input.held += 8
    const entry = order.entries[input.hold & 127] ?? 0
    if ((entry & 15) === 0) return null
    input.take(entry & 15)
    const symbol = entry >>> 9
    if (symbol < 16) {
      lengths[i++] = symbol
      continue
    }
    if (symbol === 16 && i === 0) return null
    const repeated = symbol === 16 ? (lengths[i - 1] ?? 0) : 0
    const count = symbol === 16 ? 3 + input.take(2) : symbol === 17 ? 3 + input.take(3) : 11 + input.take(7)
    if (i + count > lengths.length) return null
    lengths.fill(repeated, i, i + count)
    i += count
  }
  return tablesOf(lengths.subarray(0, literalCount), lengths.subarray(literalCount))
}

/** RFC 1950, 8.2. Sums of 3,800 bytes stay below 2^31. */
function adler32(bytes: Uint8Array, length: number): number {
  let a = 1
  let b = 0
  for (let at = 0; at < length;) {
    const stop = Math.min(length, at + 3800)
    for (; at < stop; at++) {
      a += bytes[at] ?? 0
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  return (b * 65_536 + a) >>> 0
}
