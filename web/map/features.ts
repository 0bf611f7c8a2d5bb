import type { Feature, FeatureCollection, LineString, Point } from 'geojson'
import type { Drawing, DrawnPin, DrawnRoute } from './drawn.ts'
import { stretchesOf, unwrapped } from './geometry.ts'
import type { Palette } from './palette.ts'

/** The drawing as features, one collection for each source of the map. */
export interface DrawnFeatures {
  readonly lines: FeatureCollection<LineString>
  readonly markers: FeatureCollection<Point>
  readonly pins: FeatureCollection<Point>
  readonly cursor: FeatureCollection<Point>
}

export function featuresOf(drawing: Drawing, palette: Palette): DrawnFeatures {
  return {
    lines: collection(drawing.showsLines ? drawing.routes.flatMap((route) => linesOf(route, palette)) : []),
    markers: collection(drawing.showsMarkers ? drawing.routes.flatMap((route) => markersOf(route, palette)) : []),
    pins: collection([...drawing.pins.map((pin) => pinOf(pin, palette)), ...startsOf(drawing, palette)]),
    cursor: collection(drawing.cursor === null ? [] : [point([drawing.cursor.longitude, drawing.cursor.latitude], {})]),
  }
}

const pinOf = ({ id, name, tone, longitude, latitude }: DrawnPin, palette: Palette): Feature<Point> =>
  point([longitude, latitude], { id, name, color: tone === 'fresh' ? palette.accent : palette.idle })

/** Where each named route begins: a route of a few streets is no more than a dot on a map of a continent. */
const startsOf = ({ routes, showsLines }: Drawing, palette: Palette): Feature<Point>[] =>
  (showsLines ? routes : []).flatMap(({ id, name, points, series }) =>
    points[0] === undefined || name === ''
      ? []
      : [point([points[0].longitude, points[0].latitude], { id, name, color: palette.series[series] })],
  )

/** One line for each stretch; a route with values has a line for each run of pieces of one colour. */
function linesOf(route: DrawnRoute, palette: Palette): Feature<LineString>[] {
  const places = unwrapped(route.points)
  const plain = palette.series[route.series]
  const colorAt = (at: number) => (route.colors === undefined ? plain : (route.colors[at] ?? palette.idle))
  return stretchesOf(route).flatMap(({ from, to }) => {
    const lines: Feature<LineString>[] = []
    let start = from
    for (let at = from + 1; at <= to; at++) {
      if (at < to && colorAt(at + 1) === colorAt(at)) continue
      const properties = { id: route.id, name: route.name, color: colorAt(at) }
      lines.push({ type: 'Feature', geometry: { type: 'LineString', coordinates: places.slice(start, at + 1) }, properties })
      start = at
    }
    return lines
  })
}

function markersOf(route: DrawnRoute, palette: Palette): Feature<Point>[] {
  return unwrapped(route.points).map((place, index) => {
    const color = route.colors === undefined ? palette.series[route.series] : (route.colors[index] ?? palette.idle)
    return point(place, { id: route.id, index, color, end: index === 0 || index === route.points.length - 1 })
  })
}

const point = (coordinates: [number, number], properties: Record<string, unknown>): Feature<Point> => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})

const collection = <G extends LineString | Point>(features: Feature<G>[]): FeatureCollection<G> => ({
  type: 'FeatureCollection',
  features,
})
