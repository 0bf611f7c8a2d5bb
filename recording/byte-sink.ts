/**
 * Where a writer puts its bytes. Order: `write` any number of times, `patch` only over bytes already written
 * (block formats fill in lengths and links at the end).
 */
export interface ByteSink {
  /** Bytes written so far: the offset of the next `write`. */
  readonly position: number
  write(bytes: Uint8Array): void | Promise<void>
  patch(offset: number, bytes: Uint8Array): void | Promise<void>
}

/** A sink in memory, grown by doubling. */
export class MemorySink implements ByteSink {
  position = 0
  #bytes = new Uint8Array(64 * 1024)

  write(bytes: Uint8Array): void {
    const end = this.position + bytes.length
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.position))
      this.#bytes = grown
    }
    this.#bytes.set(bytes, this.position)
    this.position = end
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.position)
      throw new RangeError(`patch at ${offset} is past the ${this.position} bytes written`)
    this.#bytes.set(bytes, offset)
  }

  /** The bytes written (a view, valid until the next write). */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.position)
  }
}
