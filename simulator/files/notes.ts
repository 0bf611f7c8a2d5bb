import type { Trace } from '../drive/trace.ts'
import type { SeededRandom } from '../seeded-random.ts'

const remarks = [
  'Road partly icy, traction control off for the first two minutes.',
  'Driver reports a slight vibration at 90 km/h.',
  'New tyres fitted the day before.',
  'Second driver, heated seats on.',
  'Traffic jam after the third crossing.',
  'Repeated as agreed with the brake team.',
  'Battery had been charged over night.',
] as const

/** What the logger writes down when it extracts a recording, with a remark of the driver. */
export function extractionNotes(trace: Trace, name: string, script: string, random: SeededRandom): string {
  const last = trace.count - 1
  const fastest = trace.speed.reduce((a, b) => Math.max(a, b), 0)
  const km = (trace.odometer[last] ?? 0) - (trace.odometer[0] ?? 0)
  return [
    `${name}: extracted by ${script}`,
    `Distance ${km.toFixed(1)} km, highest speed ${fastest.toFixed(0)} km/h, outside ${trace.ambient.toFixed(0)} degC`,
    `Coolant ${(trace.coolant[0] ?? 0).toFixed(0)} to ${(trace.coolant[last] ?? 0).toFixed(0)} degC`,
    random.pick(remarks),
  ].join('\n')
}
