import type { Pen } from './draw-line.ts'

/** A bar in each column of pixels that is seen, from the highest to the lowest of what lies in it. */
export class Bars {
  readonly #first: number
  readonly #tops: Float64Array
  readonly #bottoms: Float64Array
  /** Columns that something was put into. */
  #from = Infinity
  #to = -Infinity

  /** Columns beyond the two are passed over. */
  constructor([first, last]: readonly [first: number, last: number]) {
    this.#first = Math.ceil(first)
    const count = Math.max(0, Math.floor(last) - this.#first + 1)
    this.#tops = new Float64Array(count).fill(Infinity)
    this.#bottoms = new Float64Array(count).fill(-Infinity)
  }

  reach(column: number, top: number, bottom: number): void {
    const at = column - this.#first
    if (!(at >= 0 && at < this.#tops.length)) return
    if (at < this.#from) this.#from = at
    if (at > this.#to) this.#to = at
    if (top < (this.#tops[at] ?? 0)) this.#tops[at] = top
    if (bottom > (this.#bottoms[at] ?? 0)) this.#bottoms[at] = bottom
  }

  /** Paints what is there and begins anew. */
  paint(to: Pick<Pen, 'fillRect'>, width: number, thickness: number): void {
    for (let at = this.#from; at <= this.#to; at++) {
      const top = this.#tops[at] ?? Infinity
      const bottom = this.#bottoms[at] ?? -Infinity
      if (top <= bottom) to.fillRect(this.#first + at, top - thickness / 2, width, bottom - top + thickness)
      this.#tops[at] = Infinity
      this.#bottoms[at] = -Infinity
    }
    this.#from = Infinity
    this.#to = -Infinity
  }
}
