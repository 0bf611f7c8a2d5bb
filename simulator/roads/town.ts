import { SeededRandom } from '../seeded-random.ts'

/** A point east and north of the town's centre, metres. */
export interface Point {
  x: number
  y: number
}

export type RoadKind = 'street' | 'road' | 'motorway'

/** A stretch of road between two crossings; every vehicle that takes it drives the same line. */
export interface Road {
  from: number
  to: number
  kind: RoadKind
  /** From `from` to `to`, about 20 m apart. */
  line: readonly Point[]
  lengthM: number
}

/** A made-up road network around the coordinates of a real town. */
export interface Town {
  name: string
  latitude: number
  longitude: number
  crossings: readonly Point[]
  /** Roads that begin at each crossing. */
  roadsFrom: readonly (readonly Road[])[]
}

const reach = 4
const side = 2 * reach + 1
const spacingM = 450

/** Free speed of a road, m/s. */
export const freeSpeed: Readonly<Record<RoadKind, number>> = { street: 13.9, road: 25, motorway: 34 }

/** Builds the network of `name`: a bent grid, dense in the middle, with a motorway ring and axes. Same name, same roads. */
export function buildTown(name: string, latitude: number, longitude: number): Town {
  const random = new SeededRandom(`town ${name}`)
  const crossings: Point[] = []
  const stretch = (i: number): number => Math.sign(i) * Math.abs(i) ** 1.7 * spacingM
  for (let j = -reach; j <= reach; j++)
    for (let i = -reach; i <= reach; i++) {
      const play = spacingM * 0.3 * Math.max(1, Math.hypot(i, j) * 0.6)
      crossings.push({ x: stretch(i) + random.between(-play, play), y: stretch(j) + random.between(-play, play) })
    }
  const roadsFrom: Road[][] = crossings.map(() => [])
  const connect = (a: number, b: number, kind: RoadKind): void => {
    const [from, to] = [crossings[a], crossings[b]]
    if (!from || !to) return
    const line = bend(from, to, random)
    const lengthM = lengthOf(line)
    roadsFrom[a]?.push({ from: a, to: b, kind, line, lengthM })
    roadsFrom[b]?.push({ from: b, to: a, kind, line: line.toReversed(), lengthM })
  }
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      const here = j * side + i
      // A few roads are missing, so that not every block is a square; the ring and the axes are whole.
      if (i + 1 < side && (isMain(j) || random.chance(0.88))) connect(here, here + 1, kindOf(i, j, i + 1, j))
      if (j + 1 < side && (isMain(i) || random.chance(0.88))) connect(here, here + side, kindOf(i, j, i, j + 1))
    }
  return { name, latitude, longitude, crossings, roadsFrom }
}

function isMain(index: number): boolean {
  return index === 0 || index === reach || index === side - 1
}

function kindOf(i1: number, j1: number, i2: number, j2: number): RoadKind {
  const outer = Math.min(
    Math.max(Math.abs(i1 - reach), Math.abs(j1 - reach)),
    Math.max(Math.abs(i2 - reach), Math.abs(j2 - reach)),
  )
  const alongMain = (i1 === i2 && isMain(i1)) || (j1 === j2 && isMain(j1))
  if (alongMain && outer >= 2) return 'motorway'
  return outer >= 2 ? 'road' : 'street'
}

/** A gentle S between two crossings. */
function bend(from: Point, to: Point, random: SeededRandom): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [first, second] = [random.between(-0.16, 0.16), random.between(-0.16, 0.16)]
  const a = { x: from.x + dx / 3 - dy * first, y: from.y + dy / 3 + dx * first }
  const b = { x: from.x + (dx * 2) / 3 - dy * second, y: from.y + (dy * 2) / 3 + dx * second }
  const steps = Math.max(4, Math.round(Math.hypot(dx, dy) / 20))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps
    const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    return { x: p * from.x + q * a.x + r * b.x + s * to.x, y: p * from.y + q * a.y + r * b.y + s * to.y }
  })
}

function lengthOf(line: readonly Point[]): number {
  return line.reduce(
    (sum, point, i) => sum + (i === 0 ? 0 : Math.hypot(point.x - (line[i - 1]?.x ?? 0), point.y - (line[i - 1]?.y ?? 0))),
    0,
  )
}

const metresPerDegree = 111_320

/** Degrees of a point of the town. */
export function toDegrees(town: Town, point: Point): { latitude: number; longitude: number } {
  return {
    latitude: town.latitude + point.y / metresPerDegree,
    longitude: town.longitude + point.x / (metresPerDegree * Math.cos((town.latitude * Math.PI) / 180)),
  }
}
