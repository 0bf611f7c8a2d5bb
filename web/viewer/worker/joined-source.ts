import type { ByteSource, ReadWish } from '#recording/byte-source.ts'
import { pageBytes } from '../store-end.ts'

/** Pages that are kept, for neighbouring blocks are in them mostly, so that the next question finds them here: some 8 MiB. */
const pagesKept = 128
/** Pages of one request at most. */
const pagesTogether = 16
/** Requests at a time: browsers allow six to a host, and one stays free for the page. */
const requestsAtOnce = 5

interface Page {
  readonly bytes: Promise<Uint8Array>
  readonly settle: { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }
  /** Those who wait for it; undefined stands for one that never stops waiting. */
  readonly wishes: Set<ReadWish | undefined>
  state: 'waiting' | 'running' | 'there'
  /** Of its request. */
  stop: AbortController | null
  members: readonly Page[]
}

/**
 * A source that costs a request for each read, read by pages: reads of the same moment that lie beside each other become
 * one request, the most wanted goes first, and what nobody wants any more is given up.
 */
export function joinedSource(source: ByteSource): ByteSource {
  const pages = new Map<number, Page>()
  const turn = new MessageChannel()
  let isTurn = false
  let running = 0
  turn.port1.addEventListener('message', () => {
    isTurn = false
    begin()
  })
  turn.port1.start()

  /** Everything that is asked for until the next turn of the loop is looked at together. */
  function soon(): void {
    if (isTurn) return
    isTurn = true
    turn.port2.postMessage(null)
  }

  function wanted(number: number, wish: ReadWish | undefined): Page {
    const kept = pages.get(number)
    if (kept !== undefined) {
      pages.delete(number)
      pages.set(number, kept)
      kept.wishes.add(wish)
      return kept
    }
    soon()
    return keep(number, [wish])
  }

  function keep(number: number, wishes: readonly (ReadWish | undefined)[]): Page {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    promise.catch(() => undefined)
    const page: Page = {
      bytes: promise,
      settle: { resolve, reject },
      wishes: new Set(wishes),
      state: 'waiting',
      stop: null,
      members: [],
    }
    pages.set(number, page)
    return page
  }

  function begin(): void {
    while (running < requestsAtOnce) {
      const first = mostWanted(pages)
      if (first === null) return
      const numbers = neighbours(pages, first)
      const next = (numbers.at(-1) ?? first) + 1
      // Values stand behind their times, and tiles behind each other: the next page is mostly the next question.
      if (!pages.has(next) && next * pageBytes < source.size) {
        keep(next, [])
        numbers.push(next)
      }
      void run(
        numbers[0] ?? first,
        numbers.flatMap((number) => pages.get(number) ?? []),
      )
    }
  }

  async function run(first: number, members: readonly Page[]): Promise<void> {
    running++
    const stop = new AbortController()
    for (const page of members) Object.assign(page, { state: 'running', stop, members })
    const at = first * pageBytes
    try {
      const length = Math.min(members.length * pageBytes, source.size - at)
      const bytes = await source.read(at, length, { rank: 0, signal: stop.signal })
      members.forEach((page, i) => {
        page.state = 'there'
        page.wishes.clear()
        // a copy, so that a page that is kept does not hold the others
        page.settle.resolve(bytes.slice(i * pageBytes, (i + 1) * pageBytes))
      })
    } catch (error) {
      members.forEach((page, i) => {
        if (pages.get(first + i) === page) pages.delete(first + i)
        page.settle.reject(error)
      })
    }
    running--
    forgetOldest(pages)
    begin()
  }

  /** Gives up what only this one wanted. */
  function leave(numbers: readonly number[], wish: ReadWish): void {
    for (const number of numbers) {
      const page = pages.get(number)
      if (page === undefined || !page.wishes.delete(wish) || page.wishes.size > 0) continue
      if (page.state === 'waiting') {
        pages.delete(number)
        page.settle.reject(wish.signal.reason)
      } else if (page.state === 'running' && page.members.every(({ wishes }) => wishes.size === 0)) {
        page.stop?.abort(wish.signal.reason)
        for (const [at, one] of pages) if (page.members.includes(one)) pages.delete(at)
      }
    }
  }

  return {
    size: source.size,
    async read(offset, length, wish) {
      wish?.signal.throwIfAborted()
      const end = Math.min(source.size, offset + length)
      if (end <= offset) return new Uint8Array(0)
      const first = Math.floor(offset / pageBytes)
      const numbers = Array.from({ length: Math.floor((end - 1) / pageBytes) - first + 1 }, (_, i) => first + i)
      const parts = numbers.map((number) => wanted(number, wish))
      const onAbort = () => wish && leave(numbers, wish)
      wish?.signal.addEventListener('abort', onAbort)
      try {
        const bytes = await Promise.all(parts.map((part) => part.bytes))
        return joined(bytes, offset - first * pageBytes, end - offset)
      } finally {
        wish?.signal.removeEventListener('abort', onAbort)
      }
    },
  }
}

function joined(parts: readonly Uint8Array[], from: number, length: number): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.subarray(from, from + length)
  const whole = new Uint8Array(length)
  let at = -from
  for (const part of parts) {
    const begin = Math.max(0, -at)
    whole.set(part.subarray(begin, Math.min(part.length, length - at)), at + begin)
    at += part.length
  }
  return whole
}

const rankOf = ({ wishes }: Page): number => Math.min(...[...wishes].map((wish) => wish?.rank ?? 0))

/** The waiting page of the lowest rank, among those the one that waits longest. */
function mostWanted(pages: ReadonlyMap<number, Page>): number | null {
  let best: number | null = null
  let least = Infinity
  for (const [number, page] of pages) {
    if (page.state !== 'waiting') continue
    const rank = rankOf(page)
    if (rank >= least) continue
    least = rank
    best = number
  }
  return best
}

/** The waiting pages beside one, in order. */
function neighbours(pages: ReadonlyMap<number, Page>, one: number): number[] {
  const waits = (number: number) => pages.get(number)?.state === 'waiting'
  let first = one
  while (one - first + 1 < pagesTogether && waits(first - 1)) first--
  const numbers = [first]
  for (let next = first + 1; numbers.length < pagesTogether && (next <= one || waits(next)); next++) numbers.push(next)
  return numbers
}

function forgetOldest(pages: Map<number, Page>): void {
  for (const [number, { state }] of pages) {
    if (pages.size <= pagesKept) return
    if (state === 'there') pages.delete(number)
  }
}
