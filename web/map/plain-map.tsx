import { useEffect, useRef, useState } from 'react'
import { useColorScheme } from '#web/theme/color-scheme.ts'
import type { Drawing } from './drawn.ts'
import { emptyView, fitted, paint } from './plain-paint.ts'
import type { PlainView } from './plain-paint.ts'
import { readPalette } from './palette.ts'
import { loadWorld } from './world.ts'
import type { World } from './world.ts'
import './map.css'

/** The map of a browser without WebGL: the shipped world on a plain canvas, moved to what is drawn; buttons zoom it. */
export function PlainMap({ label, drawing, fit }: { label: string; drawing: Drawing; fit: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useColorScheme()
  const [world, setWorld] = useState<World | null>(null)
  const [view, setView] = useState<PlainView>(emptyView)
  const latest = useRef(drawing)
  latest.current = drawing

  useEffect(() => {
    loadWorld('coarse').then(setWorld, () => undefined)
  }, [])
  useEffect(() => {
    const box = canvas.current?.getBoundingClientRect()
    if (box) setView(fitted(latest.current, box.width, box.height))
  }, [fit])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const draw = () => {
      const { width, height } = element.getBoundingClientRect()
      element.width = Math.round(width * devicePixelRatio)
      element.height = Math.round(height * devicePixelRatio)
      const context = element.getContext('2d')
      if (context === null) return
      context.scale(devicePixelRatio, devicePixelRatio)
      paint(context, { width, height, world, drawing, view, palette: readPalette() })
    }
    draw()
    const watcher = new ResizeObserver(draw)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [world, drawing, view, scheme])

  const zoom = (factor: number) => setView((before) => ({ ...before, scale: before.scale * factor }))
  return (
    <div className="map-box" aria-busy={world === null}>
      <canvas ref={canvas} className="map-plain" role="img" aria-label={label} />
      <p className="map-problem" role="status">
        This browser draws without WebGL: the map is a plain one and cannot be dragged.{' '}
        <button type="button" className="button" onClick={() => zoom(2)}>
          Zoom in
        </button>{' '}
        <button type="button" className="button" onClick={() => zoom(0.5)}>
          Zoom out
        </button>
      </p>
    </div>
  )
}
