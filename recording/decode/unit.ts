import type { FrameOrigin, SignalGroup } from '../signals.ts'
import type { ColumnPass } from './column-pass.ts'
import { longRuns, type MessageRows } from './message-rows.ts'
import type { PayloadArea } from './payload-area.ts'
import type { ProgramBranch, Step } from './program.ts'
import type { SampleArea } from './sample-area.ts'
import type { Scratch } from './scratch.ts'

/** Where groups are announced and samples laid down, and with what. */
export interface Output {
  readonly groups: SignalGroup[]
  readonly samples: SampleArea
  readonly pass: ColumnPass
  /** Space for the payloads in hand. */
  readonly payloads: PayloadArea
  readonly scratch: Scratch
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

  decode(of: MessageRows, output: Output): void {
    if (of.count === 0) return
    if (this.#step.presence.signals.length > 0) this.#fill(of, output)
    this.#step.branches.forEach((branch, i) => this.#branch(branch, this.#cases[i] ?? [], of, output))
  }

  #fill(of: MessageRows, { groups, samples, pass, payloads }: Output): void {
    const step = this.#step
    this.#group ??= groups.push(describe(this.#name, step, this.#from)) - 1
    samples.open(this.#group, step.columns, of.count).decode(of, step.bytesNeeded, pass, payloads)
  }

  #branch(branch: ProgramBranch, units: readonly Unit[], of: MessageRows, output: Output): void {
    const { memory } = output.pass
    const { raw, chosen } = output.scratch.at(this.#depth, of.count)
    select(branch, of, output, raw)
    units.forEach((unit, i) => {
      const ranges = branch.cases[i]?.ranges ?? []
      const { u16, f64 } = memory
      let count = 0
      for (let k = 0; k < of.count; k++)
        if (holds(ranges, f64[(raw >> 3) + k] ?? NaN)) u16[(chosen >> 1) + count++] = u16[(of.rows >> 1) + k] ?? 0
      unit.decode({ ...of, rows: chosen, count }, output)
    })
  }
}

/** The multiplexer's value of each row, to address `raw`; NaN, which chooses nothing, where the payload is too short. */
function select({ columns, bytesNeeded }: ProgramBranch, of: MessageRows, { pass, payloads }: Output, raw: number): void {
  const most = payloads.open(bytesNeeded)
  const { at, stride } = payloads
  for (let from = 0; from < of.count; from += most) {
    const count = Math.min(most, of.count - from)
    const out = raw + from * 8
    // The times are of no use here, and overwritten.
    pass.gather(of.rows + from * 2, count, stride, at, out)
    const long = (first: number, rows: number): void =>
      pass.column(columns, 0, at + first * stride, stride, rows, out + first * 8)
    const short = (row: number): void => void (pass.memory.f64[(out >> 3) + row] = NaN)
    longRuns(of, pass.memory, from, count, bytesNeeded, long, short)
  }
}

function holds(ranges: readonly (readonly [number, number])[], value: number): boolean {
  for (const [first, last] of ranges) if (value >= first && value <= last) return true
  return false
}

function describe(name: string, { presence, signals }: Step, from: FrameOrigin): SignalGroup {
  return { name: presence.condition === '' ? name : `${name} [${presence.condition}]`, from, signals }
}
