import { DamagedBlock } from '../recording-error.ts'
import type { RawValues } from '../signals.ts'
import { emptyBlock, expectBody, openBlock, sealBlock, type Block } from './block.ts'
import { blockHeadBytes, blockKind, codesPerCell, mostCellsPerTile, mostRowsPerChunk } from './layout.ts'
import { rawTypeBytes, rawTypeCode, rawArray, rawView } from './layout.ts'
import type { Packed } from './time-block.ts'

const plain = 0
const constant = 1
const coded = 2

/** Raw values of consecutive cells. */
export interface ValueTile {
  readonly count: number
  readonly least: RawValues
  readonly greatest: RawValues
  readonly first: RawValues
  readonly last: RawValues
  /** `codesPerCell` raw values for each cell, and how many different ones it has; null unless the signal is coded. */
  readonly codes: RawValues | null
  readonly codeCount: Uint8Array | null
}

/** `same`: all samples have the first one's value. */
export function valueChunkBlock(values: RawValues, count: number, same: boolean): Packed {
  return columnsBlock(blockKind.valueChunk, same ? constant : plain, count, [values.subarray(0, same ? 1 : count)], null)
}

export function readValueChunk(bytes: Uint8Array, offset: number): RawValues {
  const block = openBlock(bytes, offset, blockKind.valueChunk, mostRowsPerChunk)
  const rows = block.count
  const width = widthOf(block, offset)
  expectBody(block, block.encoding === constant ? width : rows * width, offset)
  if (block.encoding === plain) return rawView(block.type, block.buffer, blockHeadBytes, rows)
  return repeated(block, rows)
}

export function valueTileBlock(tile: ValueTile, same: boolean): Packed {
  const n = tile.count
  if (same) return columnsBlock(blockKind.valueTile, constant, n, [tile.first.subarray(0, 1)], null)
  const columns = [tile.least, tile.greatest, tile.first, tile.last].map((column) => column.subarray(0, n))
  if (tile.codes === null || tile.codeCount === null) return columnsBlock(blockKind.valueTile, plain, n, columns, null)
  columns.push(tile.codes.subarray(0, n * codesPerCell))
  return columnsBlock(blockKind.valueTile, coded, n, columns, tile.codeCount.subarray(0, n))
}

export function readValueTile(bytes: Uint8Array, offset: number): ValueTile {
  const block = openBlock(bytes, offset, blockKind.valueTile, mostCellsPerTile)
  const cells = block.count
  const width = widthOf(block, offset)
  if (block.encoding === constant) {
    expectBody(block, width, offset)
    const all = repeated(block, cells)
    const codes = rawArray(block.type, cells * codesPerCell)
    for (let i = 0; i < cells; i++) codes[i * codesPerCell] = all[0] ?? 0
    return { count: cells, least: all, greatest: all, first: all, last: all, codes, codeCount: new Uint8Array(cells).fill(1) }
  }
  expectBody(block, cells * (block.encoding === coded ? (4 + codesPerCell) * width + 1 : 4 * width), offset)
  const column = (i: number, length = cells): RawValues =>
    rawView(block.type, block.buffer, blockHeadBytes + i * cells * width, length)
  const tile = { count: cells, least: column(0), greatest: column(1), first: column(2), last: column(3) }
  if (block.encoding === plain) return { ...tile, codes: null, codeCount: null }
  const codeCount = new Uint8Array(block.buffer, blockHeadBytes + (4 + codesPerCell) * cells * width, cells)
  return { ...tile, codes: column(4, cells * codesPerCell), codeCount }
}

function widthOf(block: Block, offset: number): number {
  const width = rawTypeBytes(block.type)
  if (width === 0) throw new DamagedBlock(`A block with values of type ${block.type}`, offset)
  if (block.encoding > coded) throw new DamagedBlock(`A block with values of encoding ${block.encoding}`, offset)
  return width
}

function repeated(block: Block, count: number): RawValues {
  return rawArray(block.type, count).fill(rawView(block.type, block.buffer, blockHeadBytes, 1)[0] ?? 0)
}

/** The columns, all of one type, and bytes after them. */
function columnsBlock(kind: 2 | 4, encoding: number, count: number, columns: RawValues[], bytesAfter: Uint8Array | null): Packed {
  const body = columns.reduce((sum, column) => sum + column.byteLength, bytesAfter?.length ?? 0)
  const bytes = emptyBlock(body)
  let at = blockHeadBytes
  let type = 0
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
    type = rawTypeCode(column)
  }
  if (bytesAfter) bytes.set(bytesAfter, at)
  sealBlock(bytes, kind, encoding, type, count, body)
  return { bytes, length: blockHeadBytes + body }
}
