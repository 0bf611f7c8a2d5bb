import type { ByteSink } from '#recording/byte-sink.ts'

/** Bytes that may be under way to the main thread and not yet taken there. */
const mostUntaken = 16 * 1024 * 1024
/** Small writes are sent together. */
const pieceBytes = 1024 * 1024

type Send = (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>

/** An exported file's bytes on their way to the main thread, which takes them in the order in which they are sent. */
export class ThreadSink implements ByteSink {
  position = 0
  readonly #send: Send
  #piece = new Uint8Array(pieceBytes)
  #filled = 0
  #untaken = 0
  /** Ends when all that was sent is taken. */
  #under: Promise<unknown> = Promise.resolve()
  #failure: unknown

  constructor(send: Send) {
    this.#send = send
  }

  write(bytes: Uint8Array): void | Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const length = Math.min(bytes.length - from, pieceBytes - this.#filled)
      this.#piece.set(bytes.subarray(from, from + length), this.#filled)
      this.#filled += length
      this.position += length
      from += length
      if (this.#filled === pieceBytes) this.#sendPiece()
    }
    if (this.#untaken > mostUntaken) return this.#drain()
  }

  patch(offset: number, bytes: Uint8Array): void | Promise<void> {
    if (offset + bytes.length > this.position)
      throw new RangeError(`patch at ${offset} is past the ${this.position} bytes written`)
    if (offset + bytes.length > this.position - this.#filled) {
      const sent = this.position - this.#filled
      const before = Math.max(0, sent - offset)
      this.#piece.set(bytes.subarray(before), offset + before - sent)
      if (before > 0) this.#give(offset, bytes.slice(0, before))
    } else this.#give(offset, Uint8Array.from(bytes))
    if (this.#untaken > mostUntaken) return this.#drain()
  }

  /** Sends the rest, and waits until all is taken. */
  async end(): Promise<void> {
    if (this.#filled > 0) this.#sendPiece()
    await this.#drain()
  }

  async #drain(): Promise<void> {
    await this.#under
    if (this.#failure !== undefined) throw this.#failure
  }

  #sendPiece(): void {
    const piece = this.#piece.slice(0, this.#filled)
    this.#give(this.position - this.#filled, piece)
    this.#filled = 0
  }

  #give(offset: number, bytes: Uint8Array<ArrayBuffer>): void {
    const { length } = bytes
    this.#untaken += length
    const taken = this.#send(offset, bytes).then(
      () => (this.#untaken -= length),
      (error: unknown) => (this.#failure ??= error),
    )
    this.#under = this.#under.then(() => taken)
  }
}
