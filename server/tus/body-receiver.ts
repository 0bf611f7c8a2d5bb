import type { IncomingMessage } from 'node:http'
import { giveSlab, slabBytes, takeSlab } from './slab-pool.ts'

/** Why no more of a body is read. */
export type BodyEnding = 'complete' | 'broken' | 'silent' | 'yielded' | 'too-long'

export interface BodyOptions {
  /** Bytes that may come at most. */
  readonly limit: number
  /** Looks at each piece as it arrives (hashes). */
  readonly seen: (bytes: Buffer) => void
  /** Writes what comes next; called again only when the call before has resolved, and the memory is used again then. */
  readonly write: (bytes: Buffer) => Promise<void>
  /** Called twice a second, for what is done now and then. Must not throw. */
  readonly everyHalfSecond: () => void
  readonly yieldNow: AbortSignal
  /** A body from which nothing came for so long, ms, is given up. */
  readonly silenceMs: number
}

/** Bytes that wait for the disk before the sender is held back; bounds the memory of one connection. */
const highWater = 4 * slabBytes
const tickMs = 500

/**
 * Reads a request's body and writes it with back-pressure, hashing one piece while the ones before are being written.
 * Resolves when everything that arrived is written; how it ended, the client's failure included, is a value.
 * @throws what `write` throws; then the body is left unread and what was written last is unknown
 */
export function receiveBody(request: IncomingMessage, options: BodyOptions): Promise<BodyEnding> {
  return new Promise((resolve, reject) => {
    const full: Buffer[] = []
    let slab: Buffer | undefined
    let filled = 0
    let waiting = 0
    let received = 0
    let writing = false
    let ending: BodyEnding | undefined
    let lastByteAt = performance.now()

    const ticker = setInterval(tick, tickMs)
    request.on('data', take)
    request.on('end', ended)
    request.on('close', broken)
    request.on('error', broken)
    options.yieldNow.addEventListener('abort', yielded)
    if (options.yieldNow.aborted) yielded()
    else if (request.destroyed) broken()

    function take(piece: Buffer): void {
      lastByteAt = performance.now()
      received += piece.length
      if (received > options.limit) return stop('too-long')
      options.seen(piece)
      keep(piece)
      if (waiting >= highWater) request.pause()
      if (full.length > 0) flush()
    }

    function keep(piece: Buffer): void {
      waiting += piece.length
      for (let from = 0; from < piece.length;) {
        slab ??= takeSlab()
        const copied = piece.copy(slab, filled, from)
        from += copied
        filled += copied
        if (filled === slab.length) cut()
      }
    }

    /** What is in the slab now is to be written next. */
    function cut(): void {
      if (slab === undefined) return
      full.push(slab.subarray(0, filled))
      slab = undefined
      filled = 0
    }

    function flush(): void {
      if (writing) return
      const next = full.shift()
      if (next === undefined) {
        if (ending !== undefined) resolve(ending)
        return
      }
      writing = true
      void writeNext(next)
    }

    async function writeNext(bytes: Buffer): Promise<void> {
      try {
        await options.write(bytes)
      } catch (error) {
        detach()
        reject(error)
        return
      }
      writing = false
      waiting -= bytes.length
      giveSlab(Buffer.from(bytes.buffer))
      flush()
      if (ending === undefined && request.isPaused()) {
        lastByteAt = performance.now()
        request.resume()
      }
    }

    function tick(): void {
      options.everyHalfSecond()
      if (writing) return
      if (waiting > 0) {
        cut()
        flush()
      } else if (performance.now() - lastByteAt > options.silenceMs) stop('silent')
    }

    function stop(how: BodyEnding): void {
      if (ending !== undefined) return
      ending = how
      detach()
      cut()
      flush()
    }
    function ended(): void {
      stop('complete')
    }
    function broken(): void {
      stop('broken')
    }
    function yielded(): void {
      stop('yielded')
    }
    function detach(): void {
      clearInterval(ticker)
      request.off('data', take)
      request.off('end', ended)
      request.off('close', broken)
      request.off('error', broken)
      options.yieldNow.removeEventListener('abort', yielded)
      request.pause()
    }
  })
}
