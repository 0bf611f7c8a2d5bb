import { framesPerBlock, type FrameBlock } from '../frames.ts'
import type { FrameOrigin, SampleBlock, SignalDescription, SignalGroup } from '../signals.ts'
import type { Signal } from '../catalogs/catalog.ts'
import { Arena } from './arena.ts'
import { bytesOf, rawView } from './bit-layout.ts'
import type { ProgramBranch, Step } from './program.ts'

/** Where groups are announced and samples laid down. */
export interface Output {
  groups: SignalGroup[]
  arena: Arena
  /** The block's data in words, when every payload begins at one. */
  words: Uint32Array | null
  blocks: SampleBlock[]
}

/** Decodes the frames of one message of one bus (of one sender, for J1939). Its groups are announced when first seen. */
export class Unit {
  readonly #step: Step
  readonly #name: string
  readonly #from: FrameOrigin
  #group: number | undefined
  readonly #cases: readonly (readonly Unit[])[]
  readonly #depth: number

  constructor(step: Step, name: string, from: FrameOrigin, depth = 0) {
    this.#step = step
    this.#name = name
    this.#from = from
    this.#depth = depth
    this.#cases = step.branches.map((branch) => branch.cases.map(({ step: held }) => new Unit(held, name, from, depth + 1)))
  }

  /** Decodes `rows[from]` to `rows[to - 1]`, whose payloads are `shortest` bytes or longer. */
  decode(rows: Uint16Array, from: number, to: number, block: FrameBlock, shortest: number, output: Output): void {
    if (from === to) return
    if (this.#step.presence.signals.length > 0) this.#fill(rows, from, to, block, shortest, output)
    this.#step.branches.forEach((branch, i) =>
      this.#branch(branch, this.#cases[i] ?? [], rows, from, to, block, shortest, output),
    )
  }

  #fill(rows: Uint16Array, from: number, to: number, block: FrameBlock, shortest: number, output: Output): void {
    const step = this.#step
    const count = to - from
    this.#group ??= output.groups.push(describe(this.#name, step.presence, this.#from)) - 1
    const { layouts } = step.presence
    const times = output.arena.take(count * 8)
    const timeNs = new Float64Array(times.buffer, times.offset, count)
    const raw = layouts.map((layout) => {
      const piece = output.arena.take(count * bytesOf(layout.raw))
      return rawView(layout.raw, piece.buffer, piece.offset, count)
    })
    const rounded = new Uint8Array(layouts.length)
    const whole = shortest >= step.bytesNeeded
    const valid = whole
      ? []
      : layouts.map(() => {
          const piece = output.arena.take(count)
          return new Uint8Array(piece.buffer, piece.offset, count)
        })
    const { words } = output
    const loop = whole ? ((words && step.aligned) ?? step.whole) : step.checked
    loop(rows, from, to, block, { timeNs, raw, valid, rounded, words })
    output.blocks.push({
      group: this.#group,
      count,
      timeNs,
      raw,
      valid: layouts.map((layout, column) => (layout.bytesNeeded <= shortest ? null : (valid[column] ?? null))),
      ...(rounded.includes(1) && { rounded: Array.from(rounded, (is) => is === 1) }),
    })
  }

  #branch(
    branch: ProgramBranch,
    units: readonly Unit[],
    rows: Uint16Array,
    from: number,
    to: number,
    block: FrameBlock,
    shortest: number,
    output: Output,
  ): void {
    const { raw, chosen } = scratchAt(this.#depth, to - from)
    branch.select(rows, from, to, block, raw)
    units.forEach((unit, i) => {
      const ranges = branch.cases[i]?.ranges ?? []
      let count = 0
      for (let k = 0; k < to - from; k++) if (holds(ranges, raw[k] ?? NaN)) chosen[count++] = rows[from + k] ?? 0
      unit.decode(chosen, 0, count, block, shortest, output)
    })
  }
}

function holds(ranges: readonly (readonly [number, number])[], value: number): boolean {
  for (const [first, last] of ranges) if (value >= first && value <= last) return true
  return false
}

/** Space of one depth of nesting, used again for each multiplexer there. */
const scratch: { raw: Float64Array; chosen: Uint16Array }[] = []

function scratchAt(depth: number, count: number): { raw: Float64Array; chosen: Uint16Array } {
  const known = scratch[depth]
  if (known && known.raw.length >= count) return known
  const length = Math.max(count, framesPerBlock)
  const made = { raw: new Float64Array(length), chosen: new Uint16Array(length) }
  scratch[depth] = made
  return made
}

function describe(name: string, presence: Step['presence'], from: FrameOrigin): SignalGroup {
  return {
    name: presence.condition === '' ? name : `${name} [${presence.condition}]`,
    from,
    signals: presence.signals.map(describeSignal),
  }
}

function describeSignal(signal: Signal): SignalDescription {
  return {
    name: signal.name,
    unit: signal.unit,
    conversion: { kind: 'linear', factor: signal.factor, offset: signal.offset },
    ...(signal.names && signal.names.size > 0 && { names: signal.names }),
    ...(signal.comment !== undefined && { comment: signal.comment }),
    // DBC writes [0|0] where nothing is stated.
    ...(signal.minimum < signal.maximum && { minimum: signal.minimum, maximum: signal.maximum }),
  }
}
