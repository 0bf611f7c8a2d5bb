import type { SeededRandom } from '../seeded-random.ts'

export interface TroubleCode {
  code: string
  unit: string
  address: string
  text: string
  status: 'pending' | 'confirmed'
  count: number
  /** Seconds after the recording's start. */
  seenAtS: number
}

const known = [
  ['P0128', 'Engine', '0x7E8', 'Coolant thermostat: coolant temperature below regulating temperature'],
  ['P0171', 'Engine', '0x7E8', 'System too lean, bank 1'],
  ['P0420', 'Engine', '0x7E8', 'Catalyst system efficiency below threshold, bank 1'],
  ['P0562', 'Engine', '0x7E8', 'System voltage low'],
  ['C0035', 'Brakes', '0x760', 'Left front wheel speed sensor circuit'],
  ['C0051', 'Brakes', '0x760', 'Steering wheel position sensor circuit'],
  ['U0121', 'Gateway', '0x710', 'Lost communication with anti-lock brake control module'],
  ['B1342', 'Climate', '0x733', 'Cabin temperature sensor: signal out of range'],
] as const

/** One to three different trouble codes of a drive of `seconds`. */
export function makeTroubleCodes(seconds: number, random: SeededRandom): TroubleCode[] {
  return random
    .shuffle(known)
    .slice(0, random.whole(1, 3))
    .map(([code, unit, address, text]) => ({
      code,
      unit,
      address,
      text,
      status: random.chance(0.6) ? 'confirmed' : 'pending',
      count: random.whole(1, 9),
      seenAtS: Math.round(random.between(2, seconds)),
    }))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The trouble codes as the plain XML list that a logger's read-out makes. */
export function troubleCodesXml(
  codes: readonly TroubleCode[],
  vehicle: string,
  serial: string,
  startMs: number,
  endMs: number,
): string {
  const units = [...new Set(codes.map((code) => code.unit))]
  const lines = units.flatMap((unit) => {
    const own = codes.filter((code) => code.unit === unit)
    return [
      `  <ecu name="${unit}" address="${own[0]?.address ?? ''}">`,
      ...own.map((code) => {
        const seen = new Date(startMs + code.seenAtS * 1000).toISOString()
        return `    <dtc code="${code.code}" status="${code.status}" count="${code.count}" firstSeen="${seen}">${escaped(code.text)}</dtc>`
      }),
      '  </ecu>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<dtcReport vehicle="${escaped(vehicle)}" device="${escaped(serial)}" start="${new Date(startMs).toISOString()}" end="${new Date(endMs).toISOString()}">`,
    ...lines,
    '</dtcReport>',
    '',
  ].join('\n')
}
