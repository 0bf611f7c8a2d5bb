import type { DecodeMemory } from './decode-memory.ts'
import { head, placeNumbers } from './row-areas.ts'

/** Bits of `FrameBlock.flags` that belong to a key: extended, remote, error. Identifiers have 29 bits, which leaves three. */
const keyFlags = 0x07
const idBits = 29
/** CAN FD and reassembled: they lie above the 16 bits of the bus. */
const wayFlags = 0x90
const wayBits = 12
const free = -1
const firstPlaces = 1024
const fewKeys = 512
const fewPlaces = 1 << 16
/** Odd numbers whose products spread identifiers that differ in few bits (Knuth's multiplicative hashing). */
const multipliers = [0x85eb_ca6b, 0x9e37_79b1, 0xc2b2_ae35, 0x27d4_eb2f, 0x1656_67b1, 0xcc9e_2d51]

/** The first half of a key: identifier, extended, remote, error. */
export function keyOf(id: number, flags: number): number {
  return id | ((flags & keyFlags) << idBits)
}

/** The second half: bus, CAN FD, reassembled. */
export function onBusOf(bus: number, flags: number): number {
  return bus | ((flags & wayFlags) << wayBits)
}

/** Where a key belongs in a table of `places` (a power of two). */
export function placeOf(key: number, onBus: number, multiplier: number, places: number): number {
  return ((Math.imul(key, multiplier) >>> 12) ^ onBus ^ (onBus >>> wayBits)) & (places - 1)
}

/**
 * Numbers from 0 by (bus, identifier, extended, remote, error, CAN FD, reassembled), open addressing, in the memory where
 * passes look them up. With few keys, as most recordings have, the multiplier and the size are chosen so that each key lies
 * at its own place and one look is enough. Keys are at most `mostKeys`: a recording with more different identifiers is noise,
 * and what does not fit is asked for each time.
 */
export class KeyTable {
  readonly #memory: DecodeMemory
  readonly #mostKeys: number
  #at = 0
  #places = 0
  #multiplier = multipliers[0] ?? 1
  #count = 0

  constructor(memory: DecodeMemory, mostKeys = 65_536) {
    this.#memory = memory
    this.#mostKeys = mostKeys
    this.#lay(firstPlaces, this.#multiplier)
  }

  /** Keeps a new key; false when there is no room for it. */
  add(bus: number, id: number, flags: number, value: number): boolean {
    if (this.#count >= this.#mostKeys) return false
    this.#count++
    const atHome = this.#put(keyOf(id, flags), onBusOf(bus, flags), value)
    const places = this.#places
    if (this.#count * 2 > places) this.#rebuild(places * 2)
    else if (!atHome && this.#count <= fewKeys)
      for (let larger = places; larger <= fewPlaces; larger *= 2) if (this.#rebuild(larger)) break
    return true
  }

  /** True when the key has its own place. */
  #put(key: number, onBus: number, value: number): boolean {
    const { i32 } = this.#memory
    const [table, places] = [this.#at >> 2, this.#places]
    const home = placeOf(key, onBus, this.#multiplier, places)
    let place = home
    while (i32[table + place * placeNumbers + 2] !== free) place = (place + 1) & (places - 1)
    const at = table + place * placeNumbers
    i32[at] = key
    i32[at + 1] = onBus
    i32[at + 2] = value
    return place === home
  }

  /** Makes the table empty, with so many places. */
  #lay(places: number, multiplier: number): void {
    const memory = this.#memory
    const bytes = places * placeNumbers * 4
    if (places !== this.#places) this.#at = memory.take(bytes)
    this.#places = places
    this.#multiplier = multiplier
    memory.i32.fill(free, this.#at >> 2, (this.#at + bytes) >> 2)
    memory.i32[head.table] = this.#at
    memory.i32[head.tableBytes] = bytes
    memory.i32[head.multiplier] = multiplier
  }

  /** Lays the keys out anew, with the first multiplier that gives each its own place; false when none does. */
  #rebuild(places: number): boolean {
    const before = this.#memory.i32.slice(this.#at >> 2, (this.#at >> 2) + this.#places * placeNumbers)
    for (const multiplier of multipliers) {
      this.#lay(places, multiplier)
      let allHome = true
      for (let at = 0; at < before.length; at += placeNumbers) {
        const value = before[at + 2] ?? free
        if (value !== free && !this.#put(before[at] ?? 0, before[at + 1] ?? 0, value)) allHome = false
      }
      if (allHome) return true
      if (this.#count > fewKeys) return false
    }
    return false
  }
}
