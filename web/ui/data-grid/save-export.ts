import { saveAs } from '../save-as.ts'
import type { GridColumn } from './column.ts'
import { csvOf, exportName, exportedColumns, neutral, sheetOf } from './export-rows.ts'

export type ExportKind = 'csv' | 'xlsx'

/** Hands the rows to the browser as Datagrid.csv or Datagrid.xlsx. What writes xlsx is loaded when first needed. */
export async function saveExport<Row>(
  kind: ExportKind,
  columns: ReadonlyArray<GridColumn<Row>>,
  rows: readonly Row[],
): Promise<void> {
  if (kind === 'csv') return saveAs(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${exportName}.csv`)
  const { default: writeXlsxFile } = await import('write-excel-file/browser')
  const kept = exportedColumns(columns)
  const head = kept.map(({ title }) => ({ type: String, value: neutral(title), fontWeight: 'bold' as const }))
  const file = writeXlsxFile([head, ...sheetOf(kept, rows)], {
    sheet: exportName,
    columns: kept.map(({ width }) => ({ width: Math.max(10, Math.round(width / 7)) })),
    stickyRowsCount: 1,
  })
  saveAs(await file.toBlob(), `${exportName}.xlsx`)
}
