import { ShortRead } from './recording-error.ts'

/**
 * Bytes that can be read at any place: a file, an object-store range, a dropped Blob, memory.
 * Calls may overlap; every call is safe to repeat.
 */
export interface ByteSource {
  /** Length in bytes, fixed while the source is open. */
  readonly size: number
  /** Gives at most `length` bytes from `offset`; fewer only where the source ends. */
  read(offset: number, length: number, wish?: ReadWish): Promise<Uint8Array>
  /**
   * As `read` of `into.length` bytes, into memory of the caller's, where the source can: gives how many. A reader that
   * uses its memory again and again spares the system finding and clearing new pages, half of the time of reading.
   */
  readInto?(offset: number, into: Uint8Array): Promise<number>
}

/** How much somebody wants to read; sources that cannot wait or stop pass it over. */
export interface ReadWish {
  /** Among reads that wait the lowest goes first. */
  readonly rank: number
  /** Aborted: nobody waits for it any more, and it may fail with the signal's reason. */
  readonly signal: AbortSignal
}

/** A source over bytes already in memory (no copy is made). */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  }
}

/** A source over a browser Blob or File; reads only the ranges asked for. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  }
}

/** Exactly `length` bytes from `offset`, or a ShortRead naming `what` was being read. */
export async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
  what: string,
  wish?: ReadWish,
): Promise<Uint8Array> {
  if (offset + length > source.size) throw new ShortRead(what, offset, length, Math.max(0, source.size - offset))
  const bytes = await source.read(offset, length, wish)
  if (bytes.length < length) throw new ShortRead(what, offset, length, bytes.length)
  return bytes
}

const pageBytes = 64 * 1024
const pagesKept = 64

/**
 * Keeps the last 4 MiB of pages, because block formats read many small blocks near each other and
 * each read of the source behind may be one HTTP request.
 */
export function pagedSource(source: ByteSource): ByteSource {
  const pages = new Map<number, Promise<Uint8Array>>()
  const page = (number: number): Promise<Uint8Array> => {
    const kept = pages.get(number)
    if (kept) {
      pages.delete(number)
      pages.set(number, kept)
      return kept
    }
    const loading = source.read(number * pageBytes, Math.min(pageBytes, source.size - number * pageBytes))
    pages.set(number, loading)
    // A failed read must not stay cached as the page's content.
    loading.catch(() => pages.delete(number))
    const oldest = pages.keys().next()
    if (pages.size > pagesKept && !oldest.done) pages.delete(oldest.value)
    return loading
  }
  return {
    size: source.size,
    ...(source.readInto && { readInto: async (offset, into) => (await source.readInto?.(offset, into)) ?? 0 }),
    async read(offset, length) {
      if (length > pageBytes) return source.read(offset, length)
      const end = Math.min(source.size, offset + length)
      if (end <= offset) return new Uint8Array(0)
      const first = Math.floor(offset / pageBytes)
      const last = Math.floor((end - 1) / pageBytes)
      const head = await page(first)
      if (first === last) return head.subarray(offset - first * pageBytes, end - first * pageBytes)
      const tail = await page(last)
      const joined = new Uint8Array(end - offset)
      const headPart = head.subarray(offset - first * pageBytes)
      joined.set(headPart)
      joined.set(tail.subarray(0, end - last * pageBytes), headPart.length)
      return joined
    },
  }
}
