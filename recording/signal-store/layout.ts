import type { RawValues } from '../signals.ts'

// The numbers of docs/reference/signal-store.md.
export const version = 1
export const headBytes = 16
export const trailerBytes = 40
export const blockHeadBytes = 16

export const rowsPerCell = 64
export const cellsPerCell = 4
export const rowsPerChunk = 16_384
export const cellsPerTile = 1024
export const entriesPerPage = 512
/** Axes with at most this many samples have no levels. */
export const rowsWithoutLevels = 1024
/** Directories of chunks with at most this many entries are kept in the index, */
export const chunksInIndex = 2
/** and those of tiles with at most this many, whose tiles stand together before it. */
export const tilesInIndex = 8

/** What a reader accepts at most; longer blocks are damage, so that no count is believed. */
export const mostRowsPerChunk = 65_536
export const mostCellsPerTile = 4096

export const blockKind = { timeChunk: 1, valueChunk: 2, timeTile: 3, valueTile: 4, page: 5, texts: 6 } as const
export type BlockKind = (typeof blockKind)[keyof typeof blockKind]

export const cellFlag = { gapBefore: 1, gapInside: 2, timeFalls: 4 } as const

/** Different raw values that a cell of a coded signal lists. */
export const codesPerCell = 4
/** `codeCount` of a cell with more different raw values than it lists. */
export const manyCodes = 255

const magicText = 'LHSIGNAL'
export const magic = new TextEncoder().encode(magicText)

export function isMagic(bytes: Uint8Array, at: number): boolean {
  return magic.every((byte, i) => bytes[at + i] === byte)
}

interface RawType {
  readonly bytes: number
  make(buffer: ArrayBuffer, offset: number, length: number): RawValues
}

/** By their code in the file; code 0 is no type. */
const rawTypes: readonly (RawType | null)[] = [
  null,
  { bytes: 1, make: (buffer, offset, length) => new Int8Array(buffer, offset, length) },
  { bytes: 1, make: (buffer, offset, length) => new Uint8Array(buffer, offset, length) },
  { bytes: 2, make: (buffer, offset, length) => new Int16Array(buffer, offset, length) },
  { bytes: 2, make: (buffer, offset, length) => new Uint16Array(buffer, offset, length) },
  { bytes: 4, make: (buffer, offset, length) => new Int32Array(buffer, offset, length) },
  { bytes: 4, make: (buffer, offset, length) => new Uint32Array(buffer, offset, length) },
  { bytes: 4, make: (buffer, offset, length) => new Float32Array(buffer, offset, length) },
  { bytes: 8, make: (buffer, offset, length) => new Float64Array(buffer, offset, length) },
]

export const float64Code = 8

export function rawTypeCode(values: RawValues): number {
  if (values instanceof Float64Array) return 8
  if (values instanceof Uint8Array) return 2
  if (values instanceof Uint16Array) return 4
  if (values instanceof Int16Array) return 3
  if (values instanceof Uint32Array) return 6
  if (values instanceof Int32Array) return 5
  return values instanceof Int8Array ? 1 : 7
}

/** Bytes of one value; 0 for a code that is none. */
export function rawTypeBytes(code: number): number {
  return rawTypes[code]?.bytes ?? 0
}

/** A view of `length` values at `offset` of a buffer; `code` must be a raw type and `offset` a multiple of its bytes. */
export function rawView(code: number, buffer: ArrayBuffer, offset: number, length: number): RawValues {
  const type = rawTypes[code]
  if (type == null) throw new RangeError(`${code} is no raw type`)
  return type.make(buffer, offset, length)
}

export function rawArray(code: number, length: number): RawValues {
  return rawView(code, new ArrayBuffer(length * rawTypeBytes(code)), 0, length)
}
