import { rawView } from './bit-layout.ts'
import type { ColumnPass } from './column-pass.ts'
import type { ColumnSet } from './column-set.ts'
import { DecodeMemory } from './decode-memory.ts'
import { keyOf, onBusOf, placeOf } from './key-table.ts'
import { readLayout } from './raw-value.ts'
import { firstBytes, head, placeNumbers, rowAreaBytes, rowAreas, unitNumbers } from './row-areas.ts'

/** In TypeScript: for pages that forbid WebAssembly, and what the other way is compared with. */
class ScalarPass implements ColumnPass {
  readonly kind = 'scalar'
  readonly memory: DecodeMemory

  constructor() {
    const memory = new DecodeMemory(new ArrayBuffer(firstBytes), rowAreaBytes, (more) => {
      const grown = new ArrayBuffer(memory.buffer.byteLength + more)
      new Uint8Array(grown).set(memory.u8)
      return grown
    })
    this.memory = memory
  }

  find(row: number, count: number): number {
    const { u8, u16, i32, u32 } = this.memory
    const { id, bus, flags, units } = rowAreas
    const table = (u32[head.table] ?? 0) >> 2
    const places = (u32[head.tableBytes] ?? 0) / (4 * placeNumbers)
    const multiplier = i32[head.multiplier] ?? 0
    for (; row < count; row++) {
      const flag = u8[flags + row] ?? 0
      const key = keyOf(u32[(id >> 2) + row] ?? 0, flag)
      const onBus = onBusOf(u16[(bus >> 1) + row] ?? 0, flag)
      let place = placeOf(key, onBus, multiplier, places)
      const unitAt = (): number => i32[table + place * placeNumbers + 2] ?? -1
      const isOther = (): boolean => i32[table + place * placeNumbers] !== key || i32[table + place * placeNumbers + 1] !== onBus
      while (unitAt() !== -1 && isOther()) place = (place + 1) & (places - 1)
      const unit = unitAt()
      if (unit === -1) break
      u32[(units >> 2) + row] = unit
    }
    return row
  }

  sort(count: number, unitCount: number): void {
    const { u16, u32 } = this.memory
    const [length, dataStart] = [rowAreas.length >> 1, rowAreas.dataStart >> 2]
    const numbersOf = (row: number): number =>
      ((u32[head.byUnit] ?? 0) >> 2) + (u32[(rowAreas.units >> 2) + row] ?? 0) * unitNumbers
    let [lowest, highest] = [0xffff_ffff, 0]
    for (let row = 0; row < count; row++) {
      const [start, bytes, at] = [u32[dataStart + row] ?? 0, u16[length + row] ?? 0, numbersOf(row)]
      lowest = Math.min(lowest, start)
      highest = Math.max(highest, start + bytes)
      u32[at] = (u32[at] ?? 0) + 1
      u32[at + 1] = Math.min(u32[at + 1] ?? 0, bytes)
    }
    u32[head.lowest] = lowest
    u32[head.highest] = highest
    let next = 0
    for (let unit = 0, at = (u32[head.byUnit] ?? 0) >> 2; unit < unitCount; unit++, at += unitNumbers) {
      u32[at + 2] = next
      next += u32[at] ?? 0
    }
    for (let row = 0; row < count; row++) {
      const at = numbersOf(row) + 2
      const to = u32[at] ?? 0
      u16[(rowAreas.rows >> 1) + to] = row
      u32[at] = to + 1
    }
  }

  gather(rows: number, count: number, stride: number, payloads: number, times: number): void {
    const { u8, u16, i32, u32, f64 } = this.memory
    const [timeNs, dataStart] = [rowAreas.timeNs >> 3, rowAreas.dataStart >> 2]
    // May lie before the memory.
    const data = i32[head.data] ?? 0
    for (let i = 0; i < count; i++) {
      const row = u16[(rows >> 1) + i] ?? 0
      const from = (data + (u32[dataStart + row] ?? 0)) >>> 0
      f64[(times >> 3) + i] = f64[timeNs + row] ?? NaN
      u8.copyWithin(payloads + i * stride, from, from + stride)
    }
  }

  columns(set: ColumnSet, payloads: number, stride: number, count: number, base: number, room: number, at: number): void {
    scalarColumns(this.memory, set, set.layouts.keys(), payloads, stride, count, base, room, at)
  }

  column(set: ColumnSet, column: number, payloads: number, stride: number, count: number, out: number): void {
    scalarColumn(this.memory, set, column, payloads, stride, count, out)
  }
}

export function scalarPass(): ColumnPass {
  return new ScalarPass()
}

/** As `ColumnPass.columns`, of those columns that are `wanted`. */
export function scalarColumns(
  memory: DecodeMemory,
  set: ColumnSet,
  wanted: Iterable<number>,
  payloads: number,
  stride: number,
  count: number,
  base: number,
  room: number,
  at: number,
): void {
  let start = base
  const starts = set.valueBytes.map((bytes, column) => {
    const out = start + at * bytes
    start += set.pitch(column, room)
    return out
  })
  for (const column of wanted) scalarColumn(memory, set, column, payloads, stride, count, starts[column] ?? 0)
}

/** As `ColumnPass.column`, for any layout. */
export function scalarColumn(
  { buffer }: DecodeMemory,
  set: ColumnSet,
  column: number,
  payloads: number,
  stride: number,
  count: number,
  out: number,
): void {
  const layout = set.layouts[column]
  if (!layout) return
  const view = new DataView(buffer)
  const values = rawView(layout.raw, buffer, out, count)
  const { scale } = layout
  let anyRounded = false
  for (let i = 0; i < count; i++) {
    const { raw, rounded } = readLayout(layout, view, payloads + i * stride)
    values[i] = scale ? raw * scale.factor + scale.offset : raw
    if (rounded) anyRounded = true
  }
  if (anyRounded) set.setRounded(column)
}
