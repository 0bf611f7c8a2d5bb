import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { GoToField } from '../text/go-to-field.tsx'
import { PdfPage } from './pdf-page.tsx'

interface Size {
  readonly width: number
  readonly height: number
}

const cssPixelsPerPoint = 96 / 72
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** All pages under each other; those in view are drawn. */
export function PdfPages({ pdf }: { pdf: PDFDocumentProxy }) {
  const box = useRef<HTMLDivElement>(null)
  const kept = useRef<number | null>(null)
  const [first, setFirst] = useState<Size | null>(null)
  const [scale, setScale] = useState<number | null>(null)
  const [page, setPage] = useState(1)

  useEffect(() => {
    let isWanted = true
    // the others are taken to be as large, until they are drawn
    void pdf.getPage(1).then((one) => {
      const { width, height } = one.getViewport({ scale: cssPixelsPerPoint })
      if (!isWanted) return
      setFirst({ width, height })
      const room = (box.current?.clientWidth ?? width) - 32
      setScale(Math.min(1.5, room / width))
    })
    return () => {
      isWanted = false
    }
  }, [pdf])

  const show = (number: number) => box.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' })
  const zoom = (wanted: number) => {
    kept.current = page
    setScale(wanted)
  }
  // what one looks at stays in view when its size changes
  useLayoutEffect(() => {
    if (kept.current === null) return
    box.current?.querySelector(`[data-page="${kept.current}"]`)?.scrollIntoView({ block: 'start' })
    kept.current = null
  }, [scale])
  const next = (direction: 1 | -1) => {
    const now = scale ?? 1
    const wanted = direction === 1 ? steps.find((step) => step > now + 0.01) : steps.findLast((step) => step < now - 0.01)
    if (wanted !== undefined) zoom(wanted)
  }
  const fit = () => first && zoom(((box.current?.clientWidth ?? first.width) - 32) / first.width)

  return (
    <div className="qv-fill">
      <div className="qv-tools">
        <button type="button" className="button" aria-label="Previous page" onClick={() => show(Math.max(1, page - 1))}>
          ‹
        </button>
        <span role="status">
          Page {page} of {pdf.numPages}
        </span>
        <button type="button" className="button" aria-label="Next page" onClick={() => show(Math.min(pdf.numPages, page + 1))}>
          ›
        </button>
        <GoToField label="Go to page" count={pdf.numPages} onGo={show} />
        <button type="button" className="button" aria-label="Zoom out" onClick={() => next(-1)}>
          −
        </button>
        <span className="qv-percent">{scale === null ? '' : `${Math.round(scale * 100)} %`}</span>
        <button type="button" className="button" aria-label="Zoom in" onClick={() => next(1)}>
          +
        </button>
        <button type="button" className="button" onClick={fit}>
          Fit width
        </button>
      </div>
      <div
        ref={box}
        className="qv-scroll qv-pages"
        role="region"
        aria-label="Pages"
        tabIndex={0}
        onScroll={({ currentTarget }) => setPage(pageAt(currentTarget))}
      >
        {first === null || scale === null
          ? null
          : Array.from({ length: pdf.numPages }, (_, i) => (
              <PdfPage key={i} pdf={pdf} number={i + 1} scale={scale * cssPixelsPerPoint} estimate={first} zoom={scale} />
            ))}
      </div>
    </div>
  )
}

/** The page that the middle of the view is on. */
function pageAt(box: HTMLElement): number {
  const middle = box.scrollTop + box.clientHeight / 2
  let found = 1
  for (const element of box.querySelectorAll<HTMLElement>('[data-page]')) {
    if (element.offsetTop > middle) break
    found = Number(element.dataset['page'])
  }
  return found
}
