import type { RawValues, SampleBlock } from '../signals.ts'
import { rawArray, rawTypeCode } from './layout.ts'

/** Per row of a column: 1 where it has a value and a finite time; null when all rows have. */
export function rowMask(block: SampleBlock, column: number): Uint8Array | null {
  const valid = block.valid[column] ?? null
  const timed = timeMask(block)
  if (valid === null || timed === null) return valid === null ? timed : whole(valid, block.count)
  const mask = timed.slice()
  for (let i = 0; i < mask.length; i++) if (valid[i] === 0) mask[i] = 0
  return mask
}

/** The mask, or null when it takes nothing away. */
function whole(valid: Uint8Array, count: number): Uint8Array | null {
  for (let i = 0; i < count; i++) if (valid[i] === 0) return valid.subarray(0, count)
  return null
}

const timeMasks = new WeakMap<SampleBlock, { mask: Uint8Array | null }>()

/** Rows whose time is no finite number cannot be placed; null when there are none. Found once for each block. */
function timeMask(block: SampleBlock): Uint8Array | null {
  const known = timeMasks.get(block)
  if (known) return known.mask
  let mask: Uint8Array | null = null
  for (let i = 0; i < block.count; i++)
    if (!Number.isFinite(block.timeNs[i])) {
      mask ??= new Uint8Array(block.count).fill(1)
      mask[i] = 0
    }
  timeMasks.set(block, { mask })
  return mask
}

export function sameMask(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === b) return true
  if (a === null || b === null || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if ((a[i] === 0) !== (b[i] === 0)) return false
  return true
}

export function validRows(mask: Uint8Array): Uint32Array {
  const rows = new Uint32Array(mask.length)
  let count = 0
  for (let i = 0; i < mask.length; i++) if (mask[i] !== 0) rows[count++] = i
  return rows.subarray(0, count)
}

/** The values of some rows, in an array of the same type. */
export function takeRows(values: RawValues, rows: Uint32Array): RawValues {
  const kept = rawArray(rawTypeCode(values), rows.length)
  for (let i = 0; i < rows.length; i++) kept[i] = values[rows[i] ?? 0] ?? 0
  return kept
}
