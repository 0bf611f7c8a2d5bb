import { addNanoseconds } from '../instant.ts'
import type { Instant } from '../instant.ts'
import { rowsOf, nothingLeftOut, type TableFormat } from './table-format.ts'
import type { Column } from './signal-table.ts'
import type { RowBlock } from './rows.ts'

/**
 * Comma-separated values (RFC 4180, UTF-8, CRLF): seconds since the recording's origin, the UTC moment, then the signals.
 * Named values are written as their names. A cell without a value is empty.
 */
export const csvTable: TableFormat = {
  id: 'csv',
  name: 'Comma-separated values',
  async write(table, options, sink) {
    const { columns, blocks } = rowsOf(table, options)
    const encoder = new TextEncoder()
    const titles = columns.map(({ name, signal }) => cell(signal.unit === '' ? name : `${name} [${signal.unit}]`))
    await sink.write(encoder.encode(`${['Time [s]', 'UTC', ...titles].join(',')}\r\n`))
    const texts = columns.map(textOf)
    for await (const block of blocks) await sink.write(encoder.encode(lines(block, table.origin, texts)))
    return nothingLeftOut
  },
}

function lines(block: RowBlock, origin: Instant, texts: readonly ((raw: number) => string)[]): string {
  let text = ''
  for (let row = 0; row < block.count; row++) {
    const timeNs = block.timeNs[row] ?? 0
    text += `${secondsText(timeNs)},${utcText(addNanoseconds(origin, timeNs))}`
    for (let column = 0; column < texts.length; column++)
      text += block.present[column]?.[row] ? `,${texts[column]?.(block.values[column]?.[row] ?? NaN) ?? ''}` : ','
    text += '\r\n'
  }
  return text
}

/** Gives the text of a column's raw value. */
function textOf({ signal }: Column): (raw: number) => string {
  const { conversion, names } = signal
  if (conversion.kind === 'text') return (raw) => cell(conversion.texts[raw] ?? '')
  const { factor, offset } = conversion
  const named = new Map([...(names ?? [])].map(([raw, name]) => [raw, cell(name)]))
  return (raw) => named.get(raw) ?? numberText(raw * factor + offset)
}

/** Shortest text that reads back as the number; `NaN`, `Infinity` and `-Infinity` as such. */
function numberText(value: number): string {
  return String(value)
}

/** Seconds with nine decimals, without the float's own noise. */
function secondsText(timeNs: number): string {
  const whole = Math.round(timeNs)
  const magnitude = Math.abs(whole)
  const seconds = Math.floor(magnitude / 1e9)
  return `${whole < 0 ? '-' : ''}${seconds}.${String(magnitude - seconds * 1e9).padStart(9, '0')}`
}

function utcText({ epochMs, nanos }: Instant): string {
  const date = new Date(epochMs)
  if (Number.isNaN(date.getTime())) return ''
  return `${date.toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z`
}

/** Quoted where a comma, a quote or a line end asks for it; what a spreadsheet would run gets an apostrophe in front. */
export function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
