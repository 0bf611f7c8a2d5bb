import { codeText, hexText, type TroubleCodeList, type TroubleCodeStatus, type VehicleFact } from './trouble-code.ts'

/** A whole answer of a control unit: its payload without transport bytes. */
export interface Answer {
  timeNs: number
  channel: number
  id: number
  extended: boolean
  payload: Uint8Array
}

/** OBD-II services that list trouble codes (SAE J1979), by the answer's first byte. */
const codeLists: ReadonlyMap<number, TroubleCodeStatus> = new Map([
  [0x43, 'stored'],
  [0x47, 'pending'],
  [0x4a, 'permanent'],
])
const vehicleInformation = 0x49
const readTroubleCodes = 0x59
/** ISO 14229-1 sub-functions of service 0x19 whose answer is a list of codes with a status byte each. */
const statusLists: ReadonlySet<number> = new Set([0x02, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x15])
const statusBit = { testFailed: 0x01, pending: 0x04, confirmed: 0x08 } as const

/** Puts what an answer says of trouble codes into `codes`. */
export function readCodes(answer: Answer, codes: TroubleCodeList): void {
  const { payload } = answer
  const status = codeLists.get(payload[0] ?? 0)
  if (status !== undefined) obdCodes(answer, status, codes)
  else if (payload[0] === readTroubleCodes && statusLists.has(payload[1] ?? 0)) udsCodes(answer, codes)
}

function sourceOf({ id, extended }: Answer): string {
  return hexText(id, extended ? 8 : 3)
}

function obdCodes(answer: Answer, status: TroubleCodeStatus, codes: TroubleCodeList): void {
  const { payload, timeNs, channel } = answer
  // on CAN the second byte counts the codes
  const count = Math.min(payload[1] ?? 0, Math.floor((payload.length - 2) / 2))
  for (let i = 0; i < count; i++) {
    const [high, low] = [payload[2 + i * 2] ?? 0, payload[3 + i * 2] ?? 0]
    if (high === 0 && low === 0) continue
    codes.report(timeNs, { protocol: 'OBD-II', code: codeText(high, low), status, source: sourceOf(answer), channel })
  }
}

function udsCodes(answer: Answer, codes: TroubleCodeList): void {
  const { payload, timeNs, channel } = answer
  for (let at = 3; at + 4 <= payload.length; at += 4) {
    const [high, middle, low, status] = [payload[at] ?? 0, payload[at + 1] ?? 0, payload[at + 2] ?? 0, payload[at + 3] ?? 0]
    if (high === 0 && middle === 0 && low === 0) continue
    const failure = low === 0 ? '' : `-${low.toString(16).toUpperCase().padStart(2, '0')}`
    codes.report(timeNs, {
      protocol: 'UDS',
      code: codeText(high, middle) + failure,
      status: udsStatus(status),
      source: sourceOf(answer),
      channel,
    })
  }
}

function udsStatus(status: number): TroubleCodeStatus {
  if (status & statusBit.testFailed) return 'active'
  if (status & statusBit.confirmed) return 'stored'
  return status & statusBit.pending ? 'pending' : 'previously active'
}

const factNames: ReadonlyMap<number, VehicleFact['name']> = new Map([
  [0x02, 'VIN'],
  [0x04, 'Calibration'],
  [0x06, 'Calibration verification number'],
  [0x0a, 'Control unit'],
])

/** What an answer of mode 09 says; null for other answers. */
export function readFact(answer: Answer): VehicleFact | null {
  const { payload, channel } = answer
  const name = payload[0] === vehicleInformation ? factNames.get(payload[1] ?? 0) : undefined
  if (name === undefined) return null
  // on CAN a byte counts the items before them
  const content = payload.subarray(3)
  const value =
    name === 'Calibration verification number'
      ? Array.from(content, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
      : String.fromCharCode(...content.filter((byte) => byte >= 0x20 && byte < 0x7f)).trim()
  return value === '' ? null : { name, value, source: sourceOf(answer), channel }
}
