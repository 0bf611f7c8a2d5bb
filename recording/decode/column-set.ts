import { bytesOf, type BitLayout } from './bit-layout.ts'
import type { DecodeMemory } from './decode-memory.ts'

/** Bytes that describe one column in memory; column-pass.wat says what each is. */
export const columnBytes = 80
/** Where a column says that an integer had to be rounded. */
const roundedAt = 36

/** Kinds of columns by what is read and what is stored; `none`: the values that only TypeScript can read. */
export const columnKind = {
  none: 0,
  word8: 1,
  word16: 2,
  word32: 3,
  signedWord: 4,
  unsignedWord: 5,
  single: 6,
  twoWords32: 7,
  twoWords64: 8,
  double: 9,
} as const

/** Behind each column, for the values that are written too many. */
const overrunBytes = 32

/** Columns that are made of the same payloads, described in memory. */
export class ColumnSet {
  readonly at: number
  readonly layouts: readonly BitLayout[]
  /** Of one value of each column. */
  readonly valueBytes: readonly number[]
  /** For blocks of which no value is missing. */
  readonly noMasks: readonly null[]
  /** Numbers of the columns that need more than shifted words. */
  readonly odd: readonly number[]
  readonly #mayRound: readonly number[]
  readonly #memory: DecodeMemory

  constructor(layouts: readonly BitLayout[], memory: DecodeMemory) {
    this.layouts = layouts
    this.valueBytes = layouts.map(({ raw }) => bytesOf(raw))
    this.noMasks = layouts.map(() => null)
    this.#memory = memory
    this.at = memory.take(columnBytes * layouts.length)
    const view = new DataView(memory.buffer)
    layouts.forEach((layout, i) => describe(layout, view, this.addressOf(i)))
    const numbersOf = (chosen: (layout: BitLayout) => boolean): number[] =>
      layouts.flatMap((layout, i) => (chosen(layout) ? [i] : []))
    this.odd = numbersOf((layout) => kindOf(layout) === columnKind.none)
    this.#mayRound = numbersOf(({ mayRound }) => mayRound)
  }

  /** Bytes from a column of `room` values to the next one. */
  pitch(column: number, room: number): number {
    return ((((this.valueBytes[column] ?? 0) * room + 7) >> 3) << 3) + overrunBytes
  }

  /** Bytes that the times and columns of `room` rows need together. */
  roomBytes(room: number): number {
    let bytes = room * 8
    for (let column = 0; column < this.layouts.length; column++) bytes += this.pitch(column, room)
    return bytes
  }

  addressOf(column: number): number {
    return this.at + column * columnBytes
  }

  setRounded(column: number): void {
    this.#memory.i32[(this.addressOf(column) + roundedAt) >> 2] = 1
  }

  /** The columns of which a value was rounded since it was asked last. */
  takeRounded(): readonly number[] {
    if (this.#mayRound.length === 0) return this.#mayRound
    const { i32 } = this.#memory
    const place = (column: number): number => (this.addressOf(column) + roundedAt) >> 2
    const rounded = this.#mayRound.filter((column) => i32[place(column)] !== 0)
    for (const column of rounded) i32[place(column)] = 0
    return rounded
  }
}

function kindOf({ form, raw, float, signed, bitCount }: BitLayout): number {
  if (form === 'odd') return columnKind.none
  const size = bytesOf(raw)
  if (form === 'two words') return size === 8 ? columnKind.twoWords64 : columnKind.twoWords32
  if (float && bitCount === 64) return columnKind.double
  if (size < 8) return size === 4 ? columnKind.word32 : size === 2 ? columnKind.word16 : columnKind.word8
  if (float) return columnKind.single
  return signed || bitCount < 32 ? columnKind.signedWord : columnKind.unsignedWord
}

function describe(layout: BitLayout, view: DataView, at: number): void {
  const { high, low, signed, lowCount, scale, little } = layout
  const kind = kindOf(layout)
  view.setInt32(at, kind, true)
  view.setInt32(at + 4, bytesOf(layout.raw), true)
  const signBit = signed ? 0x8000_0000 >>> high.right : 0
  for (const [i, number] of [high.byte, high.left, high.right, signBit, low.byte, low.left, low.right, 0].entries())
    view.setInt32(at + 8 + i * 4, number, true)
  view.setFloat64(at + 40, scale?.factor ?? 1, true)
  // Adding minus zero changes nothing, not even minus zero.
  view.setFloat64(at + 48, scale?.offset ?? -0, true)
  view.setFloat64(at + 56, 2 ** lowCount, true)
  const wordBytes = kind === columnKind.double ? 8 : 4
  for (let i = 0; i < 16; i++) view.setUint8(at + 64 + i, little ? i : i ^ (wordBytes - 1))
}
