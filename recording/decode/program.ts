import type { Message } from '../catalogs/catalog.ts'
import type { SignalDescription } from '../signals.ts'
import { physicalLayout, type BitLayout } from './bit-layout.ts'
import { ColumnSet } from './column-set.ts'
import type { DecodeMemory } from './decode-memory.ts'
import { physicalSignal, rawSignal, type ValueKind } from './described-signal.ts'
import { presenceOf, type Presence } from './presence.ts'

/** How the signals of one presence condition of a message are decoded. */
export class Step {
  readonly presence: Presence
  /** One for each signal. */
  readonly columns: ColumnSet
  readonly signals: readonly SignalDescription[]
  readonly branches: readonly ProgramBranch[]
  /** Payload bytes that hold all signals of the step. */
  readonly bytesNeeded: number

  constructor(presence: Presence, values: ValueKind, memory: DecodeMemory) {
    const { signals, layouts } = presence
    const kept =
      values === 'raw' ? layouts : signals.flatMap((signal, i) => (layouts[i] ? physicalLayout(layouts[i], signal) : []))
    this.presence = presence
    this.columns = new ColumnSet(kept, memory)
    this.signals = signals.map((signal) => (values === 'raw' ? rawSignal(signal) : physicalSignal(signal)))
    this.bytesNeeded = Math.max(0, ...layouts.map((layout) => layout.bytesNeeded))
    this.branches = presence.branches.map(({ multiplexer, cases }) => new ProgramBranch(multiplexer, cases, values, memory))
  }
}

/** A multiplexer and the steps that its raw value leads to. */
export class ProgramBranch {
  readonly cases: readonly { ranges: readonly (readonly [number, number])[]; step: Step }[]
  readonly bytesNeeded: number
  /** One column: the multiplexer's raw value, as a double. */
  readonly columns: ColumnSet

  constructor(multiplexer: BitLayout, cases: Presence['branches'][number]['cases'], values: ValueKind, memory: DecodeMemory) {
    this.bytesNeeded = multiplexer.bytesNeeded
    this.columns = new ColumnSet([{ ...multiplexer, raw: 'Float64' }], memory)
    this.cases = cases.map(({ ranges, held }) => ({ ranges, step: new Step(held, values, memory) }))
  }
}

/** Programs by message, made once whatever number of buses and addresses uses them. */
export class Programs {
  readonly #values: ValueKind
  readonly #memory: DecodeMemory
  readonly #made = new Map<Message, Step>()

  constructor(values: ValueKind, memory: DecodeMemory) {
    this.#values = values
    this.#memory = memory
  }

  of(message: Message): Step {
    let step = this.#made.get(message)
    if (!step) {
      step = new Step(presenceOf(message), this.#values, this.#memory)
      this.#made.set(message, step)
    }
    return step
  }
}
