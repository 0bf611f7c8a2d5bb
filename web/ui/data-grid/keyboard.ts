/** A place in the grid: line -1 is the header. Group headers are lines of one cell. */
export interface Place {
  line: number
  column: number
}

export interface Extent {
  lines: number
  columns: number
  /** Lines that a page key passes over. */
  page: number
}

/** Where a key leads from a place; undefined for keys that do not move (the browser keeps them). */
export function placeAfter(key: string, control: boolean, at: Place, { lines, columns, page }: Extent): Place | undefined {
  const lastLine = lines - 1
  const lastColumn = columns - 1
  const within = (line: number, column: number): Place => ({
    line: Math.max(-1, Math.min(lastLine, line)),
    column: Math.max(0, Math.min(lastColumn, column)),
  })
  switch (key) {
    case 'ArrowDown':
      return within(at.line + 1, at.column)
    case 'ArrowUp':
      return within(at.line - 1, at.column)
    case 'ArrowRight':
      return within(at.line, at.column + 1)
    case 'ArrowLeft':
      return within(at.line, at.column - 1)
    case 'PageDown':
      return within(at.line + page, at.column)
    case 'PageUp':
      return within(Math.max(Math.min(at.line, 0), at.line - page), at.column)
    case 'Home':
      return control ? within(0, 0) : within(at.line, 0)
    case 'End':
      return control ? within(lastLine, lastColumn) : within(at.line, lastColumn)
    default:
      return undefined
  }
}
