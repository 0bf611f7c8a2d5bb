import type { ByteSource } from '#recording/byte-source.ts'

/** Least time between two reports, milliseconds. */
const reportMs = 80

/** Tells how far into a file somebody has read, now and then. */
export function watchedSource(source: ByteSource, report: (done: number) => void): ByteSource {
  let done = 0
  let told = 0
  return {
    size: source.size,
    async read(offset, length) {
      const bytes = await source.read(offset, length)
      done = Math.max(done, offset + bytes.length)
      const now = performance.now()
      if (now - told >= reportMs) {
        told = now
        report(done)
      }
      return bytes
    },
  }
}
