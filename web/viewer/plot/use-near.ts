import { useEffect, useRef, useState } from 'react'

/** Whether an element is in view or nearly so: what is far from it need not be loaded. */
export function useNear<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? true), { rootMargin: '300px' })
    watcher.observe(watched)
    return () => watcher.disconnect()
  }, [])
  return { element, isNear }
}
