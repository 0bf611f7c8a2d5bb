import type { IncomingMessage } from 'node:http'

/** Why no more of a body is read. */
export type BodyEnding = 'complete' | 'broken' | 'silent' | 'yielded' | 'too-long'

export interface BodyOptions {
  /** Bytes that may come at most. */
  readonly limit: number
  /** Looks at each piece as it arrives (hashes). */
  readonly seen: (bytes: Buffer) => void
  /** Writes pieces in order; called again only when the call before has resolved. */
  readonly write: (pieces: readonly Buffer[]) => Promise<void>
  /** Called twice a second: the moment to make durable what is written. Must not throw. */
  readonly everyHalfSecond: () => void
  readonly yieldNow: AbortSignal
  /** A body from which nothing came for so long, ms, is given up. */
  readonly silenceMs: number
}

/** Bytes that wait for the disk before the sender is held back; bounds the memory of one connection. */
const highWater = 4 * 1024 * 1024
/** Few large writes are faster than many small ones: Node hands over at most 64 KiB at a time. */
const writeSize = 1024 * 1024
const tickMs = 500

/**
 * Reads a request's body and writes it with back-pressure, hashing one piece while the ones before are being written.
 * Resolves when everything that arrived is written; how it ended, the client's failure included, is a value.
 * @throws what `write` throws; then the body is left unread and what was written last is unknown
 */
export function receiveBody(request: IncomingMessage, options: BodyOptions): Promise<BodyEnding> {
  return new Promise((resolve, reject) => {
    let pieces: Buffer[] = []
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
      pieces.push(piece)
      waiting += piece.length
      if (waiting >= highWater) request.pause()
      if (waiting >= writeSize) flush()
    }

    function flush(): void {
      if (writing) return
      if (waiting === 0) {
        if (ending !== undefined) resolve(ending)
        return
      }
      const batch = pieces
      pieces = []
      waiting = 0
      writing = true
      options.write(batch).then(written, failed)
    }

    function written(): void {
      writing = false
      if (ending !== undefined || waiting >= writeSize) flush()
      if (ending === undefined && request.isPaused()) {
        lastByteAt = performance.now()
        request.resume()
      }
    }

    function failed(error: unknown): void {
      detach()
      reject(error)
    }

    function tick(): void {
      options.everyHalfSecond()
      if (writing) return
      if (waiting > 0) flush()
      else if (performance.now() - lastByteAt > options.silenceMs) stop('silent')
    }

    function stop(how: BodyEnding): void {
      if (ending !== undefined) return
      ending = how
      detach()
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
