import { useEffect } from 'react'

/** Canvases take their colours from the page's theme, and must be drawn again when it changes. */
export function useThemeChanges(redraw: () => void): void {
  useEffect(() => {
    const watcher = new MutationObserver(redraw)
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [redraw])
}

/** The value of one of the theme's colours, as it is at an element now. */
export const themeColor = (element: Element, name: `--${string}`): string =>
  getComputedStyle(element).getPropertyValue(name).trim()
