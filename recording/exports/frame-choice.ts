import type { AppliedCatalog, Message } from '../catalogs/catalog.ts'
import { messageFinder } from '../decode/message-finder.ts'
import { parameterGroup } from '../decode/address.ts'
import { comesInParts } from '../decode/transport/transported.ts'
import { frameFlag, type Bus, type FrameBlock } from '../frames.ts'
import type { SignalChoice } from './signal-choice.ts'

/** False leaves a frame out; answers are kept for each identifier of a bus. */
export type FrameChoice = (bus: Bus, id: number, extended: boolean) => boolean

/** J1939 connection management and data transfer: they carry the messages that are longer than a frame. */
const transport: ReadonlySet<number> = new Set([0xec00, 0xeb00])

/** The frames of the messages that hold chosen signals, also those in parts. */
export function framesOfSignals(catalogs: readonly AppliedCatalog[], wants: SignalChoice): FrameChoice {
  const find = messageFinder(catalogs)
  const holds = ({ name, signals }: Message, id: number, extended: boolean): boolean => {
    const from = { bus: 0, id, extended, catalog: '', message: name }
    return signals.some((signal) => wants(signal, { name, from }))
  }
  const inParts = catalogs.some(({ catalog }) =>
    catalog.messages.some(
      (message) => message.j1939 === true && comesInParts(message) && holds(message, message.id, message.extended),
    ),
  )
  return ({ kind, channel }, id, extended) => {
    if (inParts && kind === 'CAN' && extended && transport.has(parameterGroup(id))) return true
    const found = find(kind, channel, id, extended)
    return found !== null && holds(found.message, id, extended)
  }
}

/** Nanoseconds since a recording's origin, begin included, end not; infinite for all. */
export interface TimeWindow {
  readonly fromNs: number
  readonly toNs: number
}

/** Picks the rows of blocks. `buses` may grow. */
export class FramePicker {
  readonly #window: TimeWindow
  readonly #choices: readonly FrameChoice[]
  readonly #buses: readonly Bus[]
  readonly #answers = new Map<number, boolean>()

  constructor(window: TimeWindow, choices: readonly FrameChoice[], buses: readonly Bus[]) {
    this.#window = window
    this.#choices = choices
    this.#buses = buses
  }

  /** The wanted rows of a block; null when there are none. */
  pick(block: FrameBlock): FrameBlock | null {
    const { fromNs, toNs } = this.#window
    const { count, timeNs, bus, id, flags } = block
    const rows = new Uint32Array(count)
    let kept = 0
    for (let row = 0; row < count; row++) {
      const time = timeNs[row] ?? NaN
      if (!(time >= fromNs && time < toNs)) continue
      if (this.#choices.length > 0 && !this.#wants(bus[row] ?? 0, id[row] ?? 0, ((flags[row] ?? 0) & frameFlag.extended) !== 0))
        continue
      rows[kept++] = row
    }
    if (kept === count) return block
    return kept === 0 ? null : rowsOf(block, rows.subarray(0, kept))
  }

  #wants(bus: number, id: number, extended: boolean): boolean {
    const key = (bus * 2 + (extended ? 1 : 0)) * 2 ** 32 + id
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const on = this.#buses[bus]
    const answer = on !== undefined && this.#choices.every((choice) => choice(on, id, extended))
    // a damaged recording may hold any number of identifiers
    if (this.#answers.size < 65_536) this.#answers.set(key, answer)
    return answer
  }
}

function rowsOf(block: FrameBlock, rows: Uint32Array): FrameBlock {
  const count = rows.length
  const picked = {
    count,
    timeNs: new Float64Array(count),
    bus: new Uint16Array(count),
    id: new Uint32Array(count),
    flags: new Uint8Array(count),
    length: new Uint16Array(count),
    dataStart: new Uint32Array(count),
    data: block.data,
  }
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? 0
    picked.timeNs[i] = block.timeNs[row] ?? 0
    picked.bus[i] = block.bus[row] ?? 0
    picked.id[i] = block.id[row] ?? 0
    picked.flags[i] = block.flags[row] ?? 0
    picked.length[i] = block.length[row] ?? 0
    picked.dataStart[i] = block.dataStart[row] ?? 0
  }
  return picked
}
