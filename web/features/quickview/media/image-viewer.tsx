import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import { SandboxedFrame } from './sandboxed-frame.tsx'
import { useContent } from './use-content.ts'
import { fitted, zoomedAt } from './zoom.ts'
import type { View } from './zoom.ts'

const mostBytes = 64 * 1024 * 1024
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
}

/** A picture: as a whole, or as near as one wants. SVG may hold scripts and is shown in a closed box. */
export function ImageViewer({ file }: { file: ViewedFile }) {
  const { data, error, refetch } = useContent(file, mostBytes)
  if (error) return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <p className="qv-note quiet">Loading media...</p>
  if (data.length === 0) return <p className="qv-note quiet">Empty</p>
  if (file.extension === 'svg') return <SandboxedFrame title={file.fileName} html={svgPage(new TextDecoder().decode(data))} />
  return <Picture bytes={data} file={file} />
}

/** The frame's page must not be the picture itself: its address would be ours to give. */
const svgPage = (svg: string) => `<!doctype html><meta charset="utf-8"><style>svg{max-width:100%;height:auto}</style>${svg}`

function Picture({ bytes, file }: { bytes: Uint8Array<ArrayBuffer>; file: ViewedFile }) {
  const [address, setAddress] = useState<string | null>(null)
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null)
  const [unsupported, setUnsupported] = useState(false)
  const [view, setView] = useState<View | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    const type = mediaTypes[file.extension] ?? ''
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, file.extension])

  const room = () => ({ width: box.current?.clientWidth ?? 1, height: box.current?.clientHeight ?? 1 })
  const fit = () => natural && setView(fitted(natural, room()))
  const zoom = (factor: number, at = { x: room().width / 2, y: room().height / 2 }) =>
    setView((before) => before && zoomedAt(before, factor, at))
  const move = (x: number, y: number) => setView((before) => before && { ...before, x: before.x + x, y: before.y + y })

  useEffect(() => {
    const element = box.current
    if (element === null) return
    // React listens to wheels passively, which cannot keep the page from scrolling
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      setView((before) => before && zoomedAt(before, event.deltaY < 0 ? 1.2 : 1 / 1.2, at))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [])

  function press(event: KeyboardEvent) {
    const step = 40
    const keys: Record<string, () => void> = {
      '+': () => zoom(1.2),
      '-': () => zoom(1 / 1.2),
      '0': () => fit(),
      '1': () => zoom(1 / (view?.scale ?? 1)),
      ArrowLeft: () => move(step, 0),
      ArrowRight: () => move(-step, 0),
      ArrowUp: () => move(0, step),
      ArrowDown: () => move(0, -step),
    }
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  function drag(event: PointerEvent) {
    if (grip.current === null) return
    move(event.clientX - grip.current.x, event.clientY - grip.current.y)
    grip.current = { x: event.clientX, y: event.clientY }
  }

  if (unsupported) return <p className="qv-note quiet">Unsupported media type</p>
  return (
    <div className="qv-fill">
      <div className="qv-tools">
        <button type="button" className="button" onClick={() => zoom(1 / 1.2)} aria-label="Zoom out">
          −
        </button>
        <span className="qv-percent" role="status">
          {view === null ? '' : `${Math.round(view.scale * 100)} %`}
        </span>
        <button type="button" className="button" onClick={() => zoom(1.2)} aria-label="Zoom in">
          +
        </button>
        <button type="button" className="button" onClick={fit}>
          Fit
        </button>
        <button type="button" className="button" onClick={() => zoom(1 / (view?.scale ?? 1))}>
          Actual size
        </button>
        {natural === null ? null : (
          <span className="quiet">
            {natural.width} × {natural.height}
          </span>
        )}
      </div>
      <div
        ref={box}
        className="qv-picture"
        role="group"
        aria-label="Picture"
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          grip.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
      >
        {address === null ? null : (
          <img
            src={address}
            alt={file.fileName}
            draggable={false}
            style={
              view === null ? { visibility: 'hidden' } : { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
            }
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setNatural({ width, height })
              setView(fitted({ width, height }, room()))
            }}
            onError={() => setUnsupported(true)}
          />
        )}
      </div>
    </div>
  )
}
