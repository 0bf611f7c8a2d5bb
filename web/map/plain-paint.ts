import type { Position } from 'geojson'
import type { Drawing } from './drawn.ts'
import { featuresOf } from './features.ts'
import { cornersOf } from './geometry.ts'
import type { Palette } from './palette.ts'
import type { World } from './world.ts'

/** Middle of the view and pixels for the whole width of the world, in Mercator's projection of 0 to 1. */
export interface PlainView {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export const emptyView: PlainView = { x: 0.53, y: 0.42, scale: 600 }

/** Pixels kept free at each side. */
const margin = 32
/** No closer than about a street. */
const mostScale = 2 ** 16 * 512

/** 0 to 1 from west to east and from north to south; poles are cut off where Mercator's map ends. */
export function project(longitude: number, latitude: number): { x: number; y: number } {
  const sine = Math.sin((Math.min(Math.max(latitude, -85), 85) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** The view that shows all of a drawing in a box of that many pixels. */
export function fitted(drawing: Pick<Drawing, 'routes' | 'pins'>, width: number, height: number): PlainView {
  const corners = cornersOf(drawing)
  if (corners === null) return emptyView
  const a = project(corners.west, corners.north)
  const b = project(corners.east, corners.south)
  const [across, down] = [Math.max(width - 2 * margin, 1), Math.max(height - 2 * margin, 1)]
  const scale = Math.min(across / Math.max(b.x - a.x, 1e-12), down / Math.max(b.y - a.y, 1e-12), mostScale)
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, scale }
}

interface Given {
  readonly width: number
  readonly height: number
  readonly world: World | null
  readonly drawing: Drawing
  readonly view: PlainView
  readonly palette: Palette
}

export function paint(context: CanvasRenderingContext2D, { width, height, world, drawing, view, palette }: Given): void {
  const at = ([longitude = 0, latitude = 0]: Position): [number, number] => {
    const { x, y } = project(longitude, latitude)
    return [(x - view.x) * view.scale + width / 2, (y - view.y) * view.scale + height / 2]
  }
  const trace = (line: readonly Position[]) => {
    line.forEach((place, index) => (index === 0 ? context.moveTo(...at(place)) : context.lineTo(...at(place))))
  }
  const stroke = (lines: readonly (readonly Position[])[], color: string, thickness: number) => {
    context.beginPath()
    for (const line of lines) trace(line)
    context.strokeStyle = color
    context.lineWidth = thickness
    context.stroke()
  }
  const dot = (place: Position, color: string, radius: number) => {
    context.beginPath()
    context.arc(...at(place), radius, 0, 2 * Math.PI)
    context.fillStyle = color
    context.fill()
    context.strokeStyle = palette.panel
    context.lineWidth = 1.5
    context.stroke()
  }

  context.fillStyle = palette.water
  context.fillRect(0, 0, width, height)
  if (world !== null) {
    context.beginPath()
    for (const { geometry } of world.land.features) for (const ring of geometry.coordinates.flat()) trace(ring)
    context.fillStyle = palette.land
    context.fill('evenodd')
    stroke([...world.coasts.coordinates, ...world.borders.coordinates], palette.line, 1)
  }
  const { lines, markers, pins, cursor } = featuresOf(drawing, palette)
  context.lineJoin = 'round'
  for (const { geometry, properties } of lines.features) stroke([geometry.coordinates], String(properties?.['color']), 3.5)
  for (const { geometry, properties } of markers.features) dot(geometry.coordinates, String(properties?.['color']), 4)
  for (const { geometry, properties } of pins.features) dot(geometry.coordinates, String(properties?.['color']), 6)
  for (const { geometry } of cursor.features) dot(geometry.coordinates, palette.ink, 7)
}
