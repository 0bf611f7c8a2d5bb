import readWorkbook from 'read-excel-file/web-worker'
import { rangeSource } from '#web/viewer/worker/range-source.ts'
import { serveCalls } from '../worker/worker-service.ts'
import type { ReadSheet, SheetCalls } from './sheet-calls.ts'
import { mostSheetRows } from './sheet-calls.ts'

/* Workbooks come from anybody: they are unpacked here, where the page can end it. */
serveCalls<SheetCalls, never>(({ access }) => ({
  async read({ size }) {
    const bytes = await rangeSource(size, access).read(0, size)
    const sheets = await readWorkbook(bytes.slice().buffer)
    return { sheets: sheets.map(({ sheet, data }) => readSheet(sheet, data)) }
  },
}))

function readSheet(name: string, data: readonly (readonly unknown[])[]): ReadSheet {
  const shown = data.slice(0, mostSheetRows)
  const width = shown.reduce((most, row) => Math.max(most, row.length), 0)
  const numeric = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const values = shown.slice(1).map((row) => row[column] ?? null)
    return values.some((value) => value !== null) && values.every((value) => value === null || typeof value === 'number')
  })
  return { name, rows: shown.map((row) => row.map(cellText)), numeric, more: data.length - shown.length }
}

/** Dates of a workbook have no zone: they are shown as they were written. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/(?: 00:00:00)?\.000Z$/, '')
  return String(value)
}
