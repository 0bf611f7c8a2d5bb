import type { RowFile } from '../lines/row-file.ts'
import type { TableRow } from './csv-calls.ts'
import type { Dialect } from './dialect.ts'
import { Envelope } from './envelope.ts'
import type { Curves } from './envelope.ts'
import { PassingRows } from './passing-rows.ts'
import type { Filters } from './row-filter.ts'
import { rowTest } from './row-filter.ts'
import { splitRow } from './split-row.ts'
import { numberOf, timeOf } from './values.ts'

/** Thrown in a long work that nobody waits for any more. */
class Overtaken extends Error {}

/** The rows below the header, all of them or those that pass the filters. */
export class TableFile {
  readonly #file: RowFile
  readonly #dialect: Dialect
  /** Rows of the file above the first row of the table. */
  readonly #above: number
  readonly #onWork: (bytes: number | null) => void
  #filters: Filters = []
  #passing: PassingRows | null = null
  #filterDone = true
  #round = 0

  constructor(file: RowFile, dialect: Dialect, onWork: (bytes: number | null) => void) {
    this.#file = file
    this.#dialect = dialect
    this.#above = dialect.preamble + (dialect.hasHeader ? 1 : 0)
    this.#onWork = onWork
  }

  get allRows(): number {
    return Math.max(0, this.#file.count - this.#above)
  }
  get rowCount(): number {
    return this.#passing === null ? this.allRows : this.#passing.count
  }
  get isFiltered(): boolean {
    return this.#passing !== null
  }
  get isCut(): boolean {
    return this.#passing?.isFull ?? false
  }
  get isComplete(): boolean {
    return this.#file.isComplete && this.#filterDone
  }

  async rows(from: number, count: number): Promise<TableRow[]> {
    if (this.#passing === null) return await this.#inFile(from, Math.max(0, Math.min(count, this.allRows - from)))
    const rows: TableRow[] = []
    const numbers = this.#passing.part(from, count)
    // neighbours are read together
    for (let i = 0; i < numbers.length;) {
      let next = i + 1
      while (next < numbers.length && (numbers[next] ?? 0) === (numbers[next - 1] ?? 0) + 1) next++
      rows.push(...(await this.#inFile(numbers[i] ?? 0, next - i)))
      i = next
    }
    return rows
  }

  async #inFile(from: number, count: number): Promise<TableRow[]> {
    const rows = await this.#file.rows(this.#above + from, count)
    return rows.map(({ text }, i) => ({ number: from + i, fields: splitRow(text, this.#dialect.delimiter) }))
  }

  async filter(filters: Filters): Promise<void> {
    const round = ++this.#round
    this.#filters = filters
    const test = rowTest(filters, this.#dialect.decimal)
    const passing = test === null ? null : new PassingRows()
    this.#passing = passing
    this.#filterDone = passing === null
    this.#onWork(null)
    if (passing === null || test === null) return
    await this.#through(
      0,
      () => round === this.#round,
      (number, fields) => {
        if (test(fields)) passing.add(number)
        return passing.isFull
      },
    )
    if (round !== this.#round) return
    this.#filterDone = true
    this.#onWork(null)
  }

  /** The first field that has the text, in a shown row from `from` on. */
  async find(text: string, from: number): Promise<{ row: number; column: number } | { row: null }> {
    const wanted = text.toLowerCase()
    const passing = this.#passing
    const first = passing === null ? from : (passing.part(from, 1)[0] ?? this.allRows)
    const test = passing === null ? null : rowTest(this.#filters, this.#dialect.decimal)
    const round = this.#round
    let found: { row: number; column: number } | { row: null } = { row: null }
    await this.#through(
      first,
      () => round === this.#round,
      (number, fields) => {
        const column = fields.findIndex((field) => field.toLowerCase().includes(wanted))
        if (column === -1 || (test !== null && !test(fields))) return false
        found = { row: passing === null ? number : passing.placeOf(number), column }
        return true
      },
    )
    this.#onWork(null)
    return found
  }

  async curves(x: number | null, columns: readonly number[]): Promise<Curves> {
    const envelope = new Envelope(columns.length)
    const { decimal, columns: all } = this.#dialect
    const valueIn = (column: number) => {
      const isTime = all[column]?.type === 'time'
      return (fields: readonly string[]) =>
        (isTime ? timeOf(fields[column] ?? '') : numberOf(fields[column] ?? '', decimal)) ?? NaN
    }
    const [xOf, values] = [x === null ? null : valueIn(x), columns.map((column) => valueIn(column))]
    const test = rowTest(this.#filters, decimal)
    const round = this.#round
    await this.#through(
      0,
      () => round === this.#round,
      (number, fields) => {
        if (test === null || test(fields))
          envelope.add(
            xOf === null ? number + 1 : xOf(fields),
            values.map((of) => of(fields)),
          )
        return false
      },
    )
    this.#onWork(null)
    return envelope.curves()
  }

  /** Every row from a number on, until `look` has enough or nobody wants it any more. */
  async #through(from: number, isWanted: () => boolean, look: (number: number, fields: string[]) => boolean): Promise<void> {
    const { delimiter } = this.#dialect
    try {
      for await (const { first, rows, offset } of this.#file.batches(this.#above + from)) {
        if (!isWanted()) throw new Overtaken()
        this.#onWork(offset)
        for (let i = 0; i < rows.length; i++) if (look(first - this.#above + i, splitRow(rows[i] ?? '', delimiter))) return
      }
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
}
