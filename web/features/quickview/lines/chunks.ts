import type { ByteSource } from '#recording/byte-source.ts'

export interface Chunk {
  readonly offset: number
  readonly bytes: Uint8Array
}

/** The file from a place on, piece by piece; the next piece is on its way while one is looked at. Pieces have whole pairs. */
export async function* chunksOf(source: ByteSource, from: number, pieceBytes: number): AsyncGenerator<Chunk> {
  const ask = (offset: number) => {
    const bytes = source.read(offset, Math.min(pieceBytes, source.size - offset))
    // told to whoever waits for it; nobody may
    bytes.catch(() => undefined)
    return bytes
  }
  let next = from < source.size ? ask(from) : undefined
  for (let offset = from; next !== undefined;) {
    const bytes = await next
    if (bytes.length === 0) throw new Error('The server gave fewer bytes than the file has; load the page again.')
    const after = offset + bytes.length
    next = after < source.size ? ask(after) : undefined
    yield { offset, bytes }
    offset = after
  }
}
