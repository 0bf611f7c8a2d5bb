import { pagedSource } from '#recording/byte-source.ts'
import { rangeSource } from '#web/viewer/worker/range-source.ts'
import type { TextKind } from '../lines/encoding.ts'
import { textKindOf } from '../lines/encoding.ts'
import { RowFile } from '../lines/row-file.ts'
import { serveCalls } from '../worker/worker-service.ts'
import type { CsvCalls, CsvProgress } from './csv-calls.ts'
import { dialectOf } from './dialect.ts'
import { TableFile } from './table-file.ts'

const headBytes = 256 * 1024
const sampleRows = 1000
const quote = 0x22

serveCalls<CsvCalls, CsvProgress>(({ access, progress }) => {
  let file: RowFile | undefined
  let table: TableFile | undefined
  let working: number | null = null
  let problem: string | null = null
  const tell = () => {
    if (file === undefined || table === undefined) return
    const { rowCount: rows, allRows, isComplete, isFiltered, isCut } = table
    progress({ rows, allRows, scanned: file.scanned, isComplete, isFiltered, isCut, working, problem })
  }
  const opened = () => {
    if (table === undefined) throw new Error('No table is open.')
    return table
  }
  const failed = (error: unknown) => {
    problem = error instanceof Error ? error.message : String(error)
    tell()
  }

  return {
    async open({ size }) {
      const source = pagedSource(rangeSource(size, access))
      const head = await source.read(0, headBytes)
      const kind = textKindOf(head)
      if (kind === null) return { dialect: null }
      const dialect = dialectOf(firstRows(head, kind, head.length === size))
      file = new RowFile(source, kind, { quote, delimiter: dialect.delimiter.charCodeAt(0) })
      table = new TableFile(file, dialect, (bytes) => {
        working = bytes
        tell()
      })
      file.index(tell).catch(failed)
      return { dialect, encoding: kind.encoding }
    },

    rows: async ({ from, count }) => ({ rows: await opened().rows(from, count) }),
    async filter({ filters }) {
      // the rows that pass can be looked at while the others are searched
      opened().filter(filters).catch(failed)
      return null
    },
    find: async ({ text, from }) => await opened().find(text, from),
    curves: async ({ x, columns }) => await opened().curves(x, columns),
  }
})

/** Rows of the beginning; whether a quoted one goes over several lines does not matter for how the table is written. */
function firstRows(head: Uint8Array, kind: TextKind, isAll: boolean): string[] {
  const text = new TextDecoder(kind.encoding).decode(head.subarray(kind.markBytes))
  const rows = text.split(/\r\n|\n|\r/)
  const last = rows.pop() ?? ''
  // the last one may be cut off
  if (isAll && last !== '') rows.push(last)
  return rows.slice(0, sampleRows)
}
