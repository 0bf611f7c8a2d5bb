import type { ByteSource } from '#recording/byte-source.ts'

/** How much is asked for at once where a file is read from front to back, bytes. */
const pieceBytes = 4 * 1024 * 1024

type Ask = (offset: number, length: number) => Promise<Uint8Array>

interface Piece {
  readonly start: number
  readonly end: number
  readonly bytes: Promise<Uint8Array>
}

/**
 * A file that is asked for piece by piece. Readers that go from front to back get large pieces, of which the next is on
 * its way while one is being read; others get what they ask for.
 */
export function readAhead(size: number, ask: Ask): ByteSource {
  let here: Piece | undefined
  let next: Piece | undefined
  /** Where the last read ended. */
  let lastEnd = -1
  const request = (start: number): Piece | undefined => {
    if (start >= size) return undefined
    const end = Math.min(size, start + pieceBytes)
    const bytes = ask(start, end - start)
    // whoever reads it is told of a failure; nobody may ever read it
    bytes.catch(() => undefined)
    return { start, end, bytes }
  }
  return {
    size,
    async read(offset, length) {
      const end = Math.min(size, offset + length)
      if (end <= offset) return new Uint8Array(0)
      const goesOn = offset === lastEnd
      lastEnd = end
      if (here === undefined || !isWithin(offset, here)) {
        if (next !== undefined && isWithin(offset, next)) {
          here = next
          next = request(here.end)
        } else if (goesOn && end - offset <= pieceBytes) {
          here = request(offset)
          next = here && request(here.end)
        } else return await ask(offset, end - offset)
      }
      if (here === undefined) return await ask(offset, end - offset)
      const { start, bytes } = here
      // fewer than asked for, where a piece ends: readers that need all of it at once ask on their own
      if (end <= here.end) return (await bytes).subarray(offset - start, end - start)
      return await ask(offset, end - offset)
    },
  }
}

const isWithin = (offset: number, { start, end }: Piece): boolean => offset >= start && offset < end
