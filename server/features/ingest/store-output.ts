import type { StoreOutput } from '#recording/reading/signal-output.ts'

/** Bytes that may be under way to the main thread and not yet taken there. */
const mostUntaken = 16 * 1024 * 1024
/** Small writes are sent together. */
const pieceBytes = 1024 * 1024

type Send = (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>

/** Where the signal store's bytes go: in pieces to the main thread, never more of them under way than a bound. */
export class ThreadStoreOutput implements StoreOutput {
  readonly #send: Send
  #piece = new Uint8Array(pieceBytes)
  #filled = 0
  #untaken = 0
  /** Ends when all that was sent is taken. */
  #under: Promise<unknown> = Promise.resolve()
  #failure: unknown
  size = 0

  constructor(send: Send) {
    this.#send = send
  }

  /** The bytes may be used again when it returns. */
  write(bytes: Uint8Array): void {
    this.size += bytes.length
    let from = 0
    while (from < bytes.length) {
      const length = Math.min(bytes.length - from, pieceBytes - this.#filled)
      this.#piece.set(bytes.subarray(from, from + length), this.#filled)
      this.#filled += length
      from += length
      if (this.#filled === pieceBytes) this.#sendPiece()
    }
  }

  /** Waits while too much is under way. @throws when a piece was not taken */
  async drain(): Promise<void> {
    if (this.#untaken > mostUntaken) await this.#under
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Sends the rest, and waits until all is taken. */
  async end(): Promise<void> {
    if (this.#filled > 0) this.#sendPiece()
    await this.#under
    if (this.#failure !== undefined) throw this.#failure
  }

  #sendPiece(): void {
    const piece = this.#piece.slice(0, this.#filled)
    this.#filled = 0
    this.#untaken += piece.length
    const taken = this.#send(piece).then(
      () => (this.#untaken -= piece.length),
      (error: unknown) => (this.#failure ??= error),
    )
    this.#under = this.#under.then(() => taken)
  }
}
