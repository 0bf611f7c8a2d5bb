import type { Bus } from '../frames.ts'
import type { Instant } from '../instant.ts'
import type { SampleBlock, SignalDescription, SignalGroup } from '../signals.ts'
import type { AxisBuilder } from './axis-builder.ts'
import { BlockWriter, type AppendSink } from './block-writer.ts'
import { cellPass, type CellPass } from './cell-pass.ts'
import { GroupBuilder } from './group-builder.ts'
import type { IndexAxis, IndexSignal, StoredGroup } from './index-form.ts'
import { magic, headBytes, version } from './layout.ts'
import { appendIndex } from './store-end.ts'
import { TextsWriter } from './texts-block.ts'
import type { HeldBytes } from './tile-log.ts'

export interface SignalStoreOptions {
  /** Memory that may wait to be written, bytes. Less makes shorter chunks of recordings with very many signals. */
  budgetBytes?: number
  pass?: CellPass
}

/**
 * Writes a signal store, front to back. Order: `begin`, `add` any number of times (one after the other: wait for each),
 * `finish`. Memory is bounded by the budget, half of it again for tiles that are held back, the block in hand and the
 * directories (some 100 bytes for each 16,384 samples).
 */
export class SignalStoreWriter {
  readonly #out: BlockWriter
  readonly #budget: number
  readonly #pass: CellPass
  readonly #held: HeldBytes
  #origin: Instant = { epochMs: 0, nanos: 0 }
  #buses: readonly Bus[] = []
  #known: readonly SignalGroup[] = []
  readonly #groups: GroupBuilder[] = []
  readonly #sizes = new Map<AxisBuilder, number>()
  #waiting = 0

  constructor(sink: AppendSink, { budgetBytes = 64 * 1024 * 1024, pass = cellPass() }: SignalStoreOptions = {}) {
    this.#out = new BlockWriter(sink)
    this.#budget = budgetBytes
    this.#pass = pass
    this.#held = { used: 0, most: budgetBytes / 2 }
  }

  /** `buses` may grow until `finish`, as it does in the stream that the blocks come from. */
  begin(origin: Instant, buses: readonly Bus[] = []): void {
    this.#origin = origin
    this.#buses = buses
    const head = new Uint8Array(headBytes)
    head.set(magic)
    new DataView(head.buffer).setUint32(8, version, true)
    this.#out.append(head)
  }

  /** Adds a block of the group `groups[block.group]`; blocks of different groups may come in any order. */
  async add(groups: readonly SignalGroup[], block: SampleBlock): Promise<void> {
    this.#known = groups
    const group = (this.#groups[block.group] ??= new GroupBuilder(this.#pass, this.#held))
    for (const axis of group.add(groups[block.group]?.signals ?? [], block, this.#out.block)) this.#measure(axis)
    if (this.#waiting > this.#budget) this.#release()
    await this.#out.drain(false)
  }

  #measure(axis: AxisBuilder): void {
    const bytes = axis.bytes
    this.#waiting += bytes - (this.#sizes.get(axis) ?? 0)
    this.#sizes.set(axis, bytes)
  }

  /** Writes the largest first, until a quarter of the budget is free again. */
  #release(): void {
    for (const [axis] of [...this.#sizes].sort((a, b) => b[1] - a[1])) {
      if (this.#waiting <= this.#budget * 0.75) return
      axis.release(this.#out.block)
      this.#measure(axis)
    }
  }

  /** Writes what waits, then the index. `groups`: also those without samples, when there are any. */
  async finish(groups: readonly SignalGroup[] = this.#known): Promise<void> {
    const texts = new TextsWriter()
    const axes: IndexAxis[] = []
    const signals: IndexSignal[] = []
    for (const [number, group] of groups.entries()) {
      const builder = this.#groups[number] ?? new GroupBuilder(this.#pass, this.#held)
      for (const part of builder.finish(group.signals, this.#out.block)) {
        const axis = axes.push(part) - 1
        for (const series of part.series) {
          const description = group.signals[series.column]
          if (!description) continue
          signals.push({
            ...described(description),
            conversion: texts.conversion(description.conversion, this.#out.block),
            ...series,
            group: number,
            axis,
          })
          await this.#out.drain(false)
        }
      }
    }
    const origin = this.#origin
    await appendIndex(this.#out, { origin, groups: groups.map((group) => stored(group, this.#buses)), axes, signals })
    await this.#out.drain(true)
  }
}

function described({ name, unit, comment = '', minimum, maximum, names }: SignalDescription) {
  return { name, unit, comment, minimum, maximum, names: [...(names ?? [])] }
}

function stored({ name, from }: SignalGroup, buses: readonly Bus[]): StoredGroup {
  if (from === null) return { name, from: null }
  const { kind, channel, name: busName } = buses[from.bus] ?? { kind: 'other', channel: 0, name: '' }
  const { id, extended, catalog, message } = from
  return { name, from: { bus: { kind, channel, name: busName }, id, extended, catalog, message } }
}
