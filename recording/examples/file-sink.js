import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'

/**
 * A file as a ByteSink: bytes are added at the end, and block formats fill in lengths and links afterwards.
 * @param {string} path
 */
export function fileSink(path) {
  const file = openSync(path, 'w')
  let position = 0
  return {
    get position() {
      return position
    },
    /** @param {Uint8Array} bytes */
    write(bytes) {
      appendFileSync(file, bytes)
      position += bytes.length
    },
    /** @param {number} offset @param {Uint8Array} bytes */
    patch(offset, bytes) {
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, offset + done)
    },
    close: () => closeSync(file),
  }
}
