import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import type { ByteSource } from '#recording/byte-source.ts'

/** The bytes of an open file; `onReach` hears how far it has been read, bytes. */
export async function fileSource(file: FileHandle, onReach: (bytes: number) => void = () => {}): Promise<ByteSource> {
  const { size } = await file.stat()
  let reached = 0
  const readInto = async (offset: number, into: Uint8Array): Promise<number> => {
    const wanted = Math.max(0, Math.min(into.length, size - offset))
    let filled = 0
    while (filled < wanted) {
      const { bytesRead } = await file.read(into, filled, wanted - filled, offset + filled)
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
