/** Rows that a filter may pass: enough to look at, and little memory. */
export const mostPassing = 5_000_000

/** Numbers of rows, rising, in memory that grows with them. */
export class PassingRows {
  #numbers = new Uint32Array(1024)
  #count = 0

  get count(): number {
    return this.#count
  }
  get isFull(): boolean {
    return this.#count >= mostPassing
  }

  add(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Uint32Array(Math.min(mostPassing, this.#numbers.length * 2))
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#count++] = number
  }

  part(from: number, count: number): Uint32Array {
    return this.#numbers.subarray(from, Math.min(this.#count, from + count))
  }

  /** The place of the first row at or after this number. */
  placeOf(number: number): number {
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }
}
