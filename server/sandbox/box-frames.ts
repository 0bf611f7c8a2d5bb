/** What a box sends (`box/frames.py`): a letter, a length and as many bytes. All of it is as trustworthy as the script. */
export interface Frame {
  readonly kind: string
  readonly bytes: Buffer
}

/** The first process never makes a longer one. */
const maxFrameBytes = 4 * 1024 * 1024
const headBytes = 5

/** Cuts a byte stream into frames; holds at most one frame. */
export class FrameReader {
  #held: Buffer = Buffer.alloc(0)

  /** @throws Error when a frame is longer than any that the first process makes */
  read(chunk: Buffer): Generator<Frame> {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    return this.#cut()
  }

  *#cut(): Generator<Frame> {
    let at = 0
    while (this.#held.length - at >= headBytes) {
      const length = this.#held.readUInt32BE(at + 1)
      if (length > maxFrameBytes) throw new Error(`the box sent a message of ${length} bytes`)
      if (this.#held.length - at < headBytes + length) break
      const kind = String.fromCharCode(this.#held.readUInt8(at))
      yield { kind, bytes: this.#held.subarray(at + headBytes, at + headBytes + length) }
      at += headBytes + length
    }
    this.#held = this.#held.subarray(at)
  }
}
