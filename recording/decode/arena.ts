const alignment = 8

/**
 * Hands out pieces of few large buffers, because a column is often only some hundred bytes. The pieces of one `begin` to
 * the next share buffers of their own, so a block of samples can be kept or transferred to another thread as a whole.
 */
export class Arena {
  #buffer = new ArrayBuffer(0)
  #used = 0
  #total = 0

  /** Begins a block; the buffer is as large as the last block needed. */
  begin(): void {
    this.#buffer = new ArrayBuffer(Math.ceil(this.#total * 1.05))
    this.#used = 0
    this.#total = 0
  }

  /** Where the next `bytes` zero bytes are. */
  take(bytes: number): { buffer: ArrayBuffer; offset: number } {
    const rounded = Math.ceil(bytes / alignment) * alignment
    if (this.#used + rounded > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(Math.max(rounded, 64 * 1024))
      this.#used = 0
    }
    const offset = this.#used
    this.#used += rounded
    this.#total += rounded
    return { buffer: this.#buffer, offset }
  }
}
