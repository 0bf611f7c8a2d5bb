import type { MultiPolygon, Polygon, Position } from 'geojson'

/*
 * The countries of world-atlas are stitched together at the date line: a ring jumps from 180 to -180 there, as a globe
 * draws it. A flat map needs rings that go on beyond 180; the map shows each world beside the next.
 */

/** Longitudes that go on beyond 180 instead of jumping. */
export function unwrappedLine(line: readonly Position[]): Position[] {
  let turns = 0
  let before: number | undefined
  return line.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined && longitude - before > 180) turns -= 360
    else if (before !== undefined && longitude - before < -180) turns += 360
    before = longitude
    return [longitude + turns, latitude]
  })
}

/** A ring around a pole ends a whole turn beside its beginning, and is closed along the edge of the map. */
export function unwrappedRing(ring: readonly Position[]): Position[] {
  const line = unwrappedLine(ring)
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return []
  const [x0 = 0, y0 = 0] = first
  const [x1 = 0] = last
  if (Math.abs(x1 - x0) < 180) return line
  const pole = y0 < 0 ? -90 : 90
  return [...line, [x1, pole], [x0, pole], [x0, y0]]
}

/** All rings, holes beside the ring that they are holes of. */
export function unwrappedArea(area: Polygon | MultiPolygon): MultiPolygon {
  const pieces = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  return { type: 'MultiPolygon', coordinates: pieces.map(unwrappedPiece) }
}

function unwrappedPiece(rings: readonly Position[][]): Position[][] {
  const [outer = [], ...holes] = rings.map(unwrappedRing)
  const middle = middleOf(outer)
  return [outer, ...holes.map((hole) => shifted(hole, Math.round((middle - middleOf(hole)) / 360) * 360))]
}

const middleOf = (ring: readonly Position[]): number => ring.reduce((sum, [x = 0]) => sum + x, 0) / Math.max(ring.length, 1)
const shifted = (ring: readonly Position[], by: number): Position[] => ring.map(([x = 0, y = 0]) => [x + by, y])
