import type { FileHandle } from 'node:fs/promises'
import type { ByteSink } from '#recording/byte-sink.ts'

const bufferBytes = 1024 * 1024

/** A sink over a file, with a buffer: writers write many small pieces. */
export class FileSink implements ByteSink {
  position = 0
  readonly #file: FileHandle
  readonly #buffer = new Uint8Array(bufferBytes)
  #buffered = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#buffered + bytes.length > bufferBytes) return this.#writeThrough(bytes)
    this.#buffer.set(bytes, this.#buffered)
    this.#buffered += bytes.length
    this.position += bytes.length
  }

  async patch(offset: number, bytes: Uint8Array): Promise<void> {
    if (offset + bytes.length > this.position)
      throw new RangeError(`patch at ${offset} is past the ${this.position} bytes written`)
    const begun = this.position - this.#buffered
    if (offset >= begun) return void this.#buffer.set(bytes, offset - begun)
    await this.flush()
    await this.#writeAt(bytes, offset)
  }

  async flush(): Promise<void> {
    await this.#writeAt(this.#buffer.subarray(0, this.#buffered), this.position - this.#buffered)
    this.#buffered = 0
  }

  async #writeThrough(bytes: Uint8Array): Promise<void> {
    await this.flush()
    await this.#writeAt(bytes, this.position)
    this.position += bytes.length
  }

  async #writeAt(bytes: Uint8Array, offset: number): Promise<void> {
    for (let done = 0; done < bytes.length;)
      done += (await this.#file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
  }
}
