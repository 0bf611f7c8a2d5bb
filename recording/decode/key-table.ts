import type { FrameBlock } from '../frames.ts'

/** Bits of `FrameBlock.flags` that belong to a key: extended, remote, error. Identifiers have 29 bits, which leaves three. */
const keyFlags = 0x07
const idBits = 29
/** CAN FD and reassembled: they lie above the 16 bits of the bus. */
const wayFlags = 0x90
const wayBits = 12
const free = -1
const fewKeys = 512
const fewPlaces = 1 << 16
/** Odd numbers whose products spread identifiers that differ in few bits (Knuth's multiplicative hashing). */
const multipliers = [0x85eb_ca6b, 0x9e37_79b1, 0xc2b2_ae35, 0x27d4_eb2f, 0x1656_67b1, 0xcc9e_2d51]

/**
 * Numbers from 0 by (bus, identifier, extended, remote, error, CAN FD, reassembled), open addressing. With few keys, as most recordings have,
 * the multiplier and the size are chosen so that each key lies at its own place and one look is enough. Keys are at
 * most `mostKeys`: a recording with more different identifiers is noise, and what does not fit is asked for each time.
 */
export class KeyTable {
  #keys = new Int32Array(1024)
  /** Bus and way of each key. */
  #buses = new Int32Array(1024)
  #values = new Int32Array(1024).fill(free)
  #multiplier = multipliers[0] ?? 1
  #count = 0
  readonly #mostKeys: number

  constructor(mostKeys = 65_536) {
    this.#mostKeys = mostKeys
  }

  /**
   * Writes the values of the keys of rows `from` to `to - 1` to `values`, -1 for a key that is not there. False when there
   * may be such.
   */
  getAll(from: number, to: number, { bus, id, flags }: FrameBlock, values: Int32Array): boolean {
    const [keys, buses, numbers, multiplier] = [this.#keys, this.#buses, this.#values, this.#multiplier]
    const mask = keys.length - 1
    // Without a branch, for half the time; a key that is not at its own place, or nowhere, is noticed at the end.
    let astray = 0
    let missing = 0
    for (let row = from; row < to; row++) {
      const flag = flags[row] ?? 0
      const key = (id[row] ?? 0) | ((flag & keyFlags) << idBits)
      const onBus = (bus[row] ?? 0) | ((flag & wayFlags) << wayBits)
      const place = ((Math.imul(key, multiplier) >>> 12) ^ onBus ^ (onBus >>> wayBits)) & mask
      const value = numbers[place] ?? free
      values[row] = value
      missing |= value
      astray |= ((keys[place] ?? 0) ^ key) | ((buses[place] ?? 0) ^ onBus)
    }
    if (astray === 0 && missing >= 0) return true
    for (let row = from; row < to; row++) values[row] = this.get(bus[row] ?? 0, id[row] ?? 0, flags[row] ?? 0)
    return false
  }

  /** The value of one key, or -1. */
  get(bus: number, id: number, flags: number): number {
    const key = keyOf(id, flags)
    const onBus = busOf(bus, flags)
    const mask = this.#keys.length - 1
    for (let place = this.#home(onBus, key); ; place = (place + 1) & mask) {
      const value = this.#values[place] ?? free
      if (value === free || (this.#keys[place] === key && this.#buses[place] === onBus)) return value
    }
  }

  /** Keeps a new key, when there is room for it. */
  add(bus: number, id: number, flags: number, value: number): void {
    if (this.#count >= this.#mostKeys) return
    this.#count++
    const atHome = this.#put(busOf(bus, flags), keyOf(id, flags), value)
    const length = this.#keys.length
    if (this.#count * 2 > length) this.#rebuild(length * 2)
    else if (!atHome && this.#count <= fewKeys)
      for (let larger = length; larger <= fewPlaces; larger *= 2) if (this.#rebuild(larger)) return
  }

  #home(bus: number, key: number): number {
    return ((Math.imul(key, this.#multiplier) >>> 12) ^ bus ^ (bus >>> wayBits)) & (this.#keys.length - 1)
  }

  /** True when the key has its own place. */
  #put(bus: number, key: number, value: number): boolean {
    const mask = this.#keys.length - 1
    const home = this.#home(bus, key)
    let place = home
    while (this.#values[place] !== free) place = (place + 1) & mask
    this.#keys[place] = key
    this.#buses[place] = bus
    this.#values[place] = value
    return place === home
  }

  /** Lays the keys out anew, with the first multiplier that gives each its own place; false when none does. */
  #rebuild(length: number): boolean {
    const [keys, buses, values] = [this.#keys, this.#buses, this.#values]
    for (const multiplier of multipliers) {
      this.#multiplier = multiplier
      this.#keys = new Int32Array(length)
      this.#buses = new Int32Array(length)
      this.#values = new Int32Array(length).fill(free)
      let allHome = true
      for (let place = 0; place < values.length; place++) {
        const value = values[place] ?? free
        if (value !== free && !this.#put(buses[place] ?? 0, keys[place] ?? 0, value)) allHome = false
      }
      if (allHome) return true
      if (this.#count > fewKeys) return false
    }
    return false
  }
}

function keyOf(id: number, flags: number): number {
  return id | ((flags & keyFlags) << idBits)
}

function busOf(bus: number, flags: number): number {
  return bus | ((flags & wayFlags) << wayBits)
}
