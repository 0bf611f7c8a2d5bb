/** Browsers draw no element higher than some 16 million pixels; beyond this a pixel of the scroll bar stands for more. */
const mostPixels = 6_000_000

export interface RowScroll {
  readonly rowHeight: number
  /** Rows that fit into the view. */
  readonly visible: number
  readonly count: number
}

/** Height of what is scrolled, pixels. */
export const scrollHeight = ({ rowHeight, count }: RowScroll): number => Math.min(count * rowHeight, mostPixels)

export const isScaled = ({ rowHeight, count }: RowScroll): boolean => count * rowHeight > mostPixels

/** The row at the top of the view. */
export function rowAtScroll(scrollTop: number, of: RowScroll): number {
  const last = Math.max(0, of.count - of.visible)
  if (!isScaled(of)) return Math.min(last, Math.round(scrollTop / of.rowHeight))
  return Math.round((scrollTop / Math.max(1, scrollHeight(of) - of.visible * of.rowHeight)) * last)
}

/** Where the scroll bar stands for a row. */
export function scrollOfRow(row: number, of: RowScroll): number {
  const last = Math.max(1, of.count - of.visible)
  if (!isScaled(of)) return row * of.rowHeight
  return (Math.min(row, last) / last) * (scrollHeight(of) - of.visible * of.rowHeight)
}
