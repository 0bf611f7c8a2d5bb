import { useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import type { CellColumn } from './grid-column.ts'

/** A filter is asked for when typing has rested so long, milliseconds. */
const typingMs = 400

interface Given {
  columns: readonly CellColumn[]
  edges: Float64Array
  /** The columns in view, [first, end). */
  first: number
  end: number
  numberWidth: number
  width: number
  filters: ReadonlyMap<number, string>
  onFilter: (column: number, text: string) => void
  sort?: { readonly column: number; readonly descending: boolean } | null
  onSort?: (column: number) => void
  chosen?: ReadonlySet<number>
  onChoose?: (column: number) => void
}

/** Names of the columns, what one can do with them, and their filters. */
export function GridHead({ columns, edges, first, end, numberWidth, width, filters, onFilter, ...rest }: Given) {
  const { sort = null, onSort, chosen, onChoose } = rest
  return (
    <div className="qv-head" role="row" aria-rowindex={1} style={{ width }}>
      <span className="qv-row-number" role="columnheader" style={{ width: numberWidth }}>
        #
      </span>
      {columns.slice(first, end).map(({ name, hint, width: own, align }, i) => {
        const column = first + i
        const isSorted = sort?.column === column
        const act = onSort ?? onChoose
        return (
          <span
            key={column}
            role="columnheader"
            aria-colindex={column + 1}
            aria-sort={onSort === undefined ? undefined : isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            className="qv-column"
            style={{ left: (edges[column] ?? 0) + numberWidth, width: own }}
          >
            <button
              type="button"
              className={`qv-name${align === 'end' ? ' end' : ''}${chosen?.has(column) ? ' on' : ''}`}
              title={`${name}${hint === '' ? '' : ` (${hint})`}${onChoose === undefined ? '' : ': click to plot'}`}
              aria-pressed={onChoose === undefined ? undefined : (chosen?.has(column) ?? false)}
              onClick={() => act?.(column)}
            >
              <span className="qv-name-text">{name}</span>
              {hint === '' ? null : <span className="qv-hint">{hint}</span>}
              {isSorted ? <Icon name={sort.descending ? 'down' : 'up'} size={13} /> : null}
            </button>
            <FilterField name={name} text={filters.get(column) ?? ''} onText={(text) => onFilter(column, text)} />
          </span>
        )
      })}
    </div>
  )
}

function FilterField({ name, text, onText }: { name: string; text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => latest.current(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <input
      className="qv-filter"
      aria-label={`Filter ${name}`}
      placeholder="Filter"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') onText(typed)
      }}
    />
  )
}
