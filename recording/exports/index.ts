/** Tables of signals for other programs. Parquet stands on hyparquet-writer; nothing else of the library needs a package. */
import { csvTable } from './csv.ts'
import { matTable } from './mat.ts'
import { parquetTable } from './parquet.ts'
import type { TableFormat } from './table-format.ts'

/** Every format that signals are exported in. */
export const tableFormats: readonly TableFormat[] = [csvTable, parquetTable, matTable]

export { csvTable, matTable, parquetTable, type TableFormat }
export type { TableOptions } from './table-format.ts'
export { columnsOf, everything, memoryTable } from './signal-table.ts'
export type { Column, Selection, SignalTable, Span } from './signal-table.ts'
export { gridOf, gridRows, gridTimeNs, recordedRows, type Grid, type RowBlock, type Rows } from './rows.ts'
