import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { counted } from '#web/format/counts.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { HitListError } from '#web/viewer/hits/hit-list.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { durationText } from '#web/viewer/plot/clock.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ChosenHit, HitRow } from './hit-rows.ts'
import { hitBeside, hitRows } from './hit-rows.ts'
import './hits.css'
import type { ShownHits } from './use-hits.ts'

interface Given {
  shown: ShownHits
  /** Recordings that were looked for in vain. */
  missing: ReadonlySet<HitRecording>
  onGo: (chosen: ChosenHit) => void
  onClose: () => void
}

const rowHeight = 28

/** A list of hits by recording: each jumps to its seconds. */
export function HitsPanel({ shown, missing, onGo, onClose }: Given) {
  const { name, recordings, notes, error, retry } = shown
  const base = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const rows = useMemo(() => hitRows(recordings), [recordings])
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    useFlushSync: false,
  })
  const hitCount = recordings.reduce((sum, { hits }) => sum + hits.length, 0)

  function activate(at: number) {
    setActive(at)
    lines.scrollToIndex(at)
  }
  function go(at: number) {
    const row = rows[at]
    if (row === undefined) return
    activate(at)
    if (row.kind === 'hit') onGo({ recording: row.recording, hit: row.hit })
  }
  const step = (by: 1 | -1) => {
    const to = hitBeside(rows, active, by)
    if (to !== active) go(to)
  }
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const by = ({ n: 1, p: -1 } as const)[event.key]
      if (by === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, [contenteditable]')) return
      event.preventDefault()
      latest.current(by)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  function press(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowDown: () => activate(Math.min(rows.length - 1, active + 1)),
      ArrowUp: () => activate(Math.max(0, active - 1)),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
      Enter: () => go(active),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }

  return (
    <section className="spy-hits panel" aria-label="Hits">
      <header>
        <h2>{name === null ? 'Hits' : name}</h2>
        {name === null ? null : (
          <span className="quiet">
            {counted(hitCount, 'hit')} in {counted(recordings.length, 'recording')}
          </span>
        )}
        <span className="spy-hits-tools">
          <button type="button" className="button" title="The hit before (p)" disabled={hitCount === 0} onClick={() => step(-1)}>
            Previous
          </button>
          <button type="button" className="button" title="The next hit (n)" disabled={hitCount === 0} onClick={() => step(1)}>
            Next
          </button>
          <button type="button" className="spy-remove" aria-label="Close the hits" title="Close the hits" onClick={onClose}>
            <Icon name="close" size={15} />
          </button>
        </span>
      </header>
      {error === null ? null : <Refused error={error} retry={retry} />}
      {name === null && error === null ? <p className="quiet">Reading the hits…</p> : null}
      {notes.length > 0 ? (
        <ul className="spy-hits-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {name === null ? null : rows.length === 0 ? (
        <p className="quiet">The list holds no hits.</p>
      ) : (
        <div
          ref={scroll}
          className="spy-hits-scroll"
          role="tree"
          aria-label="Hits by recording"
          tabIndex={0}
          aria-activedescendant={rows[active] ? `${base}-${active}` : undefined}
          onKeyDown={press}
        >
          <div role="presentation" style={{ height: lines.getTotalSize(), position: 'relative' }}>
            {lines.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <HitLine
                  key={row.key}
                  id={`${base}-${index}`}
                  row={row}
                  top={start}
                  isActive={index === active}
                  isMissing={missing.has(row.recording)}
                  onPress={() => go(index)}
                />
              )
            })}
          </div>
        </div>
      )}
    </section>
  )
}

function Refused({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof HitListError)
    return <ErrorCard title="The hits cannot be shown" error={{ message: error.message, fields: [] }} />
  return <ErrorCard title="The hits cannot be opened" error={asApiError(error)} retry={retry} />
}

interface Line {
  id: string
  row: HitRow
  top: number
  isActive: boolean
  isMissing: boolean
  onPress: () => void
}

function HitLine({ id, row, top, isActive, isMissing, onPress }: Line) {
  const { fileId, fileName, vehicle, startDate, hits } = row.recording
  const place = { height: rowHeight, transform: `translateY(${top}px)` }
  const mark = isActive ? ' active' : ''
  if (row.kind === 'recording')
    return (
      <div
        id={id}
        role="treeitem"
        aria-level={1}
        aria-selected={isActive}
        className={`spy-hit-file${mark}`}
        style={place}
        onClick={onPress}
      >
        <strong>{fileName || (fileId === null ? 'A recording without a name' : `File ${fileId}`)}</strong>
        <span className="quiet">
          {[vehicle, startDate, counted(hits.length, 'hit')].filter((part) => part !== '').join(' · ')}
        </span>
        {isMissing ? <span className="spy-hit-missing">not found in the archive</span> : null}
      </div>
    )
  const { startSeconds, endSeconds, description } = row.hit
  const length = endSeconds - startSeconds
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={2}
      aria-selected={isActive}
      className={`spy-hit${mark}`}
      style={place}
      title={description}
      onClick={onPress}
    >
      <span className="mono">{startSeconds.toFixed(3)} s</span>
      <span className="quiet spy-hit-length">{length === 0 ? '' : durationText(length * 1e9)}</span>
      <span className="spy-hit-text">{description || 'Hit'}</span>
    </div>
  )
}
