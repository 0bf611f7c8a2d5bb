import type { Message } from '../catalogs/catalog.ts'
import type { SignalDescription } from '../signals.ts'
import { bytesRead, physicalLayout, type BitLayout } from './bit-layout.ts'
import type { ColumnLoop, LoopMaker, MessageLoop } from './loop-maker.ts'
import { physicalSignal, rawSignal, type ValueKind } from './described-signal.ts'
import { presenceOf, type Presence } from './presence.ts'

/** How the signals of one presence condition of a message are decoded. */
export class Step {
  readonly presence: Presence
  /** Of the columns, one for each signal. */
  readonly layouts: readonly BitLayout[]
  /** One for each column, and one for all of them when that pays. */
  readonly loops: readonly ColumnLoop[]
  readonly whole: ((rows: number) => MessageLoop | null) | null
  readonly signals: readonly SignalDescription[]
  readonly branches: readonly ProgramBranch[]
  /** Payload bytes that hold all signals of the step. */
  readonly bytesNeeded: number
  /** Payload bytes that loops look at. */
  readonly bytesRead: number

  constructor(presence: Presence, loops: LoopMaker, values: ValueKind) {
    const { signals, layouts } = presence
    this.presence = presence
    this.layouts =
      values === 'raw' ? layouts : signals.flatMap((signal, i) => (layouts[i] ? physicalLayout(layouts[i], signal) : []))
    this.loops = this.layouts.map((layout) => loops.column(layout))
    this.whole = loops.message(this.layouts)
    this.signals = signals.map((signal) => (values === 'raw' ? rawSignal(signal) : physicalSignal(signal)))
    this.bytesNeeded = Math.max(0, ...layouts.map((layout) => layout.bytesNeeded))
    this.bytesRead = Math.max(0, ...layouts.map(bytesRead))
    this.branches = presence.branches.map(({ multiplexer, cases }) => new ProgramBranch(multiplexer, cases, loops, values))
  }
}

/** A multiplexer and the steps that its raw value leads to. */
export class ProgramBranch {
  readonly cases: readonly { ranges: readonly (readonly [number, number])[]; step: Step }[]
  /** Of the multiplexer's raw value, as a double. */
  readonly layout: BitLayout
  readonly loop: ColumnLoop

  constructor(multiplexer: BitLayout, cases: Presence['branches'][number]['cases'], loops: LoopMaker, values: ValueKind) {
    this.layout = { ...multiplexer, raw: 'Float64' }
    this.loop = loops.column(this.layout)
    this.cases = cases.map(({ ranges, held }) => ({ ranges, step: new Step(held, loops, values) }))
  }
}

/** Programs by message, made once whatever number of buses and addresses uses them. */
export class Programs {
  readonly #loops: LoopMaker
  readonly #values: ValueKind
  readonly #made = new Map<Message, Step>()

  constructor(loops: LoopMaker, values: ValueKind) {
    this.#loops = loops
    this.#values = values
  }

  of(message: Message): Step {
    let step = this.#made.get(message)
    if (!step) {
      step = new Step(presenceOf(message), this.#loops, this.#values)
      this.#made.set(message, step)
    }
    return step
  }
}
