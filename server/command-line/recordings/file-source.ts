import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ByteSource } from '#recording/byte-source.ts'

/** The rest of the program (signals, a progress line) has its turn at least this often, milliseconds. */
const longestSpell = 20

/**
 * The bytes of an open file; `onReach` hears how far it has been read, bytes. Reads block: a command waits for its file
 * anyway, and to fetch a piece through the pool of threads takes four times as long as to copy it.
 */
export async function fileSource(file: FileHandle, onReach: (bytes: number) => void = () => {}): Promise<ByteSource> {
  const { size } = await file.stat()
  let reached = 0
  let turnGiven = performance.now()
  const readInto = async (offset: number, into: Uint8Array): Promise<number> => {
    if (performance.now() - turnGiven > longestSpell) {
      await setImmediate()
      turnGiven = performance.now()
    }
    const wanted = Math.max(0, Math.min(into.length, size - offset))
    let filled = 0
    while (filled < wanted) {
      const bytesRead = readSync(file.fd, into, filled, wanted - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    if (offset + filled > reached) onReach((reached = offset + filled))
    return filled
  }
  return {
    size,
    readInto,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, await readInto(offset, bytes))
    },
  }
}

/** Opens a file for reading; throws what the system says. */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path)
  const found = await file.stat()
  if (found.isFile()) return file
  await file.close()
  throw new Error('it is not a file')
}
