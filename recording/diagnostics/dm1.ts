import { hexText, type TroubleCodeList } from './trouble-code.ts'

/** SAE J1939-73: active (DM1) and previously active (DM2) trouble codes. */
export const diagnosticGroups: ReadonlyMap<number, 'active' | 'previously active'> = new Map([
  [65_226, 'active'],
  [65_227, 'previously active'],
])

const lampBytes = 2
const bytesPerCode = 4

/**
 * Puts the trouble codes of a DM1 or DM2 message into `codes`. SPN in 19 bits (version 4 of the conversion method), FMI in 5,
 * occurrences in 7. No code is written as zeros, or as ones by units that know no better.
 */
export function readDiagnosticMessage(
  timeNs: number,
  channel: number,
  address: number,
  status: 'active' | 'previously active',
  data: Uint8Array,
  codes: TroubleCodeList,
): void {
  for (let at = lampBytes; at + bytesPerCode <= data.length; at += bytesPerCode) {
    const [first, second, third, fourth] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0]
    const spn = first | (second << 8) | ((third & 0xe0) << 11)
    const fmi = third & 0x1f
    if ((spn === 0 && fmi === 0) || (spn === 0x7_ffff && fmi === 0x1f)) continue
    // a message of one code is padded with ones to 8 bytes
    if (first === 0xff && second === 0xff) continue
    codes.report(timeNs, {
      protocol: 'J1939',
      code: `SPN ${spn} FMI ${fmi}`,
      status,
      source: hexText(address, 2),
      channel,
      ...((fourth & 0x7f) !== 0x7f && { occurrences: fourth & 0x7f }),
    })
  }
}
