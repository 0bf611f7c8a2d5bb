import type { Message } from '../catalogs/catalog.ts'
import type { SignalDescription } from '../signals.ts'
import { physicalLayout, type BitLayout } from './bit-layout.ts'
import type { DecodeLoop, LoopMaker, SelectLoop } from './loop-maker.ts'
import { physicalSignal, rawSignal, type ValueKind } from './described-signal.ts'
import { presenceOf, type Presence } from './presence.ts'

/** The code that decodes one presence condition of a message; loops are made when first needed. */
export class Step {
  readonly presence: Presence
  /** Of the columns, one for each signal. */
  readonly layouts: readonly BitLayout[]
  readonly signals: readonly SignalDescription[]
  readonly branches: readonly ProgramBranch[]
  /** Payload bytes that hold all signals of the step. */
  readonly bytesNeeded: number
  readonly #loops: LoopMaker
  #whole: DecodeLoop | undefined
  #checked: DecodeLoop | undefined
  #aligned: DecodeLoop | undefined

  constructor(presence: Presence, loops: LoopMaker, values: ValueKind) {
    const { signals, layouts } = presence
    this.presence = presence
    this.#loops = loops
    this.layouts =
      values === 'raw' ? layouts : signals.flatMap((signal, i) => (layouts[i] ? physicalLayout(layouts[i], signal) : []))
    this.signals = signals.map((signal) => (values === 'raw' ? rawSignal(signal) : physicalSignal(signal)))
    this.bytesNeeded = Math.max(0, ...layouts.map((layout) => layout.bytesNeeded))
    this.branches = presence.branches.map(({ multiplexer, cases }) => new ProgramBranch(multiplexer, cases, loops, values))
  }

  get whole(): DecodeLoop {
    return (this.#whole ??= this.#loops.whole(this.layouts))
  }

  /** Null where such loops are not made. */
  get aligned(): DecodeLoop | null {
    if (!this.#loops.aligned) return null
    return (this.#aligned ??= this.#loops.aligned(this.layouts))
  }

  get checked(): DecodeLoop {
    return (this.#checked ??= this.#loops.checked(this.layouts))
  }
}

/** A multiplexer and the steps that its raw value leads to. */
export class ProgramBranch {
  readonly cases: readonly { ranges: readonly (readonly [number, number])[]; step: Step }[]
  readonly #multiplexer: BitLayout
  readonly #loops: LoopMaker
  #select: SelectLoop | undefined

  constructor(multiplexer: BitLayout, cases: Presence['branches'][number]['cases'], loops: LoopMaker, values: ValueKind) {
    this.#multiplexer = multiplexer
    this.#loops = loops
    this.cases = cases.map(({ ranges, held }) => ({ ranges, step: new Step(held, loops, values) }))
  }

  get select(): SelectLoop {
    return (this.#select ??= this.#loops.select(this.#multiplexer))
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
