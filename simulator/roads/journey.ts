import type { SeededRandom } from '../seeded-random.ts'
import { freeSpeed, type Point, type Road, type RoadKind, type Town } from './town.ts'

/** A piece of the way ahead, cut into steps of `stepM`. */
export interface Way {
  points: Point[]
  kinds: RoadKind[]
  /** True at a crossing where one turns or may have to wait. */
  crossing: boolean[]
}

export const stepM = 5

/** Where a trip prefers to go. */
export type Preference = 'town' | 'country' | 'motorway'

/** The endless way of one vehicle through its town: each call goes on where the last one ended. */
export class Journey {
  readonly #town: Town
  readonly #random: SeededRandom
  #crossing: number
  #roads: Road[] = []
  /** Metres driven on the first of `#roads`. */
  #driven = 0

  constructor(town: Town, random: SeededRandom) {
    this.#town = town
    this.#random = random
    this.#crossing = Math.floor(town.crossings.length / 2) + random.whole(-3, 3)
  }

  /** The way for at least `metres` ahead, without moving. A new preference counts from the next crossing on. */
  ahead(metres: number, preference: Preference): Way {
    this.#roads.length = Math.min(1, this.#roads.length)
    this.#crossing = this.#roads[0]?.to ?? this.#crossing
    let known = this.#roads.reduce((sum, road) => sum + road.lengthM, 0) - this.#driven
    while (known < metres + 200) {
      const more = this.#route(preference)
      this.#roads.push(...more)
      this.#crossing = more.at(-1)?.to ?? this.#crossing
      known += more.reduce((sum, road) => sum + road.lengthM, 0)
    }
    return cut(this.#roads, this.#driven, metres)
  }

  /** Moves `metres` along the way that `ahead` gave. */
  advance(metres: number): void {
    this.#driven += metres
    for (let first = this.#roads[0]; first && this.#driven >= first.lengthM; first = this.#roads[0]) {
      this.#driven -= first.lengthM
      this.#roads.shift()
    }
  }

  #route(preference: Preference): Road[] {
    const target = this.#destination(preference)
    return shortest(this.#town, this.#crossing, target)
  }

  #destination(preference: Preference): number {
    const { crossings } = this.#town
    const distance = (i: number): number => Math.hypot(crossings[i]?.x ?? 0, crossings[i]?.y ?? 0)
    const fits = (i: number): boolean => {
      if (i === this.#crossing) return false
      if (preference === 'town') return distance(i) < 1600
      return preference === 'motorway' ? distance(i) > 4200 : distance(i) > 1200
    }
    const choices = crossings.map((_, i) => i).filter(fits)
    return choices[Math.floor(this.#random.next() * choices.length)] ?? 0
  }
}

/** Quickest way from crossing to crossing; there is always one, because the ring and the axes are whole. */
function shortest(town: Town, start: number, target: number): Road[] {
  const cost = town.crossings.map(() => Infinity)
  const via: (Road | undefined)[] = town.crossings.map(() => undefined)
  const open = new Set([start])
  cost[start] = 0
  while (open.size > 0) {
    const here = [...open].reduce((best, i) => ((cost[i] ?? 0) < (cost[best] ?? 0) ? i : best))
    if (here === target) break
    open.delete(here)
    for (const road of town.roadsFrom[here] ?? []) {
      const reached = (cost[here] ?? 0) + road.lengthM / freeSpeed[road.kind]
      if (reached >= (cost[road.to] ?? Infinity)) continue
      cost[road.to] = reached
      via[road.to] = road
      open.add(road.to)
    }
  }
  const roads: Road[] = []
  for (let road = via[target]; road; road = via[road.from]) {
    roads.unshift(road)
    if (road.from === start) break
  }
  return roads
}

function cut(roads: readonly Road[], driven: number, metres: number): Way {
  const way: Way = { points: [], kinds: [], crossing: [] }
  let next = driven
  let before = 0
  const end = driven + metres + stepM
  for (const road of roads) {
    let along = before
    for (let i = 1; i < road.line.length && next <= end; i++) {
      const [from, to] = [road.line[i - 1], road.line[i]]
      if (!from || !to) break
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      for (; next < along + length && next <= end; next += stepM) {
        const part = (next - along) / length
        way.points.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
        way.kinds.push(road.kind)
        way.crossing.push(next - before < stepM && before > 0)
      }
      along += length
    }
    before = along
    if (next > end) break
  }
  round(way.points)
  return way
}

/** Rounds the corners at crossings as a driver does; both ends stay where they are. */
function round(points: Point[]): void {
  for (let pass = 0; pass < 4; pass++) {
    let before = points[0]
    for (let i = 1; i + 1 < points.length; i++) {
      const [here, after] = [points[i], points[i + 1]]
      if (!before || !here || !after) return
      points[i] = { x: (before.x + 2 * here.x + after.x) / 4, y: (before.y + 2 * here.y + after.y) / 4 }
      before = here
    }
  }
}
