/** Exports: recordings in other formats. Parquet stands on hyparquet-writer; nothing else of the library needs a package. */
export { exportRecording, NothingToExport, type Exported, type ExportWish } from './export-recording.ts'
export type { ExportSource, Scratch } from './export-source.ts'
export { exportFormatOf, exportFormats, type ExportFormat } from './export-formats.ts'
export type { FrameChoice, TimeWindow } from './frame-choice.ts'
export { signalsNamed, type SignalChoice } from './signal-choice.ts'

// Tables of signals, and what writes them
export { csvTable } from './csv.ts'
export { matTable } from './mat.ts'
export { mf4Table } from './mf4.ts'
export { parquetTable } from './parquet.ts'
export type { TableFormat, TableOptions } from './table-format.ts'
export { columnsOf, everything, memoryTable } from './signal-table.ts'
export type { Column, Selection, SignalTable, Span } from './signal-table.ts'
export { storeTable } from './store-table.ts'
export { gridOf, gridRows, gridTimeNs, recordedRows, type Grid, type RowBlock, type Rows } from './rows.ts'
