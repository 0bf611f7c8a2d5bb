import type { Packed } from './time-block.ts'

/** Where the store's bytes go, one after the other. */
export interface AppendSink {
  write(bytes: Uint8Array): void | Promise<void>
}

const pieceBytes = 256 * 1024

/** Collects blocks into pieces of some 256 KiB and hands them on in order. */
export class BlockWriter {
  /** Offset of the next byte. */
  position = 0
  readonly #sink: AppendSink
  #pieces: Uint8Array[] = []
  #piece = new Uint8Array(pieceBytes)
  #used = 0

  constructor(sink: AppendSink) {
    this.#sink = sink
  }

  /** Adds a sealed block and gives its offset. The bytes are the writer's from now on. */
  readonly block = ({ bytes }: Packed): number => {
    const offset = this.position
    this.append(bytes)
    return offset
  }

  append(bytes: Uint8Array): void {
    this.position += bytes.length
    if (this.#used + bytes.length > pieceBytes || bytes.length > pieceBytes / 4) this.#endPiece()
    if (bytes.length > pieceBytes / 4) {
      this.#pieces.push(bytes)
      return
    }
    this.#piece.set(bytes, this.#used)
    this.#used += bytes.length
  }

  #endPiece(): void {
    if (this.#used === 0) return
    this.#pieces.push(this.#piece.subarray(0, this.#used))
    this.#piece = new Uint8Array(pieceBytes)
    this.#used = 0
  }

  /** Hands full pieces on, or all of them. */
  async drain(all: boolean): Promise<void> {
    if (all) this.#endPiece()
    const pieces = this.#pieces
    this.#pieces = []
    for (const piece of pieces) await this.#sink.write(piece)
  }
}
