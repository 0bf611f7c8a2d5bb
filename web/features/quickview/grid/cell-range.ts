export interface Place {
  readonly row: number
  readonly column: number
}

/** Cells between where a choice began and where it is now, both included. */
export interface CellRange {
  readonly from: Place
  readonly to: Place
}

export interface Corners {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const cornersOf = ({ from, to }: CellRange): Corners => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

export const isInside = ({ top, bottom, left, right }: Corners, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** Rows and columns as spreadsheets take them from the clipboard. */
export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t')).join('\n')
