import { once } from 'node:events'
import type { ByteSink } from '#recording/byte-sink.ts'

/** Whoever reads the output has seen enough, as `head` does. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

/** Standard output as a sink that cannot be patched; waits while its reader is slow. */
export class StandardOutput implements ByteSink {
  position = 0
  #closed = false
  readonly #out: NodeJS.WriteStream

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
    out.on('error', () => (this.#closed = true)).on('close', () => (this.#closed = true))
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#closed) throw new OutputClosed()
    this.position += bytes.length
    if (this.#out.write(bytes.slice())) return
    const stop = new AbortController()
    const { signal } = stop
    await Promise.race([once(this.#out, 'drain', { signal }), once(this.#out, 'close', { signal })]).catch(() => undefined)
    stop.abort()
  }

  patch(): never {
    throw new RangeError('Standard output cannot be changed once it is written')
  }
}
