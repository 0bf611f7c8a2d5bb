import { DamagedBlock } from '../recording-error.ts'

const encoder = new TextEncoder()

/** Writes the fields of the index: int, f64, text, u8. */
export class IndexWriter {
  #bytes = new Uint8Array(64 * 1024)
  #view = new DataView(this.#bytes.buffer)
  #at = 0

  #room(count: number): void {
    if (this.#at + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#at + count, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }

  u8(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }

  /** A whole number from 0 to 2^53 - 1. */
  int(value: number): void {
    this.#room(8)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#at++] = rest
  }

  f64(value: number): void {
    this.#room(8)
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  text(text: string): void {
    const bytes = encoder.encode(text)
    this.int(bytes.length)
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  list<X>(items: readonly X[], write: (item: X) => void): void {
    this.int(items.length)
    for (const item of items) write(item)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at)
  }
}

/** Reads the fields of the index; every read past the end is DamagedBlock at the index' offset. */
export class IndexReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #offset: number
  readonly #decoder = new TextDecoder()
  #at = 0

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#offset = offset
  }

  damaged(what: string): DamagedBlock {
    return new DamagedBlock(`An index with ${what}`, this.#offset)
  }

  #take(count: number): number {
    if (count > this.#bytes.length - this.#at) throw this.damaged('fields past its end')
    this.#at += count
    return this.#at - count
  }

  u8(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }

  int(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = this.u8()
      value += (byte & 127) * scale
      if (byte < 128 && Number.isSafeInteger(value)) return value
      if (byte < 128) break
    }
    throw this.damaged('a number beyond 2^53')
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), true)
  }

  text(): string {
    const length = this.int()
    const at = this.#take(length)
    return this.#decoder.decode(this.#bytes.subarray(at, at + length))
  }

  /** A list; no item takes less than one byte, so that the count is checked before it is believed. */
  list<X>(read: () => X): X[] {
    const count = this.count(1)
    return Array.from({ length: count }, read)
  }

  /** A count of things of at least `bytesEach` bytes that still fit. */
  count(bytesEach: number): number {
    const count = this.int()
    if (count * bytesEach > this.#bytes.length - this.#at) throw this.damaged('a list longer than itself')
    return count
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw this.damaged('bytes after its end')
  }
}
