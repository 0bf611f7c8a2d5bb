import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { showToast } from '#web/ui/toast.ts'
import type { Clock } from '../plot/clock.ts'
import type { FrameFilter, FramePage, FrameRow, FrameValue } from '../protocol.ts'
import { isExtended } from './frame-flags.ts'
import { FrameLine } from './frame-line.tsx'
import type { SeenOften } from './frame-line.tsx'
import './frame-table.css'
import { copiedText } from './frame-text.ts'
import { FrameValues } from './frame-values.tsx'
import { isScaled, rowAtScroll, scrollHeight, scrollOfRow } from './row-scroll.ts'
import { useRows } from './use-rows.ts'
import type { LoadRows } from './use-rows.ts'

interface Given {
  /** `latest`: one row for each identifier, its newest frame. */
  mode: 'each' | 'latest'
  load: LoadRows
  valuesOf: (row: number) => Promise<readonly FrameValue[]>
  signals: readonly StoredSignal[]
  seen: ReadonlyMap<string, SeenOften>
  filter: FrameFilter
  /** How many rows there are at least. */
  least: number
  clock: Clock
  /** The moment that is looked at: its frame is marked. */
  atNs: number | null
  /** The row to show; a new object goes there again. */
  goTo: { readonly row: number } | null
  onPick: (timeNs: number) => void
  /** A letter was typed: it belongs to the filter. */
  onType: (letter: string) => void
  onPage: (page: FramePage | null, count: number, problem: string | null) => void
}

const heights = { wide: 24, narrow: 46 } as const
const titles = {
  each: ['Time', 'Bus', 'Identifier', 'Message', 'Length', 'Data'],
  latest: ['Time', 'Bus', 'Identifier', 'Message', 'Period', 'Count', 'Length', 'Data'],
} as const

