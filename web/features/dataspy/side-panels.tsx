import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { Cursor } from '#web/viewer/plot/cursor.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import './side-panels.css'
import type { Subject } from './subject.ts'
import { useCursorTime } from './use-values.ts'

const MapPanel = lazy(async () => ({ default: (await import('./map-panel.tsx')).MapPanel }))
const FilmPanel = lazy(async () => ({ default: (await import('./film-panel.tsx')).FilmPanel }))

interface Given {
  subject: Subject
  shiftNs: number
  plotted: readonly PlottedSignal[]
  films: readonly File[]
  cursor: Cursor
  atNs: number | null
  filmOffsetNs: number
  onFilmOffset: (offsetNs: number) => void
  onPick: (timeNs: number) => void
}

/** Map and film on the cursor of the plots, folded until somebody wants them. */
export function SidePanels({ subject, shiftNs, plotted, films, cursor, atNs, filmOffsetNs, onFilmOffset, onPick }: Given) {
  const pointed = useCursorTime(cursor)
  const { route } = subject
  const time = pointed ?? atNs
  if (route === null && subject.archived === null && films.length === 0) return null
  return (
    <div className="spy-sides">
      {route === null ? null : (
        <Folded title="Map">
          <MapPanel
            subject={{ ...subject, route }}
            plotted={plotted}
            atNs={time === null ? null : time - shiftNs}
            onPick={(timeNs) => onPick(timeNs + shiftNs)}
          />
        </Folded>
      )}
      <Folded key={films.length} title="Video" isOpen={films.length > 0}>
        <FilmPanel
          subject={subject}
          shiftNs={shiftNs}
          films={films}
          cursor={cursor}
          atNs={atNs}
          offsetNs={filmOffsetNs}
          onOffset={onFilmOffset}
          onPick={onPick}
        />
      </Folded>
    </div>
  )
}

/** Its content is loaded when it is first unfolded. */
function Folded({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details className="spy-side-panel panel" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? <Suspense fallback={<p className="quiet">Loading…</p>}>{children}</Suspense> : null}
    </details>
  )
}
