export type Decimal = '.' | ','
export type ColumnType = 'number' | 'time' | 'text'

const numberPattern = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/
const namedNumbers = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
])

/** The number that a field is; null when it is none. */
export function numberOf(field: string, decimal: Decimal): number | null {
  const text = field.trim()
  if (text === '') return null
  const plain = decimal === ',' ? text.replace(',', '.') : text
  if (numberPattern.test(plain)) return Number(plain)
  return namedNumbers.get(text.toLowerCase()) ?? null
}

const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?))?$/
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?)(Z|[+-]\d{2}:?\d{2})?)?$/
const clock = /^(\d{1,3}):(\d{2}):(\d{2})(?:[.,](\d+))?$/

/** The moment that a field is, seconds since 1970 (or since midnight for a time of day); null when it is none. */
export function timeOf(field: string): number | null {
  const text = field.trim()
  const c = text.charCodeAt(0)
  if (c < 0x30 || c > 0x39) return null
  const isoParts = yearFirst.exec(text)
  if (isoParts !== null) return epoch(isoParts[1], isoParts[2], isoParts[3], isoParts[4], isoParts[5])
  const dayParts = dayFirst.exec(text)
  if (dayParts !== null) return epoch(dayParts[3], dayParts[2], dayParts[1], dayParts[4], undefined)
  const parts = clock.exec(text)
  if (parts === null) return null
  return Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) + Number(`0.${parts[4] ?? 0}`)
}

function epoch(year = '', month = '', day = '', time = '00:00', zone = 'Z'): number | null {
  const [hours = '0', minutes = '0', seconds = '0'] = time.replace(',', '.').split(':')
  const pad = (text: string) => text.padStart(2, '0')
  const shift = zone === 'Z' ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)))
  const base = Date.parse(`${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minutes}:00Z`)
  return Number.isNaN(base) ? null : base / 1000 + Number(seconds) - shift * 60
}

/** What most of the fields are; empty ones do not count. */
export function typeOf(fields: readonly string[], decimal: Decimal): ColumnType {
  const filled = fields.filter((field) => field.trim() !== '')
  if (filled.length === 0) return 'text'
  const share = (count: number) => count / filled.length > 0.9
  if (share(filled.filter((field) => numberOf(field, decimal) !== null).length)) return 'number'
  return share(filled.filter((field) => timeOf(field) !== null).length) ? 'time' : 'text'
}
