export interface CellColumn {
  readonly name: string
  /** Beside the name: its type. */
  readonly hint: string
  readonly align: 'start' | 'end'
  /** Pixels. */
  readonly width: number
}

export interface GridCell {
  readonly text: string
  /** Of nothing, of a blob: quieter than a value. */
  readonly isQuiet?: boolean
}

export interface CellRow {
  /** Shown at the left. */
  readonly number: number
  readonly cells: readonly GridCell[]
}

/** Wide enough for its name and its longest value, and not for a novel. */
export function columnWidth(name: string, hint: string, longest: number): number {
  const letters = Math.max(longest, name.length + hint.length + 3)
  return Math.round(Math.min(420, Math.max(72, letters * 7.6 + 22)))
}

/** Left edges of columns, and at the end the width of them all. */
export function edgesOf(columns: readonly CellColumn[]): Float64Array {
  const edges = new Float64Array(columns.length + 1)
  for (const [i, { width }] of columns.entries()) edges[i + 1] = (edges[i] ?? 0) + width
  return edges
}

/** The columns that a view from `left` on shows, [first, end). */
export function columnsInView(edges: Float64Array, left: number, width: number): [number, number] {
  const count = edges.length - 1
  let first = 0
  while (first < count && (edges[first + 1] ?? 0) <= left) first++
  let end = first
  while (end < count && (edges[end] ?? 0) < left + width) end++
  return [first, end]
}
