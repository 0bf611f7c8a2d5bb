/** Random numbers that are the same for the same seed on every machine (xmur3 hash, sfc32 generator). */
export class SeededRandom {
  #state: [number, number, number, number]

  constructor(seed: string) {
    let hash = 1779033703 ^ seed.length
    for (let i = 0; i < seed.length; i++) {
      hash = Math.imul(hash ^ seed.charCodeAt(i), 3432918353)
      hash = (hash << 13) | (hash >>> 19)
    }
    const word = (): number => {
      hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
      hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
      hash ^= hash >>> 16
      return hash >>> 0
    }
    this.#state = [word(), word(), word(), word()]
    for (let i = 0; i < 12; i++) this.next()
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    const [a, b, c, d] = this.#state
    const sum = (((a + b) | 0) + d) | 0
    const rotated = (c << 21) | (c >>> 11)
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (rotated + sum) | 0, (d + 1) | 0]
    return (sum >>> 0) / 0x1_0000_0000
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Roughly normal, mean 0 and deviation 1. */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.732
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0]
  }

  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item)
  }
}
