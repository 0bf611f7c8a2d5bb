import { useState } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { useSelection } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { allChosen, toggleAll, toggleType, typeName, typesOf } from './selection.ts'

/** Types shown before "Show more". */
const fewTypes = { wide: 8, narrow: 2 }

/** Chooses all shown files of a type at once. */
export function ExtensionStrip({ rows, store }: { rows: readonly UploadRow[]; store: SelectionStore }) {
  const selection = useSelection(store)
  const narrow = useNarrow()
  const [more, setMore] = useState(false)
  const types = typesOf(rows)
  const few = narrow ? fewTypes.narrow : fewTypes.wide
  const shown = more ? types : types.slice(0, few)
  const all = allChosen(selection, rows)
  return (
    <div className="strip" role="group" aria-label="Choose Extensions">
      <span className="strip-label">Choose Extensions</span>
      <button
        type="button"
        className={all ? 'chip toggle on' : 'chip toggle'}
        aria-pressed={all}
        disabled={types.length === 0}
        onClick={() => store.change((before) => toggleAll(before, rows))}
      >
        Select All
      </button>
      {shown.map(({ type, count }) => {
        const on = selection.types.has(type)
        return (
          <button
            key={type}
            type="button"
            className={on ? 'chip toggle on' : 'chip toggle'}
            aria-pressed={on}
            onClick={() => store.change((before) => toggleType(before, type, rows))}
          >
            {typeName(type)} <span className="toggle-size">{count}</span>
          </button>
        )
      })}
      {types.length > few ? (
        <button type="button" className="strip-more" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? 'Show less' : `Show more (${types.length - few})`}
        </button>
      ) : null}
    </div>
  )
}
