import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface LineWindow {
  count: number
  keyOf: (index: number) => string
  /** Height before a line has been measured, pixels. */
  estimate: (index: number) => number
  /** A line that stays mounted wherever the page is scrolled: the one that has the keyboard. */
  kept: number
  /** What covers the top and the bottom of the window, pixels: the page scrolls a line clear of them. */
  cover: { top: number; bottom: number }
}

/**
 * The lines near the window, of a list that scrolls with the page: the grid needs no scrollbar of its own. Positions are
 * written to the elements directly; React renders only when other lines come into reach.
 */
export function useLineWindow({ count, keyOf, estimate, kept, cover }: LineWindow) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const lines = useWindowVirtualizer<HTMLDivElement>({
    count,
    getItemKey: keyOf,
    estimateSize: estimate,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: cover.top,
    scrollPaddingEnd: cover.bottom,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return kept < 0 || kept >= range.count || near.includes(kept) ? near : [...near, kept].toSorted((a, b) => a - b)
    },
  })

  const measureTop = () => {
    if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  }
  useLayoutEffect(measureTop)
  useEffect(() => {
    // Something above the list opened, folded or wrapped.
    const watcher = new ResizeObserver(measureTop)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [])

  return { lines, list }
}
