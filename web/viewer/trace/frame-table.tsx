import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Clock } from '../plot/clock.ts'
import { clockText, secondsOf } from '../plot/clock.ts'
import { useLatest } from '../plot/use-latest.ts'
import type { FramePage, FrameRow } from '../protocol.ts'
import { idText } from '../tree/tree-rows.ts'
import './frame-table.css'
import { isScaled, rowAtScroll, scrollHeight, scrollOfRow } from './row-scroll.ts'

interface Given {
  load: (from: number, count: number, filter: string) => Promise<FramePage>
  /** How many frames the recording has, as it was counted. */
  frameCount: number
  clock: Clock
  /** The moment that is looked at: its frame is marked. */
  atNs: number | null
  /** The row to show; a new object goes there again. */
  goTo: { readonly row: number } | null
  onPick: (timeNs: number) => void
}

const rowHeight = 24
const headHeight = 28
/** Rows that are asked for beyond those in view. */
const beyond = 60
const typingMs = 250

// Bits of `frameFlag`.
const flagBits = { extended: 0x01, remote: 0x02, error: 0x04, sent: 0x08, fd: 0x10 } as const

/** Every frame of the recording, in its order; any number of them. */
export function FrameTable({ load, frameCount, clock, atNs, goTo, onPick }: Given) {
  const scroll = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState('')
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(300)
  const ownScroll = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setFilter(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const box = scroll.current
    if (box === null) return
    const watcher = new ResizeObserver(() => setHeight(box.clientHeight))
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [])

  const visible = Math.max(1, Math.floor((height - headHeight) / rowHeight))
  const from = Math.max(0, top - beyond)
  const [again, setAgain] = useState(0)
  const ask = useMemo(
    () => () => load(from, visible + 2 * beyond, filter).then((page) => ({ page, filter, round: again })),
    [load, from, visible, filter, again],
  )
  const { answer, problem } = useLatest(ask)
  const page = answer?.filter === filter ? answer.page : null
  // A search through a long recording answers with what it has so far. It goes on until all is looked through, or, where
  // the file must be fetched for it, until the view is full.
  const isFull = page === null || page.complete || (!page.atHand && page.count >= from + visible + beyond)
  useEffect(() => {
    if (!isFull) setAgain((times) => times + 1)
  }, [isFull, answer])

  const known = page?.count ?? 0
  const count = page?.complete ? known : filter === '' ? Math.max(frameCount, known) : known
  const rows = { rowHeight, visible, count }

  const show = useCallback(
    (row: number) => {
      const box = scroll.current
      const next = Math.max(0, Math.min(count - visible, Math.round(row)))
      setTop(next)
      if (box === null) return
      ownScroll.current = true
      box.scrollTop = scrollOfRow(next, { rowHeight, visible, count })
    },
    [count, visible],
  )
  const showLatest = useRef(show)
  showLatest.current = show
  useEffect(() => showLatest.current(0), [filter])
  useEffect(() => {
    if (goTo !== null) showLatest.current(goTo.row - 4)
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
  }, [show, top, count, visible])

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: top + 1,
      ArrowUp: top - 1,
      PageDown: top + visible,
      PageUp: top - visible,
      Home: 0,
      End: count,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    show(step)
  }

  const shown = page?.rows.filter((_, i) => from + i >= top && from + i <= top + visible) ?? []
  const markedRow = atNs === null ? -1 : shown.findLastIndex(({ timeNs }) => timeNs <= atNs)
  return (
    <div className="frames">
      <div className="frames-tools">
        <input
          type="search"
          className="input"
          aria-label="Filter frames"
          placeholder="Filter by identifier (0x1A0), message or bus"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="quiet" role="status">
          {problem ?? statusText(page, filter, count)}
        </span>
      </div>
      <div
        ref={scroll}
        className="frames-scroll"
        role="table"
        aria-label="Frames"
        aria-rowcount={count + 1}
        tabIndex={0}
        onKeyDown={press}
        onScroll={(event) => {
          if (ownScroll.current) ownScroll.current = false
          else setTop(rowAtScroll(event.currentTarget.scrollTop, rows))
        }}
      >
        <div className="frames-head frames-row" role="row" aria-rowindex={1}>
          {['Time', 'Bus', 'Identifier', 'Message', 'Length', 'Data'].map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        <div className="frames-view" role="rowgroup">
          {shown.map((row, i) => (
            <FrameLine
              key={row.row}
              row={row}
              at={top + i}
              clock={clock}
              isMarked={i === markedRow}
              onPick={() => onPick(row.timeNs)}
            />
          ))}
          {page?.complete && count === 0 ? (
            <p className="frames-nothing quiet">{filter === '' ? 'The recording has no frames.' : 'No frame has this.'}</p>
          ) : null}
        </div>
        <div style={{ height: Math.max(0, scrollHeight(rows) - shown.length * rowHeight) }} />
      </div>
    </div>
  )
}

function statusText(page: FramePage | null, filter: string, count: number): string {
  if (page === null) return 'Reading…'
  const frames = `${count.toLocaleString('en')} frames`
  const more = page.leftOut ? '; those after them are not listed' : ''
  if (filter === '') return frames + more
  return page.complete ? `${frames} match${more}` : `${frames} match so far`
}

interface Line {
  row: FrameRow
  at: number
  clock: Clock
  isMarked: boolean
  onPick: () => void
}

function FrameLine({ row, at, clock, isMarked, onPick }: Line) {
  const { timeNs, bus, id, flags, name, length } = row
  const isError = (flags & flagBits.error) !== 0
  const data = dataText(row)
  return (
    <div role="row" aria-rowindex={at + 2} className={`frames-row${isMarked ? ' marked' : ''}`} onClick={onPick}>
      <span role="cell" className="mono quiet">
        {clockText(secondsOf(clock, timeNs), 1e-6)}
      </span>
      <span role="cell">{bus}</span>
      <span role="cell" className="mono">
        {isError ? 'error' : idText(id, (flags & flagBits.extended) !== 0)}
      </span>
      <span role="cell" className="frames-name" title={name ?? undefined}>
        {name ?? <span className="quiet">{isError ? 'error frame' : ''}</span>}
      </span>
      <span role="cell" className="frames-length">
        {length}
        {flags & flagBits.fd ? <span className="quiet"> FD</span> : null}
      </span>
      <span role="cell" className="mono frames-data" title={data}>
        {data}
      </span>
    </div>
  )
}

function dataText({ data, length, flags }: FrameRow): string {
  if (flags & flagBits.remote) return 'remote request'
  const bytes = [...data].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
  return length > data.length ? `${bytes} …` : bytes
}
