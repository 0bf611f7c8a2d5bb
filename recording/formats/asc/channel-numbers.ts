import type { Bus } from '../../frames.ts'

/**
 * The channel numbers of an ASC file, which begin at 1: a bus keeps its own number when it has one that is free among buses of
 * its kind; others (`can0`) get the next free one, in the order of the recording's list.
 */
export class ChannelNumbers {
  #numbers: number[] = []
  #taken = new Map<string, Set<number>>()

  /** The number of the bus at `index` of `buses`, which may have grown since the last call. */
  of(buses: readonly Bus[], index: number): number {
    for (let i = this.#numbers.length; i <= index && i < buses.length; i++) {
      const bus = buses[i]
      const taken = this.#taken.get(bus?.kind ?? '') ?? new Set()
      this.#taken.set(bus?.kind ?? '', taken)
      let number = Math.max(1, bus?.channel ?? 1)
      while (taken.has(number)) number++
      taken.add(number)
      this.#numbers.push(number)
    }
    return this.#numbers[index] ?? 1
  }
}
