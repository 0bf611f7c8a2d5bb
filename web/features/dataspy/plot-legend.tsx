import { memo } from 'react'
import type { Cursor } from '#web/viewer/plot/cursor.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { dragSignal } from '#web/viewer/tree/signal-drag.ts'
import type { PlotEdits } from './plot-edits.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import { isState, unitOf } from './plotted-signal.ts'
import { SeriesItems } from './series-items.tsx'
import { SeriesMark } from './series-mark.tsx'
import { textOfValue, useCursorTime, useValueAt } from './use-values.ts'

interface Given {
  one: PlottedSignal
  cursor: Cursor
  edits: PlotEdits
  /** Place of its plot, and how many there are. */
  at: number
  plotCount: number
}

/** A signal's name with its value at the pointer. Its name opens the menu of how it is drawn; dragged, it changes the plot. */
export const LegendEntry = memo(function LegendEntry({ one, cursor, edits, at, plotCount }: Given) {
  const { ref, signal, look, letter } = one
  return (
    <span
      className="spy-legend"
      draggable
      onDragStart={(event) => dragSignal(event, ref, signal.name)}
      onContextMenu={(event) => {
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
      }}
    >
      <Menu
        trigger={{
          className: 'spy-series',
          'aria-label': `${signal.name}: how it is drawn`,
          title: `${signal.group.name}: ${signal.name}. Click to choose how it is drawn, drag into another plot`,
          children: (
            <>
              <SeriesMark look={look} />
              <strong>{signal.name}</strong>
            </>
          ),
        }}
      >
        <SeriesItems one={one} edits={edits} at={at} plotCount={plotCount} />
      </Menu>
      {letter === '' ? null : <span className="spy-letter">{letter}</span>}
      <CursorValue one={one} cursor={cursor} />
      <span className="quiet">{isState(signal) ? '' : unitOf(one)}</span>
      <button
        type="button"
        className="spy-remove"
        aria-label={`Take ${signal.name} away`}
        title={`Take ${signal.name} away`}
        onClick={() => edits.remove(ref)}
      >
        <Icon name="close" size={13} />
      </button>
    </span>
  )
})

function CursorValue({ one, cursor }: { one: PlottedSignal; cursor: Cursor }) {
  const at = useValueAt(one, useCursorTime(cursor))
  return <span className="spy-value">{textOfValue(one, at)}</span>
}
