/** Buckets that are kept at most; twice as many are made while rows come in. */
const most = 2000

interface Bucket {
  x: number
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Curves for drawing: x, and for each curve its lowest and highest value in each bucket (NaN: none). */
export interface Curves {
  readonly x: Float64Array
  readonly low: readonly Float64Array[]
  readonly high: readonly Float64Array[]
  /** Rows that one bucket holds. */
  readonly rowsPerBucket: number
}

/** Takes any number of rows in little memory: what a screen can show of them is kept, peaks included. */
export class Envelope {
  readonly #curves: number
  #buckets: Bucket[] = []
  #rowsPerBucket = 1
  #inLast = 0

  constructor(curves: number) {
    this.#curves = curves
  }

  add(x: number, values: readonly number[]): void {
    if (Number.isNaN(x)) return
    const last = this.#buckets.at(-1)
    if (last === undefined || this.#inLast >= this.#rowsPerBucket) {
      if (this.#buckets.length >= 2 * most) this.#halve()
      this.#buckets.push({ x, low: Float64Array.from(values), high: Float64Array.from(values) })
      this.#inLast = 1
      return
    }
    this.#inLast++
    for (let i = 0; i < this.#curves; i++) widen(last, i, values[i] ?? NaN, values[i] ?? NaN)
  }

  #halve(): void {
    const halves: Bucket[] = []
    for (let i = 0; i < this.#buckets.length; i += 2) {
      const [first, second] = [this.#buckets[i], this.#buckets[i + 1]]
      if (first === undefined) continue
      if (second !== undefined)
        for (let curve = 0; curve < this.#curves; curve++)
          widen(first, curve, second.low[curve] ?? NaN, second.high[curve] ?? NaN)
      halves.push(first)
    }
    this.#buckets = halves
    this.#rowsPerBucket *= 2
  }

  curves(): Curves {
    const of = (pick: (bucket: Bucket) => Float64Array) =>
      Array.from({ length: this.#curves }, (_, i) => Float64Array.from(this.#buckets, (bucket) => pick(bucket)[i] ?? NaN))
    return {
      x: Float64Array.from(this.#buckets, ({ x }) => x),
      low: of(({ low }) => low),
      high: of(({ high }) => high),
      rowsPerBucket: this.#rowsPerBucket,
    }
  }
}

function widen({ low, high }: Bucket, i: number, lowest: number, highest: number): void {
  if (Number.isNaN(lowest)) return
  const [lowNow = NaN, highNow = NaN] = [low[i], high[i]]
  if (!(lowNow <= lowest)) low[i] = lowest
  if (!(highNow >= highest)) high[i] = highest
}
