import { close, open, read } from 'node:fs'

/**
 * Opens a file, reads from its first byte on and closes it; how many bytes there were. With callbacks from step to step: for
 * a small file a promise and a handle for each would take three times as long as the rest.
 */
export async function readFileInto(path: string, into: Uint8Array): Promise<number> {
  return await new Promise((resolve, reject) => {
    open(path, 'r', (fault, file) => {
      if (fault !== null) return reject(fault)
      const readFrom = (filled: number): void =>
        read(file, into, filled, into.length - filled, filled, (error, size) => {
          if (error === null && size > 0 && filled + size < into.length) return readFrom(filled + size)
          // nobody has to wait for it
          close(file, () => undefined)
          if (error === null) resolve(filled + size)
          else reject(error)
        })
      readFrom(0)
    })
  })
}
