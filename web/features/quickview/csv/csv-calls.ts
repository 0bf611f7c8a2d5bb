import type { Dialect } from './dialect.ts'
import type { Curves } from './envelope.ts'
import type { Filters } from './row-filter.ts'

export interface TableRow {
  /** In the file, from 0 on, the header not counted. */
  readonly number: number
  readonly fields: readonly string[]
}

/** What the reader of tables can be asked. Numbers of rows are those of the rows that pass the filters. */
export type CsvCalls = {
  open: {
    ask: { readonly size: number }
    answer: { readonly dialect: Dialect; readonly encoding: string } | { readonly dialect: null }
  }
  rows: { ask: { readonly from: number; readonly count: number }; answer: { readonly rows: readonly TableRow[] } }
  /** Shows only rows that pass; goes on in the background, `CsvProgress` tells how many were found. */
  filter: { ask: { readonly filters: Filters }; answer: null }
  find: {
    ask: { readonly text: string; readonly from: number }
    answer: { readonly row: number; readonly column: number } | { readonly row: null }
  }
  /** Columns against another one, or against the number of the row; of the rows that pass the filters. */
  curves: { ask: { readonly x: number | null; readonly columns: readonly number[] }; answer: Curves }
}

export interface CsvProgress {
  /** Rows known so far, of those that pass the filters. */
  readonly rows: number
  /** Of the file. */
  readonly allRows: number
  readonly scanned: number
  readonly isComplete: boolean
  readonly isFiltered: boolean
  /** More rows passed than are kept. */
  readonly isCut: boolean
  /** How far a search, filter or plot is, bytes; null while none runs. */
  readonly working: number | null
  readonly problem: string | null
}
