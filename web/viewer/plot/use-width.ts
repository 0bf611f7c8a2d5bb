import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in whole pixels, 0 until it is known. */
export function useWidth<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (watched === null) return
    const watcher = new ResizeObserver(() => setWidth(Math.floor(watched.clientWidth)))
    watcher.observe(watched)
    setWidth(Math.floor(watched.clientWidth))
    return () => watcher.disconnect()
  }, [])
  return { element, width }
}
