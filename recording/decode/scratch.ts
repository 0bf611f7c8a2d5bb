import { framesPerBlock } from '../frames.ts'
import type { DecodeMemory } from './decode-memory.ts'

/** Where a multiplexer's values are written, and the rows that one of its cases chooses. */
export interface Chosen {
  readonly room: number
  /** Addresses: of doubles, and of row numbers (u16). */
  readonly raw: number
  readonly chosen: number
}

const overrunBytes = 32

/** Space for each depth of nested multiplexers, used again for each multiplexer there. */
export class Scratch {
  readonly #memory: DecodeMemory
  readonly #byDepth: Chosen[] = []

  constructor(memory: DecodeMemory) {
    this.#memory = memory
  }

  /** For `count` rows. */
  at(depth: number, count: number): Chosen {
    const known = this.#byDepth[depth]
    if (known && known.room >= count) return known
    const room = Math.max(count, framesPerBlock)
    const made = { room, raw: this.#memory.take(room * 8 + overrunBytes), chosen: this.#memory.take(room * 2) }
    this.#byDepth[depth] = made
    return made
  }
}
