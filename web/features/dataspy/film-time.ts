/** Where a film stands beside a recording. */
export interface FilmPlace {
  /** When the film begins, nanoseconds of the view, before the offset that people give it. */
  readonly startNs: number
  readonly offsetNs: number
}

/** The second of the film that shows a moment. */
export const filmSecond = ({ startNs, offsetNs }: FilmPlace, timeNs: number): number => (timeNs - startNs - offsetNs) / 1e9

/** The moment that a second of the film shows. */
export const filmMoment = ({ startNs, offsetNs }: FilmPlace, second: number): number =>
  Math.round(startNs + offsetNs + second * 1e9)
