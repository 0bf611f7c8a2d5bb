import type { ByteSink } from '../byte-sink.ts'
import { gridOf, gridRows, recordedRows, type Rows } from './rows.ts'
import type { Selection, SignalTable } from './signal-table.ts'

export interface TableOptions {
  readonly selection: Selection
  /** Rows a second; null for the moments as recorded. */
  readonly hertz: number | null
}

/** A format that signals are exported in. */
export interface TableFormat {
  /** Stable id, also the usual extension. */
  readonly id: string
  readonly name: string
  /**
   * Writes the wanted signals with bounded memory. Gives how many signals or samples could not be kept, by reason in a few
   * words. Throws RangeError for a rate that is not possible, and what the table's source throws.
   */
  write(table: SignalTable, options: TableOptions, sink: ByteSink): Promise<ReadonlyMap<string, number>>
}

export const nothingLeftOut: ReadonlyMap<string, number> = new Map()

/** The rows that the options ask for. */
export function rowsOf(table: SignalTable, { selection, hertz }: TableOptions): Rows {
  return hertz === null ? recordedRows(table, selection) : gridRows(table, selection, gridOf(table, selection, hertz))
}
