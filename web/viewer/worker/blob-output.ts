import type { StoreOutput } from '#recording/reading/signal-output.ts'

/** Small writes are put together, bytes. */
const pieceBytes = 1024 * 1024
/** Pieces are joined to one Blob when there are so many. */
const mostPieces = 16

/**
 * A signal store as a growing Blob: the browser moves large Blobs to its disk, so the worker's memory holds some pieces,
 * however long the recording.
 */
export class BlobOutput implements StoreOutput {
  #piece = new Uint8Array(pieceBytes)
  #filled = 0
  #pieces: Blob[] = []
  size = 0

  write(bytes: Uint8Array): void {
    this.size += bytes.length
    for (let from = 0; from < bytes.length;) {
      const length = Math.min(bytes.length - from, pieceBytes - this.#filled)
      this.#piece.set(bytes.subarray(from, from + length), this.#filled)
      this.#filled += length
      from += length
      if (this.#filled === pieceBytes) this.#keepPiece()
    }
  }

  async drain(): Promise<void> {}

  async end(): Promise<void> {
    this.#keepPiece()
  }

  /** All that was written until `end`. */
  blob(): Blob {
    return new Blob(this.#pieces)
  }

  #keepPiece(): void {
    // A Blob copies what it is made of.
    if (this.#filled > 0) this.#pieces.push(new Blob([this.#piece.subarray(0, this.#filled)]))
    this.#filled = 0
    if (this.#pieces.length === mostPieces) this.#pieces = [new Blob(this.#pieces)]
  }
}
