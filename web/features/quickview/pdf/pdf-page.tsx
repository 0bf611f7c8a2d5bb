import { TextLayer } from 'pdfjs-dist'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'

interface Given {
  pdf: PDFDocumentProxy
  number: number
  /** Pixels of the page for one point of the paper. */
  scale: number
  zoom: number
  /** Its size at full zoom, until it is known. */
  estimate: { readonly width: number; readonly height: number }
}

/** One page: drawn while it is near the view, its text over it to be selected. */
export function PdfPage({ pdf, number, scale, zoom, estimate }: Given) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(number === 1)
  const [size, setSize] = useState(estimate)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '100% 0px' })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  useEffect(() => {
    const element = place.current
    if (!isNear || element === null) return
    let isWanted = true
    let stop = () => {}
    void (async () => {
      const page = await pdf.getPage(number)
      if (!isWanted) return
      const viewport = page.getViewport({ scale })
      setSize({ width: viewport.width / zoom, height: viewport.height / zoom })
      const canvas = document.createElement('canvas')
      const ratio = window.devicePixelRatio
      canvas.width = Math.floor(viewport.width * ratio)
      canvas.height = Math.floor(viewport.height * ratio)
      const drawing = page.render({ canvas, viewport, ...(ratio === 1 ? {} : { transform: [ratio, 0, 0, ratio, 0, 0] }) })
      stop = () => drawing.cancel()
      await drawing.promise
      const text = document.createElement('div')
      text.className = 'qv-pdf-text'
      text.style.setProperty('--total-scale-factor', String(scale))
      const content = await page.getTextContent()
      if (!isWanted) return
      element.replaceChildren(canvas, text)
      await new TextLayer({ textContentSource: content, container: text, viewport }).render()
    })().catch(() => {
      // cancelled since the page went out of view; a page that cannot be drawn stays white
    })
    return () => {
      isWanted = false
      stop()
      element.replaceChildren()
    }
  }, [pdf, number, scale, zoom, isNear])

  return (
    <div
      ref={place}
      className="qv-pdf-page"
      data-page={number}
      role="img"
      aria-label={`Page ${number}`}
      style={{ width: size.width * zoom, height: size.height * zoom }}
    />
  )
}
