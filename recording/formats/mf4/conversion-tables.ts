/** Values at keys, as MDF tables have them: rising keys, which are put in order where a file does not. */
export class ValueTable {
  readonly #keys: Float64Array
  readonly #values: Float64Array

  constructor(pairs: readonly (readonly [key: number, value: number])[]) {
    const sorted = pairs.toSorted((a, b) => a[0] - b[0])
    this.#keys = Float64Array.from(sorted, ([key]) => key)
    this.#values = Float64Array.from(sorted, ([, value]) => value)
  }

  /** Index of the first key that is not below `raw`; the number of keys when all are. */
  #place(raw: number): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? 0) < raw) low = middle + 1
      else high = middle
    }
    return low
  }

  /** On the line between its neighbours; the first and the last value hold beyond the table. */
  interpolated(raw: number): number {
    const keys = this.#keys
    const last = keys.length - 1
    if (last < 0 || Number.isNaN(raw)) return last < 0 ? raw : NaN
    const at = this.#place(raw)
    const [above, value] = [keys[at], this.#values[at] ?? 0]
    if (at === 0) return value
    if (above === undefined) return this.#values[last] ?? 0
    if (above === raw) return this.#values[this.#lastAt(at)] ?? 0
    const below = keys[at - 1] ?? 0
    const start = this.#values[at - 1] ?? 0
    return start + ((value - start) / (above - below)) * (raw - below)
  }

  /** Where a key stands several times, the last of them counts for interpolation. */
  #lastAt(at: number): number {
    while (at + 1 < this.#keys.length && this.#keys[at + 1] === this.#keys[at]) at++
    return at
  }

  /** The value at the nearest key; of two equally near ones the lower. */
  nearest(raw: number): number {
    const last = this.#keys.length - 1
    if (last < 0) return raw
    const above = Math.min(this.#place(raw), last)
    const below = Math.max(above - 1, 0)
    const lower = Math.abs(raw - (this.#keys[above] ?? 0)) >= Math.abs(raw - (this.#keys[below] ?? 0))
    return this.#values[lower ? below : above] ?? 0
  }
}

/** Finds which of some ranges a value lies in. Upper ends belong to a range for integers, not for other numbers. */
export class RangeTable<T> {
  readonly #ranges: { lower: number; upper: number; value: T }[]
  readonly #integers: boolean
  readonly #overlapping: boolean

  constructor(ranges: readonly { lower: number; upper: number; value: T }[], integers: boolean) {
    this.#ranges = ranges.toSorted((a, b) => a.lower - b.lower || a.upper - b.upper)
    this.#integers = integers
    this.#overlapping = this.#ranges.some(({ lower }, i) => i > 0 && lower < (this.#ranges[i - 1]?.upper ?? lower))
  }

  /** The first range that holds `raw`, by its lower end. */
  find(raw: number): T | undefined {
    // Neighbours may share an end, so the range before the last candidate is asked too.
    let at = this.#overlapping ? 0 : Math.max(0, this.#candidates(raw) - 2)
    for (; at < this.#ranges.length; at++) {
      const range = this.#ranges[at]
      if (!range || !(range.lower <= raw)) return undefined
      const { lower, upper } = range
      if (this.#integers ? raw <= upper : raw < upper || (lower === upper && raw === lower)) return range.value
    }
    return undefined
  }

  /** How many ranges begin at or below `raw`. */
  #candidates(raw: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ranges[middle]?.lower ?? 0) <= raw) low = middle + 1
      else high = middle
    }
    return low
  }
}
