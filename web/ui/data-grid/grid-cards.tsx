import type { RowData } from '@tanstack/react-table'
import { memo, useSyncExternalStore } from 'react'
import type { GridColumn } from './column.ts'
import { textOf } from './column.ts'
import type { LinesGiven } from './grid-table.tsx'
import type { Marks } from './grid-row.tsx'
import { useLineWindow } from './use-line-window.ts'

const silent = () => () => undefined

/** The same lines as cards, for narrow windows. */
export function GridCardsView<Row extends RowData>({
  label,
  columns,
  lines,
  groupHeader,
  onFold,
  marks,
  instead,
  busy,
  coverBottom,
}: LinesGiven<Row>) {
  const { lines: near, list } = useLineWindow({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? String(index),
    estimate: (index) => (lines[index]?.kind === 'group' ? 44 : 132),
    kept: -1,
    measured: true,
    cover: { top: 48, bottom: coverBottom },
  })
  return (
    <div className="grid-cards" ref={list} aria-busy={busy}>
      {instead ?? (
        <div ref={near.containerRef} className="grid-lines" role="list" aria-label={label}>
          {near.getVirtualItems().map(({ index }) => {
            const line = lines[index]
            if (line === undefined) return null
            return (
              <div
                key={line.key}
                ref={near.measureElement}
                data-index={index}
                className="grid-card-place"
                role="listitem"
                aria-setsize={lines.length}
                aria-posinset={index + 1}
              >
                {line.kind === 'group' ? (
                  <button type="button" className="grid-card-band" aria-expanded={line.open} onClick={() => onFold(line.group)}>
                    <span className={line.open ? 'grid-fold open' : 'grid-fold'} aria-hidden="true" />
                    {groupHeader?.(line.rows, line.group)}
                  </button>
                ) : (
                  <Card row={line.row} columns={columns} marks={marks} />
                )}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

function CardView<Row>({
  row,
  columns,
  marks,
}: {
  row: Row
  columns: ReadonlyArray<GridColumn<Row>>
  marks: Marks<Row> | undefined
}) {
  const marked = useSyncExternalStore(marks?.subscribe ?? silent, () => marks?.has(row) ?? false)
  const at = (...places: Array<NonNullable<GridColumn<Row>['card']>>) =>
    columns.filter(({ card = 'fact' }) => places.includes(card))
  const shown = (column: GridColumn<Row>) => column.cell?.(row, { tabIndex: 0 }) ?? textOf(column, row)
  return (
    <article className={marked ? 'grid-card marked' : 'grid-card'}>
      <div className="grid-card-head">
        {at('head').map((column) => (
          <div key={column.id}>{shown(column)}</div>
        ))}
      </div>
      <dl>
        {at('fact', 'plain').map((column) => (
          <div key={column.id}>
            <dt className={column.card === 'plain' ? 'unseen' : undefined}>{column.title}</dt>
            <dd>{shown(column)}</dd>
          </div>
        ))}
      </dl>
      <div className="grid-card-feet">
        {[...at('wide'), ...at('foot')].map((column) => (
          <div key={column.id}>{shown(column)}</div>
        ))}
      </div>
    </article>
  )
}

// memo forgets type parameters; the view has them.
const Card = memo(CardView) as typeof CardView
