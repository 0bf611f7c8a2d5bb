import { framesPerBlock, type FrameBlock } from '../frames.ts'
import type { FrameOrigin, SampleBlock, SignalGroup } from '../signals.ts'
import type { Gathering } from './gathering.ts'
import type { ProgramBranch, Step } from './program.ts'
import type { SampleRows } from './sample-rows.ts'

/** Where groups are announced and samples laid down. */
export interface Output {
  groups: SignalGroup[]
  gathering: Gathering
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
  /** Samples that are no block yet. */
  #open: SampleRows | undefined
  /** Rows that the last block had room for. */
  #room = 0
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
    this.#group ??= output.groups.push(describe(this.#name, step, this.#from)) - 1
    for (let at = from; at < to;) {
      const open = (this.#open ??= output.gathering.open(step.layouts, to - at, this.#room))
      const end = Math.min(to, at + open.left)
      open.decode(step, rows, at, end, block, shortest, output.words)
      at = end
      if (open.left > 0) continue
      this.#room = open.room
      this.#close(output.blocks)
    }
  }

  #close(blocks: SampleBlock[]): void {
    if (this.#open && this.#group !== undefined) blocks.push(this.#open.block(this.#group))
    this.#open = undefined
  }

  /** Gives what is gathered. */
  rest(blocks: SampleBlock[]): void {
    this.#close(blocks)
    for (const units of this.#cases) for (const unit of units) unit.rest(blocks)
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

function describe(name: string, { presence, signals }: Step, from: FrameOrigin): SignalGroup {
  return { name: presence.condition === '' ? name : `${name} [${presence.condition}]`, from, signals }
}
