import type { ReactNode } from 'react'

/** What a cell stands for: this is sorted, filtered and exported, whatever the cell looks like. */
export type GridValue = string | number | boolean | Date | null

export interface CellContext {
  /** For controls inside the cell: -1 in the grid, whose cells are walked with arrow keys; 0 in a card. */
  tabIndex: 0 | -1
}

export interface GridColumn<Row> {
  id: string
  title: string
  value: (row: Row) => GridValue
  /** The value as words, where they differ from it (a time in the user's zone). Filters and csv use them. */
  text?: (row: Row) => string
  /** What is shown; the words when left out. */
  cell?: (row: Row, context: CellContext) => ReactNode
  /** Least width in pixels, and the share of what is left over (0: never wider). */
  width: number
  grow?: number
  align?: 'start' | 'end'
  sortable?: boolean
  filterable?: boolean
  exported?: boolean
  /** Hidden until the user shows it. */
  hidden?: boolean
  /** False for a column without which a row means nothing. */
  hideable?: boolean
  /**
   * Place in a card: at its head, among its facts with a label (default) or without, across its whole width, at its
   * foot, or nowhere.
   */
  card?: 'head' | 'fact' | 'plain' | 'wide' | 'foot' | 'none'
}

export interface GridSort {
  column: string
  descending: boolean
}

/** Columns that tell when a row came or changed; a grid begins with the newest. */
const newestFirst = ['created_at', 'updated_at'] as const

/** The order a grid has before anybody asks for another: created_at, else updated_at, newest first. */
export function defaultSort<Row>(columns: ReadonlyArray<GridColumn<Row>>): GridSort | null {
  const column = newestFirst.find((id) => columns.some((known) => known.id === id && known.sortable !== false))
  return column === undefined ? null : { column, descending: true }
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Ascending; values of different kinds are compared as words. Nothing is not compared here: it goes last in both orders. */
export function compareValues(a: Exclude<GridValue, null>, b: Exclude<GridValue, null>): number {
  if (typeof a === 'string' || typeof b === 'string') return order.compare(wordsOf(a), wordsOf(b))
  return Number(a) - Number(b)
}

/** A value as words: dates in ISO 8601, nothing as the empty text. */
export function wordsOf(value: GridValue): string {
  if (value === null) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}

export const textOf = <Row>(column: GridColumn<Row>, row: Row): string => column.text?.(row) ?? wordsOf(column.value(row))
