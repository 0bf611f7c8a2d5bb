/* What a map shows, in terms that no map library knows. Degrees, north and east positive. */

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Colours that routes take, one after the other; the tokens `--s1` to `--s6`. */
export const seriesCount = 6
export type Series = 1 | 2 | 3 | 4 | 5 | 6

export const seriesOf = (index: number): Series => ([1, 2, 3, 4, 5, 6] as const)[index % seriesCount] ?? 1

export interface DrawnRoute {
  readonly id: string
  /** Written where it begins, and along the line; none when empty. */
  readonly name: string
  readonly series: Series
  /** In the order of time. */
  readonly points: readonly Place[]
  /** Places in `points` where a new line begins: the vehicle was not seen in between. */
  readonly breaks?: ReadonlySet<number>
  /** A CSS colour for each point, and the piece of line that ends there; null: without a value. */
  readonly colors?: readonly (string | null)[]
}

export interface DrawnPin extends Place {
  readonly id: string
  readonly name: string
  /** `quiet`: its position is old. */
  readonly tone: 'fresh' | 'quiet'
}

/** All that lies over the ground of a map. */
export interface Drawing {
  readonly routes: readonly DrawnRoute[]
  readonly pins: readonly DrawnPin[]
  readonly showsLines: boolean
  readonly showsMarkers: boolean
  /** One place that stands out: the chosen point, or where the animation is. */
  readonly cursor: Place | null
}

export const emptyDrawing: Drawing = { routes: [], pins: [], showsLines: true, showsMarkers: true, cursor: null }

/** A point of a route that somebody chose. */
export interface ChosenPoint {
  readonly routeId: string
  /** Its place in `points`. */
  readonly index: number
}