/** Frames in their order, any number of them; each unfolds to its signals. */
export function FrameTable(given: Given) {
  const { mode, load, valuesOf, signals, seen, filter, least, clock, atNs, goTo, onPick, onType, onPage } = given
  const isNarrow = useNarrow()
  const base = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [height, setHeight] = useState(300)
  const ownScroll = useRef(false)
  /** The keys were used last: the row that they are on stays in view. */
  const follows = useRef(false)
  const pickNext = useRef(false)
  useEffect(() => {
    const box = scroll.current
    if (box === null) return
    const watcher = new ResizeObserver(() => setHeight(box.clientHeight))
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [])

  const rowHeight = isNarrow ? heights.narrow : heights.wide
  const headHeight = isNarrow ? 0 : 28
  const visible = Math.max(1, Math.floor((height - headHeight) / rowHeight))
  const { page, count, problem } = useRows(load, filter, { top, visible, least })
  const rows = { rowHeight, visible, count }
  useEffect(() => onPage(page, count, problem), [onPage, page, count, problem])

  const show = useCallback(
    (row: number) => {
      const box = scroll.current
      const next = Math.max(0, Math.min(count - visible, Math.round(row)))
      setTop(next)
      if (box === null) return
      const to = scrollOfRow(next, { rowHeight, visible, count })
      ownScroll.current = Math.abs(box.scrollTop - to) >= 1
      box.scrollTop = to
    },
    [count, visible, rowHeight],
  )
  const latest = useRef({ show, top, visible })
  latest.current = { show, top, visible }
  useEffect(() => {
    setActive(0)
    latest.current.show(0)
  }, [filter, mode])
  useEffect(() => {
    if (goTo === null) return
    setActive(goTo.row)
    const { top: first, visible: shown } = latest.current
    if (goTo.row < first || goTo.row > first + shown - 2) latest.current.show(goTo.row - 4)
  }, [goTo])
  useEffect(() => {
    const box = scroll.current
    if (box === null || !isScaled({ rowHeight, visible, count })) return
    // Where a pixel of the scroll bar is many rows, the wheel still goes row by row.
    const turn = (event: WheelEvent) => {
      if (event.deltaY === 0) return
      event.preventDefault()
      show(top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / rowHeight)))
    }
    box.addEventListener('wheel', turn, { passive: false })
    return () => box.removeEventListener('wheel', turn)
  }, [show, top, count, visible, rowHeight])

  const from = page?.from ?? 0
  const shown = page?.rows.filter((_, i) => from + i >= top && from + i <= top + visible) ?? []
  const firstShown = page === null ? top : Math.max(top, from)
  const rowAt = (place: number): FrameRow | undefined => page?.rows[place - from]
  const activeRow = rowAt(active)

  // What the keys chose is picked when it is there: pages come later than keys.
  useEffect(() => {
    if (!pickNext.current || activeRow === undefined) return
    pickNext.current = false
    if (mode === 'each') onPick(activeRow.timeNs)
  }, [activeRow, mode, onPick])
  useLayoutEffect(() => {
    const box = scroll.current
    if (!follows.current || box === null || active < top || active > top + visible) return
    const line = document.getElementById(`${base}-${active}-values`) ?? document.getElementById(`${base}-${active}`)
    if (active > top && line !== null && line.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom) show(top + 1)
  })

  function go(to: number) {
    const next = Math.max(0, Math.min(count - 1, to))
    follows.current = true
    pickNext.current = next !== active
    setActive(next)
    if (next < top) show(next)
    else if (next >= top + visible) show(next - visible + 1)
  }
  function fold(row: FrameRow | undefined, isOpen: boolean) {
    if (row === undefined) return
    follows.current = true
    setOpen((before) => {
      const after = new Set(before)
      if (isOpen) after.add(keyOf(row, mode))
      else after.delete(keyOf(row, mode))
      return after
    })
  }
  const isOpen = (row: FrameRow | undefined) => row !== undefined && open.has(keyOf(row, mode))
  function copy(row: FrameRow | undefined) {
    if (row === undefined) return
    navigator.clipboard.writeText(copiedText(row, clock)).then(
      () => showToast('The frame is copied', 'success', 2000),
      () => showToast('The browser does not let pages copy', 'warning', 4000),
    )
  }
  function press(event: KeyboardEvent) {
    const steps: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(active + visible),
      PageUp: () => go(active - visible),
      Home: () => go(0),
      End: () => go(count - 1),
      Enter: () => fold(activeRow, !isOpen(activeRow)),
      ArrowRight: () => fold(activeRow, true),
      ArrowLeft: () => fold(activeRow, false),
    }
    const isCopy = (event.ctrlKey || event.metaKey) && event.key === 'c' && getSelection()?.isCollapsed !== false
    const step = isCopy ? () => copy(activeRow) : event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      step()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' ') {
      event.preventDefault()
      onType(event.key)
    }
  }

  const markedRow = atNs === null ? -1 : shown.findLastIndex(({ timeNs }) => timeNs <= atNs)
  return (
    <div
      ref={scroll}
      className={`frames-scroll ${mode}${isNarrow ? ' narrow' : ''}`}
      role="treegrid"
      aria-label="Frames"
      aria-rowcount={count + 1}
      aria-activedescendant={
        activeRow !== undefined && active >= top && active <= top + visible ? `${base}-${active}` : undefined
      }
      tabIndex={0}
      onKeyDown={press}
      onWheel={() => (follows.current = false)}
      onScroll={(event) => {
        if (ownScroll.current) ownScroll.current = false
        else setTop(rowAtScroll(event.currentTarget.scrollTop, rows))
      }}
    >
      <div className="frames-head frames-row" role="row" aria-rowindex={1}>
        {titles[mode].map((title) => (
          <span key={title} role="columnheader" className={`frames-${title.toLowerCase()}`}>
            {title}
          </span>
        ))}
      </div>
      <div className="frames-view" role="rowgroup">
        {shown.map((row, i) => {
          const at = firstShown + i
          const id = `${base}-${at}`
          return (
            <div key={keyOf(row, mode)} role="presentation">
              <FrameLine
                id={id}
                row={row}
                at={at}
                clock={clock}
                isMarked={mode === 'each' && i === markedRow}
                isActive={at === active}
                isOpen={isOpen(row)}
                seen={seen.get(identifierKey(row)) ?? null}
                onPress={() => {
                  setActive(at)
                  if (mode === 'each') onPick(row.timeNs)
                }}
                onFold={() => {
                  setActive(at)
                  fold(row, !isOpen(row))
                }}
              />
              {isOpen(row) ? (
                <FrameValues id={`${id}-values`} row={row} signals={signals} valuesOf={valuesOf} onCopy={() => copy(row)} />
              ) : null}
            </div>
          )
        })}
        {page?.complete && count === 0 ? <p className="frames-nothing quiet">No frame has this.</p> : null}
      </div>
      <div style={{ height: Math.max(0, scrollHeight(rows) - shown.length * rowHeight) }} />
    </div>
  )
}

/** What a row stays: a frame, or an identifier whose newest frame changes. */
const keyOf = (row: FrameRow, mode: Given['mode']): number =>
  mode === 'each' ? row.row : -1 - (row.id * 2 + (isExtended(row.flags) ? 1 : 0)) - hash(row.busKey) * 2 ** 31

/** A small number for a bus, of which there are few. */
function hash(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4093
  return sum
}

export const identifierKey = ({ busKey, id, flags }: Pick<FrameRow, 'busKey' | 'id' | 'flags'>): string =>
  `${busKey} ${id} ${isExtended(flags)}`
