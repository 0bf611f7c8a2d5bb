import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson'
import type { Corners } from './geometry.ts'

/** The fine world in a box, and the box, which hides the coarse world under it. */
export interface NearWorld {
  readonly 'near-box': FeatureCollection<MultiPolygon>
  readonly 'near-land': FeatureCollection<MultiPolygon>
  readonly 'near-borders': MultiLineString
  readonly 'near-coasts': MultiLineString
}

interface Fine {
  readonly land: FeatureCollection<MultiPolygon>
  readonly borders: MultiLineString
  readonly coasts: MultiLineString
}

const area = (coordinates: Position[][][]): FeatureCollection<MultiPolygon> => ({
  type: 'FeatureCollection',
  features:
    coordinates.length === 0 ? [] : [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }],
})

export const nothingNear: NearWorld = {
  'near-box': area([]),
  'near-land': area([]),
  'near-borders': { type: 'MultiLineString', coordinates: [] },
  'near-coasts': { type: 'MultiLineString', coordinates: [] },
}

/** Degrees around what is seen that a box has at least: small moves need no other. */
const leastMargin = 2

/** What is seen with half of it around; the middle lies in the world of -180 to 180. */
export function boxAround({ west, south, east, north }: Corners): Corners {
  const turns = 360 * Math.round((west + east) / 720)
  const aside = Math.max((east - west) / 2, leastMargin)
  const beyond = Math.max((north - south) / 2, leastMargin)
  return {
    west: west - turns - aside,
    east: east - turns + aside,
    south: Math.max(south - beyond, -90),
    north: Math.min(north + beyond, 90),
  }
}

/** Whether a box holds all that is seen, in whichever world that is. */
export function holds(box: Corners, seen: Corners): boolean {
  const turns = 360 * Math.round((seen.west + seen.east) / 720)
  return box.west <= seen.west - turns && seen.east - turns <= box.east && box.south <= seen.south && seen.north <= box.north
}

/**
 * The fine world has half a million points, which a page takes seconds to hand to the map's worker and to cut into tiles;
 * somebody who looks closely sees some hundred of them.
 */
export function nearWorld(fine: Fine, box: Corners): NearWorld {
  const pieces = fine.land.features.flatMap(({ geometry }) => geometry.coordinates)
  return {
    'near-box': area([[frameOf(box)]]),
    'near-land': area(
      shifts.flatMap((shift) =>
        pieces
          .filter((rings) => meets(boundsOf(rings[0] ?? []), box, shift))
          .map((rings) => rings.map((ring) => clippedRing(ring, box, shift)).filter((ring) => ring.length > 0))
          .filter((rings) => rings.length > 0),
      ),
    ),
    'near-borders': nearLines(fine.borders, box),
    'near-coasts': nearLines(fine.coasts, box),
  }
}

const frameOf = ({ west, south, east, north }: Corners): Position[] => [
  [west, south],
  [west, north],
  [east, north],
  [east, south],
  [west, south],
]

/** A box at the date line shows what lies in the worlds beside. */
const shifts = [-360, 0, 360]

const known = new WeakMap<readonly Position[], Corners>()
function boundsOf(line: readonly Position[]): Corners {
  let bounds = known.get(line)
  if (bounds !== undefined) return bounds
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude = 0, latitude = 0] of line) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  bounds = { west, south, east, north }
  known.set(line, bounds)
  return bounds
}

const meets = (bounds: Corners, box: Corners, shift: number): boolean =>
  bounds.west + shift <= box.east && bounds.east + shift >= box.west && bounds.south <= box.north && bounds.north >= box.south

/** The runs of a line whose pieces come into the box; they may leave it by a piece. */
function nearLines({ coordinates }: MultiLineString, box: Corners): MultiLineString {
  const runs: Position[][] = []
  for (const shift of shifts) {
    for (const line of coordinates) {
      if (!meets(boundsOf(line), box, shift)) continue
      let run: Position[] | undefined
      for (let i = 1; i < line.length; i++) {
        const [from, to] = [line[i - 1] ?? [], line[i] ?? []]
        if (!meets(boundsOfTwo(from, to), box, shift)) run = undefined
        else if (run === undefined) runs.push((run = [shifted(from, shift), shifted(to, shift)]))
        else run.push(shifted(to, shift))
      }
    }
  }
  return { type: 'MultiLineString', coordinates: runs }
}

const shifted = ([longitude = 0, latitude = 0]: Position, shift: number): Position => [longitude + shift, latitude]

const boundsOfTwo = ([x0 = 0, y0 = 0]: Position, [x1 = 0, y1 = 0]: Position): Corners => ({
  west: Math.min(x0, x1),
  east: Math.max(x0, x1),
  south: Math.min(y0, y1),
  north: Math.max(y0, y1),
})

/**
 * The part of a closed ring that lies in the box, side by side of it (Sutherland and Hodgman, 1974); empty without one. Parts
 * that hang together outside the box do so along its sides, which a filled area does not show.
 */
function clippedRing(ring: readonly Position[], box: Corners, shift: number): Position[] {
  let points = ring.slice(0, -1).map((point) => shifted(point, shift))
  points = cut(points, 0, box.west, 1)
  points = cut(points, 0, box.east, -1)
  points = cut(points, 1, box.south, 1)
  points = cut(points, 1, box.north, -1)
  const [first] = points
  return first === undefined ? [] : [...points, first]
}

/** What lies on one side of a line along an axis: beyond `at` for sign 1, before it for -1. */
function cut(points: readonly Position[], axis: 0 | 1, at: number, sign: 1 | -1): Position[] {
  const kept: Position[] = []
  let before = points.at(-1)
  for (const point of points) {
    const [a, b] = [((before?.[axis] ?? 0) - at) * sign, ((point[axis] ?? 0) - at) * sign]
    if (a >= 0 !== b >= 0 && before !== undefined) kept.push(between(before, point, a / (a - b)))
    if (b >= 0) kept.push(point)
    before = point
  }
  return kept
}

const between = ([x0 = 0, y0 = 0]: Position, [x1 = 0, y1 = 0]: Position, share: number): Position => [
  x0 + (x1 - x0) * share,
  y0 + (y1 - y0) * share,
]
