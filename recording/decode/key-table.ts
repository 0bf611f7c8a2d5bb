import { frameFlag } from '../frames.ts'

const extendedBit = 0x8000_0000

/**
 * Numbers by (bus, identifier, extended), open addressing. Keys are at most `mostKeys`: a recording with more different
 * identifiers is noise, and what does not fit is looked up again each time.
 */
export class KeyTable {
  #ids = new Int32Array(1024)
  #buses = new Uint16Array(1024)
  /** Value + 1; 0 marks a free place. */
  #values = new Uint32Array(1024)
  #mask = 1023
  #count = 0
  readonly #mostKeys: number

  constructor(mostKeys = 65_536) {
    this.#mostKeys = mostKeys
  }

  /** The value of a key, or -1. */
  get(bus: number, id: number, flags: number): number {
    const key = keyOf(id, flags)
    for (let place = placeOf(bus, key); ; place++) {
      const at = place & this.#mask
      const value = this.#values[at] ?? 0
      if (value === 0) return -1
      if (this.#ids[at] === key && this.#buses[at] === bus) return value - 1
    }
  }

  /** Keeps a new key, when there is room for it. */
  add(bus: number, id: number, flags: number, value: number): void {
    if (this.#count >= this.#mostKeys) return
    if (this.#count * 4 >= this.#values.length * 3) this.#grow()
    this.#put(bus, keyOf(id, flags), value + 1)
    this.#count++
  }

  #put(bus: number, key: number, stored: number): void {
    let at = placeOf(bus, key) & this.#mask
    while (this.#values[at] !== 0) at = (at + 1) & this.#mask
    this.#ids[at] = key
    this.#buses[at] = bus
    this.#values[at] = stored
  }

  #grow(): void {
    const [ids, buses, values] = [this.#ids, this.#buses, this.#values]
    this.#ids = new Int32Array(ids.length * 2)
    this.#buses = new Uint16Array(ids.length * 2)
    this.#values = new Uint32Array(ids.length * 2)
    this.#mask = ids.length * 2 - 1
    values.forEach((stored, at) => {
      if (stored !== 0) this.#put(buses[at] ?? 0, ids[at] ?? 0, stored)
    })
  }
}

function keyOf(id: number, flags: number): number {
  return (flags & frameFlag.extended ? id | extendedBit : id) | 0
}

/** Multiplication spreads identifiers that differ in few bits (Knuth's multiplicative hashing). */
function placeOf(bus: number, key: number): number {
  return Math.imul(key ^ Math.imul(bus + 1, 0x9e37_79b1), 0x85eb_ca6b) >>> 15
}
