import type { ByteSink } from '#recording/byte-sink.ts'

/** Small writes are put together, bytes. */
const pieceBytes = 1024 * 1024

/** A file as a growing Blob, which the browser keeps on its disk when it is large; patches are put in at the end. */
export class BlobSink implements ByteSink {
  position = 0
  readonly #type: string
  #piece = new Uint8Array(pieceBytes)
  #filled = 0
  #whole = new Blob([])
  readonly #patches: { readonly offset: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = []

  constructor(type: string) {
    this.#type = type
  }

  write(bytes: Uint8Array): void {
    this.position += bytes.length
    for (let from = 0; from < bytes.length;) {
      const length = Math.min(bytes.length - from, pieceBytes - this.#filled)
      this.#piece.set(bytes.subarray(from, from + length), this.#filled)
      this.#filled += length
      from += length
      if (this.#filled === pieceBytes) this.#keepPiece()
    }
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.position)
      throw new RangeError(`patch at ${offset} is past the ${this.position} bytes written`)
    this.#patches.push({ offset, bytes: bytes.slice() })
  }

  /** All that was written. */
  blob(): Blob {
    this.#keepPiece()
    for (const { offset, bytes } of this.#patches)
      this.#whole = new Blob([this.#whole.slice(0, offset), bytes, this.#whole.slice(offset + bytes.length)])
    this.#patches.length = 0
    return new Blob([this.#whole], { type: this.#type })
  }

  #keepPiece(): void {
    if (this.#filled > 0) this.#whole = new Blob([this.#whole, this.#piece.subarray(0, this.#filled)])
    this.#filled = 0
  }
}
