import { framesPerBlock } from '../frames.ts'
import type { FrameOrigin, SampleBlock, SignalGroup } from '../signals.ts'
import type { Gathering } from './gathering.ts'
import { longRuns, type MessageRows } from './message-rows.ts'
import type { PayloadRows } from './payload-rows.ts'
import type { ProgramBranch, Step } from './program.ts'
import type { SampleRows } from './sample-rows.ts'

/** Where groups are announced and samples laid down. */
export interface Output {
  groups: SignalGroup[]
  gathering: Gathering
  /** Space for the payloads in hand. */
  payloads: PayloadRows
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

  decode(of: MessageRows, output: Output): void {
    if (of.from === of.to) return
    if (this.#step.presence.signals.length > 0) this.#fill(of, output)
    this.#step.branches.forEach((branch, i) => this.#branch(branch, this.#cases[i] ?? [], of, output))
  }

  #fill(of: MessageRows, output: Output): void {
    const step = this.#step
    this.#group ??= output.groups.push(describe(this.#name, step, this.#from)) - 1
    for (let at = of.from; at < of.to;) {
      const open = (this.#open ??= output.gathering.open(step.layouts, of.to - at, this.#room))
      const end = Math.min(of.to, at + open.left)
      open.decode(step, of, at, end, output.payloads)
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

  #branch(branch: ProgramBranch, units: readonly Unit[], of: MessageRows, output: Output): void {
    const count = of.to - of.from
    const { raw, chosen } = scratchAt(this.#depth, count)
    select(branch, of, output.payloads, raw)
    units.forEach((unit, i) => {
      const ranges = branch.cases[i]?.ranges ?? []
      let to = 0
      for (let k = 0; k < count; k++) if (holds(ranges, raw[k] ?? NaN)) chosen[to++] = of.rows[of.from + k] ?? 0
      unit.decode({ ...of, rows: chosen, from: 0, to }, output)
    })
  }
}

/** The multiplexer's value of each row; NaN, which chooses nothing, where the payload is too short. */
function select({ layout, loop }: ProgramBranch, of: MessageRows, payloads: PayloadRows, raw: Float64Array): void {
  const most = payloads.open(layout.bytesNeeded)
  for (let from = of.from; from < of.to; from += most) {
    const count = Math.min(most, of.to - from)
    const at = from - of.from
    payloads.gather(of.block, of.rows, from, count)
    const long = (first: number, rows: number): unknown =>
      loop(payloads.view, payloads.stride, first, rows, layout, raw, at + first)
    longRuns(of, from, count, layout.bytesNeeded, long, (row) => void (raw[at + row] = NaN))
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
