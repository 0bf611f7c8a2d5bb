import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface LineWindow {
  count: number
  keyOf: (index: number) => string
  /** Height before a line has been measured, pixels. */
  estimate: (index: number) => number
  /** A line that stays mounted wherever the page is scrolled: the one that has the keyboard. */
  kept: number
  /** Lines may be higher than estimated: each is measured when it is mounted. Do not change it. */
  measured: boolean
  /** What covers the top and the bottom of the window, pixels: the page scrolls a line clear of them. */
  cover: { top: number; bottom: number }
}

/** How a line comes to its place: measured ones are moved by the list, the others stand at `y` pixels. */
export interface LinePlace {
  measure: ((element: HTMLDivElement | null) => void) | undefined
  y: number | null
}

/**
 * The lines near the window, of a list that scrolls with the page: the grid needs no scrollbar of its own. React renders
 * only when other lines come into reach. Measured lines get their positions written to them directly; the others are
 * placed by `place`, as measuring makes the browser lay out the page once for each new line.
 */
export function useLineWindow({ count, keyOf, estimate, kept, measured, cover }: LineWindow) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const lines = useWindowVirtualizer<HTMLDivElement>({
    count,
    getItemKey: keyOf,
    estimateSize: estimate,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: cover.top,
    scrollPaddingEnd: cover.bottom,
    directDomUpdates: measured,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return kept < 0 || kept >= range.count || near.includes(kept) ? near : [...near, kept].toSorted((a, b) => a - b)
    },
  })

  const measureTop = () => {
    if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  }
  useLayoutEffect(() => {
    if (!lines.isScrolling) measureTop()
  })
  useEffect(() => {
    // Something above the list opened, folded or wrapped.
    const watcher = new ResizeObserver(measureTop)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [])

  const place = (index: number): LinePlace => {
    const start = lines.measurementsCache[index]?.start ?? 0
    return measured ? { measure: lines.measureElement, y: null } : { measure: undefined, y: start - top }
  }
  return { lines, list, place, height: measured ? undefined : lines.getTotalSize() }
}
