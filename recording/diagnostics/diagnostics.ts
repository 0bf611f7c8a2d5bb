import { parameterGroup } from '../decode/address.ts'
import { isDiagnosticAnswer } from '../decode/transport/transported.ts'
import { frameFlag, type Bus, type FrameBlock } from '../frames.ts'
import { readCodes, readFact } from './diagnostic-answers.ts'
import { diagnosticGroups, readDiagnosticMessage } from './dm1.ts'
import { TroubleCodeList, type TroubleCode, type VehicleFact } from './trouble-code.ts'

const notData = frameFlag.remote | frameFlag.error
const mostFacts = 1000

type Kind = 'answer' | 'active' | 'previously active' | null

/**
 * Finds trouble codes and vehicle facts among frames: OBD-II and UDS answers, J1939 DM1 and DM2. Wants both the recording's own
 * blocks and those that a `Reassembler` made of them.
 */
export class Diagnostics {
  #buses: readonly Bus[]
  #codes = new TroubleCodeList()
  #facts = new Map<string, VehicleFact>()
  #kinds = new Map<number, Kind>()

  /** `buses` are the stream's; they may grow. */
  constructor(buses: readonly Bus[]) {
    this.#buses = buses
  }

  get troubleCodes(): TroubleCode[] {
    return this.#codes.all()
  }

  get facts(): VehicleFact[] {
    return [...this.#facts.values()]
  }

  add({ count, bus, id, flags, dataStart, length, timeNs, data }: FrameBlock): void {
    for (let row = 0; row < count; row++) {
      const flag = flags[row] ?? 0
      if (flag & notData) continue
      const [onBus, identifier] = [bus[row] ?? 0, id[row] ?? 0]
      const key = (onBus * 2 + (flag & frameFlag.extended)) * 2 ** 29 + identifier
      let kind = this.#kinds.get(key)
      if (kind === undefined) this.#kinds.set(key, (kind = this.#kindOf(onBus, identifier, (flag & frameFlag.extended) !== 0)))
      if (kind === null) continue
      const start = dataStart[row] ?? 0
      const bytes = data.subarray(start, start + (length[row] ?? 0))
      const channel = this.#buses[onBus]?.channel ?? 0
      const time = timeNs[row] ?? 0
      if (kind !== 'answer') readDiagnosticMessage(time, channel, identifier & 0xff, kind, bytes, this.#codes)
      else if (flag & frameFlag.reassembled)
        this.#answer(time, channel, identifier, (flag & frameFlag.extended) !== 0, bytes.subarray(1))
    }
  }

  #answer(timeNs: number, channel: number, id: number, extended: boolean, payload: Uint8Array): void {
    const answer = { timeNs, channel, id, extended, payload }
    readCodes(answer, this.#codes)
    const fact = readFact(answer)
    if (fact && this.#facts.size < mostFacts) this.#facts.set(`${channel} ${fact.source} ${fact.name} ${fact.value}`, fact)
  }

  #kindOf(bus: number, id: number, extended: boolean): Kind {
    if (this.#buses[bus]?.kind !== 'CAN') return null
    if (isDiagnosticAnswer(id, extended)) return 'answer'
    return extended ? (diagnosticGroups.get(parameterGroup(id)) ?? null) : null
  }
}
