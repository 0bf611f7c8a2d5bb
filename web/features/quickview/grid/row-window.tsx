import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { isScaled, rowAtScroll, scrollHeight, scrollOfRow } from '#web/viewer/trace/row-scroll.ts'

export interface RowWindow {
  readonly box: RefObject<HTMLDivElement | null>
  /** The first row in view, and how many fit. */
  readonly top: number
  readonly visible: number
  readonly width: number
  /** Scrolled to the right, pixels. */
  readonly left: number
  /** Height of the spacer that gives the scroll bar its length. */
  readonly spacer: number
  show: (row: number) => void
  /** Scrolls only when the row is out of view. */
  reveal: (row: number) => void
  /** The same to the right and left: of the room, `covered` pixels at the left are hidden. */
  revealAcross: (from: number, to: number, covered: number) => void
  onScroll: () => void
  /** Arrows, pages, Home and End; true when the key was one of them. */
  onKey: (event: KeyboardEvent) => boolean
}

interface Given {
  count: number
  rowHeight: number
  /** What stays at the top, pixels. */
  headHeight: number
}

/** Any number of rows behind one scroll bar; only those in view exist. */
export function useRowWindow({ count, rowHeight, headHeight }: Given): RowWindow {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [left, setLeft] = useState(0)
  const [size, setSize] = useState({ width: 800, height: 400 })
  const isOwnScroll = useRef(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const visible = Math.max(1, Math.floor((size.height - headHeight) / rowHeight))
  const show = useCallback(
    (row: number) => {
      const next = Math.max(0, Math.min(count - visible, Math.round(row)))
      setTop(next)
      const element = box.current
      if (element === null) return
      const scrollTop = Math.round(scrollOfRow(next, { rowHeight, visible, count }))
      isOwnScroll.current = Math.round(element.scrollTop) !== scrollTop
      element.scrollTop = scrollTop
    },
    [count, visible, rowHeight],
  )
  const reveal = useCallback(
    (row: number) => {
      if (row < top) show(row)
      else if (row >= top + visible) show(row - visible + 1)
    },
    [show, top, visible],
  )
  const revealAcross = useCallback((from: number, to: number, covered: number) => {
    const element = box.current
    if (element === null) return
    const room = element.clientWidth - covered
    if (from < element.scrollLeft) element.scrollLeft = from
    else if (to > element.scrollLeft + room) element.scrollLeft = Math.min(from, to - room)
  }, [])
  const onScroll = useCallback(() => {
    const element = box.current
    if (element === null) return
    setLeft(element.scrollLeft)
    if (isOwnScroll.current) isOwnScroll.current = false
    else setTop(rowAtScroll(element.scrollTop, { rowHeight, visible, count }))
  }, [rowHeight, visible, count])

  useEffect(() => {
    const element = box.current
    // where a pixel of the scroll bar stands for many rows, the wheel goes on by rows all the same
    if (element === null || !isScaled({ rowHeight, visible, count })) return
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      show(top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / rowHeight)))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [show, top, rowHeight, visible, count])

  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const isEdge = event.ctrlKey || event.metaKey
      const steps: Record<string, number> = {
        ArrowDown: top + 1,
        ArrowUp: top - 1,
        PageDown: top + visible,
        PageUp: top - visible,
        ...(isEdge ? {} : { Home: 0, End: count }),
      }
      const step = steps[event.key] ?? (isEdge && event.key === 'Home' ? 0 : isEdge && event.key === 'End' ? count : undefined)
      if (step === undefined) return false
      event.preventDefault()
      show(step)
      return true
    },
    [show, top, visible, count],
  )
  const spacer = Math.max(0, scrollHeight({ rowHeight, visible, count }))
  return {
    box,
    top: Math.min(top, Math.max(0, count - 1)),
    visible,
    width: size.width,
    left,
    spacer,
    show,
    reveal,
    revealAcross,
    onScroll,
    onKey,
  }
}

/** What stays in view while the rows are scrolled through. */
export function WindowFrame({ window, height, children }: { window: RowWindow; height: number; children: ReactNode }) {
  return (
    <div style={{ minHeight: window.spacer + height, minWidth: '100%', width: 'max-content' }}>
      <div className="qv-stuck">{children}</div>
    </div>
  )
}
