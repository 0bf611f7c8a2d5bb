import type { DecodeMemory } from './decode-memory.ts'

/** Small enough to stay in the processor's nearest memory together with what is made of it. */
const usualBytes = 16 * 1024
/** Passes read up to so many payloads behind the last, and words that begin in a payload's last bytes. */
const payloadsBehind = 3
const bytesBehind = 16

/**
 * Where the payloads of some rows of one message are copied, one below the other at equal distances: what is made of them
 * is then made in loops that run straight through memory, wherever the frames lie and whatever stands between.
 */
export class PayloadArea {
  at: number
  /** From one payload to the next, bytes. */
  stride = 8
  readonly #memory: DecodeMemory
  #bytes = usualBytes

  constructor(memory: DecodeMemory) {
    this.#memory = memory
    this.at = memory.take(usualBytes)
  }

  /** How many rows can be gathered at once, when of each payload the first `bytesNeeded` are wanted. */
  open(bytesNeeded: number): number {
    this.stride = Math.max(8, Math.ceil(bytesNeeded / 8) * 8)
    const least = (1 + payloadsBehind) * this.stride + bytesBehind
    if (least > this.#bytes) {
      this.#bytes = least
      this.at = this.#memory.take(least)
    }
    return Math.floor((this.#bytes - bytesBehind) / this.stride) - payloadsBehind
  }
}
