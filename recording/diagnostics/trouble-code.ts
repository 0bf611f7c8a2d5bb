/** How a control unit holds a trouble code. */
export type TroubleCodeStatus = 'stored' | 'pending' | 'permanent' | 'active' | 'previously active'

/** A trouble code as a recording shows it, all its reports together. */
export interface TroubleCode {
  protocol: 'OBD-II' | 'UDS' | 'J1939'
  /** `P0301`; UDS with its failure type, `P0301-1C`; J1939 `SPN 110 FMI 3`. */
  code: string
  status: TroubleCodeStatus
  /** The control unit: its CAN identifier (`0x7E8`) or J1939 address (`0x00`). */
  source: string
  channel: number
  /** Nanoseconds since the recording's origin: first and last report. */
  firstNs: number
  lastNs: number
  /** How often it was reported. */
  count: number
  /** J1939: how often the unit itself has seen the fault, 0 to 126; the last value reported. */
  occurrences?: number
}

/** What control units say of the vehicle and themselves (OBD-II mode 09). */
export interface VehicleFact {
  name: 'VIN' | 'Calibration' | 'Calibration verification number' | 'Control unit'
  value: string
  source: string
  channel: number
}

/** A five-character code from its two bytes (SAE J2012): P, C, B or U, then four digits. */
export function codeText(high: number, low: number): string {
  const letter = 'PCBU'[high >> 6] ?? 'P'
  const digits = (((high & 0x3f) << 8) | low).toString(16).toUpperCase().padStart(4, '0')
  return letter + digits
}

export function hexText(value: number, digits: number): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`
}

/** A recording that was made to hurt must not fill the memory with codes. */
const mostCodes = 10_000

/** The codes of a recording, each once with the span of its reports. */
export class TroubleCodeList {
  #codes = new Map<string, TroubleCode>()

  report(timeNs: number, code: Pick<TroubleCode, 'protocol' | 'code' | 'status' | 'source' | 'channel' | 'occurrences'>): void {
    const key = `${code.protocol} ${code.channel} ${code.source} ${code.status} ${code.code}`
    const known = this.#codes.get(key)
    if (known === undefined) {
      if (this.#codes.size < mostCodes) this.#codes.set(key, { ...code, firstNs: timeNs, lastNs: timeNs, count: 1 })
      return
    }
    known.firstNs = Math.min(known.firstNs, timeNs)
    known.lastNs = Math.max(known.lastNs, timeNs)
    known.count++
    if (code.occurrences !== undefined) known.occurrences = code.occurrences
  }

  /** In the order of their first reports. */
  all(): TroubleCode[] {
    return [...this.#codes.values()].toSorted((a, b) => a.firstNs - b.firstNs)
  }
}
