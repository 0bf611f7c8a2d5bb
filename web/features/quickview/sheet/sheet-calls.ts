/** A sheet of a workbook: every cell as the text that is shown. */
export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** Columns whose values are numbers, by their place. */
  readonly numeric: readonly number[]
  /** Rows that were left out. */
  readonly more: number
}

export type SheetCalls = {
  readonly read: { readonly ask: { readonly size: number }; readonly answer: { readonly sheets: readonly ReadSheet[] } }
}

/** Rows of a sheet that are shown; a workbook is read whole. */
export const mostSheetRows = 100_000
/** The largest workbook that is read, bytes: it is packed, and unpacks to many times that. */
export const largestWorkbook = 16 * 1024 * 1024
