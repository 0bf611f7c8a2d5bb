import type { RawValues, SampleBlock, SignalDescription } from '../signals.ts'
import { AxisBuilder, type FinishedAxis } from './axis-builder.ts'
import type { CellPass } from './cell-pass.ts'
import type { IndexSignal } from './index-form.ts'
import { float64Code, rawTypeCode } from './layout.ts'
import { SeriesBuilder } from './series-builder.ts'
import type { HeldBytes } from './tile-log.ts'
import type { Packed } from './time-block.ts'
import { rowMask, sameMask, takeRows, validRows } from './row-mask.ts'

type Write = (block: Packed) => number
type FinishedSeries = Pick<IndexSignal, 'rawType' | 'coded' | 'rounded' | 'invalid' | 'chunks' | 'levels'> & { column: number }

/** One group of a recording: its axes, which are split where the validity of signals first differs. */
export class GroupBuilder {
  readonly #pass: CellPass
  readonly #memory: HeldBytes
  /** By column of the group. */
  readonly #series: SeriesBuilder[] = []
  readonly #columns = new Map<SeriesBuilder, number>()
  #axes: AxisBuilder[] = []

  /** `memory`: of tiles that are held back. */
  constructor(pass: CellPass, memory: HeldBytes) {
    this.#pass = pass
    this.#memory = memory
  }

  /** Adds a block; gives the axes that changed. */
  add(signals: readonly SignalDescription[], block: SampleBlock, write: Write): readonly AxisBuilder[] {
    this.#meet(signals, block.raw)
    // No rows say nothing of validity.
    if (block.count === 0) return this.#axes
    const masks = this.#series.map((series, column) => {
      if (block.rounded?.[column]) series.rounded = true
      return block.raw[column] === undefined ? new Uint8Array(block.count) : rowMask(block, column)
    })
    for (const axis of this.#axes.slice()) this.#split(axis, masks, write)
    for (const axis of this.#axes) this.#append(axis, masks[this.#column(axis.series[0])] ?? null, block, write)
    return this.#axes
  }

  /** Signals that were not there before begin an axis of their own. */
  #meet(signals: readonly SignalDescription[], raw: readonly RawValues[]): void {
    const first = this.#series.length
    for (let column = first; column < Math.max(signals.length, raw.length); column++) {
      const signal = signals[column]
      const values = raw[column]
      const coded = signal !== undefined && (signal.conversion.kind === 'text' || (signal.names?.size ?? 0) > 0)
      const series = new SeriesBuilder(values ? rawTypeCode(values) : float64Code, coded, this.#memory)
      this.#series.push(series)
      this.#columns.set(series, column)
    }
    if (this.#series.length > first) this.#axes.push(new AxisBuilder(this.#series.slice(first), this.#pass, this.#memory))
  }

  #column(series: SeriesBuilder | undefined): number {
    return series === undefined ? -1 : (this.#columns.get(series) ?? -1)
  }

  /** Series whose masks differ from that of the axis' first series go to axes of their own. */
  #split(axis: AxisBuilder, masks: readonly (Uint8Array | null)[], write: Write): void {
    for (let rest = axis; ;) {
      const mask = masks[this.#column(rest.series[0])] ?? null
      const others = rest.series.filter((series) => !sameMask(mask, masks[this.#column(series)] ?? null))
      if (others.length === 0) return
      rest = rest.split(others, write)
      this.#axes.push(rest)
    }
  }

  #append(axis: AxisBuilder, mask: Uint8Array | null, block: SampleBlock, write: Write): void {
    const raw = axis.series.map((series) => block.raw[this.#column(series)])
    const present = raw.filter((values) => values !== undefined)
    if (mask === null) {
      axis.append(block.timeNs, present, block.count, write)
      return
    }
    const rows = validRows(mask)
    for (const series of axis.series) series.invalid += block.count - rows.length
    if (rows.length === 0) return
    axis.append(
      Float64Array.from(rows, (row) => block.timeNs[row] ?? 0),
      present.map((values) => takeRows(values, rows)),
      rows.length,
      write,
    )
  }

  /** Writes what waits and gives each axis with its series. */
  finish(signals: readonly SignalDescription[], write: Write): (FinishedAxis & { series: readonly FinishedSeries[] })[] {
    this.#meet(signals, [])
    return this.#axes.map((axis) => {
      const finished = axis.finish(write)
      const series = axis.series.map((one, i): FinishedSeries => {
        const { type: rawType, coded, rounded, invalid } = one
        const { chunks, levels } = finished.series[i] ?? { chunks: one.chunks.finish(write), levels: [] }
        return { rawType, coded, rounded, invalid, chunks, levels, column: this.#column(one) }
      })
      return { ...finished, series }
    })
  }
}
