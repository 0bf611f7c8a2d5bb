import { Worker } from 'node:worker_threads'
import type { ByteSource } from '#recording/byte-source.ts'
import type { FromThread, Look, ToThread } from './thread-messages.ts'

export interface ReadingLimits {
  /** For small files; large ones get a second more for each `bytesPerSecond`. */
  readonly milliseconds: number
  readonly bytesPerSecond: number
  /** Heap and buffers of a thread together. */
  readonly memoryBytes: number
}

const mebibyte = 1024 * 1024
export const usualLimits: ReadingLimits = { milliseconds: 30_000, bytesPerSecond: 20 * mebibyte, memoryBytes: 512 * mebibyte }

/** How often a thread's buffers are weighed, which no limit of the engine counts, milliseconds. */
const weighingPause = 100
/** The most that a file may make the reader ask for at once, bytes. */
const largestPiece = 64 * mebibyte

/** The reader came to grief over this very file: too slow, too large, or crashed. Another try would end the same. */
export class ReaderFailed extends Error {
  override readonly name = 'ReaderFailed'
}

/**
 * Looks into recordings in threads of their own, so that a malformed file hurts only itself: a thread that takes too long or
 * too much memory is ended. Threads are used again for other files; each looks into one at a time.
 */
export class RecordingReader {
  readonly #limits: ReadingLimits
  readonly #idle: Worker[] = []
  #closed = false

  constructor(limits: ReadingLimits = usualLimits) {
    this.#limits = limits
  }

  /**
   * @throws ReaderFailed when the file made the thread fail
   * @throws whatever `source` throws, and the signal's reason: the file itself is not to blame then
   */
  async look(source: ByteSource, signal: AbortSignal): Promise<Look> {
    signal.throwIfAborted()
    const thread = this.#idle.pop() ?? this.#newThread()
    try {
      const seen = await this.#lookWith(thread, source, signal)
      if (this.#closed) await thread.terminate()
      else this.#idle.push(thread)
      return seen
    } catch (error) {
      await thread.terminate()
      throw error
    }
  }

  /** Ends the threads that have nothing to do; the others end with their files. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#idle.splice(0).map((thread) => thread.terminate()))
  }

  #newThread(): Worker {
    const heap = Math.floor(this.#limits.memoryBytes / mebibyte)
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      name: 'recording-reader',
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(heap * 0.75),
        maxYoungGenerationSizeMb: Math.max(8, Math.floor(heap * 0.125)),
        stackSizeMb: 4,
      },
    })
    // an idle thread keeps no process alive; and ending one may raise an error that nobody waits for any more
    thread.on('error', () => undefined).unref()
    return thread
  }

  async #lookWith(thread: Worker, source: ByteSource, signal: AbortSignal): Promise<Look> {
    const { promise, resolve, reject } = Promise.withResolvers<Look>()
    const allowed = this.#limits.milliseconds + (source.size / this.#limits.bytesPerSecond) * 1000
    const onMessage = (message: FromThread): void => {
      if (message.kind === 'seen') return resolve(message.look)
      handOut(thread, source, message).catch(reject)
    }
    const onError = (error: Error): void => reject(new ReaderFailed(reasonOf(error, this.#limits)))
    const onExit = (): void => reject(new ReaderFailed('The reader ended unexpectedly while it read this file'))
    const onAbort = (): void => reject(signal.reason)
    const deadline = setTimeout(
      () => reject(new ReaderFailed(`Reading this file took longer than ${Math.round(allowed / 1000)} s`)),
      allowed,
    )
    const scales = setInterval(() => void this.#weigh(thread, reject), weighingPause)
    thread.on('message', onMessage).once('error', onError).once('exit', onExit)
    signal.addEventListener('abort', onAbort)
    try {
      const look: ToThread = { kind: 'look', size: source.size }
      thread.postMessage(look)
      return await promise
    } finally {
      clearTimeout(deadline)
      clearInterval(scales)
      thread.off('message', onMessage).off('exit', onExit).off('error', onError)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Buffers lie outside the heap that `resourceLimits` bounds. */
  async #weigh(thread: Worker, reject: (error: Error) => void): Promise<void> {
    const weight = await thread.getHeapStatistics().catch(() => undefined) // it has ended meanwhile
    if (weight === undefined) return
    if (weight.used_heap_size + weight.external_memory > this.#limits.memoryBytes)
      reject(new ReaderFailed(tooLarge(this.#limits)))
  }
}

async function handOut(
  thread: Worker,
  source: ByteSource,
  { request, offset, length }: Extract<FromThread, { kind: 'want' }>,
): Promise<void> {
  const wanted = Math.max(0, Math.min(length, source.size - offset))
  if (!(wanted <= largestPiece))
    throw new ReaderFailed(`The file claims a piece of ${wanted} bytes at byte ${offset}, more than is read at once`)
  const read = wanted === 0 ? new Uint8Array(0) : await source.read(offset, wanted)
  // a copy of its own, which is given away instead of copied once more
  const bytes =
    read.byteLength === read.buffer.byteLength && read.buffer instanceof ArrayBuffer
      ? new Uint8Array(read.buffer)
      : Uint8Array.from(read)
  const message: ToThread = { kind: 'bytes', request, bytes }
  thread.postMessage(message, [bytes.buffer])
}

function reasonOf(error: Error, limits: ReadingLimits): string {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge(limits)
  return `The reader crashed over this file: ${error.message}`
}

function tooLarge(limits: ReadingLimits): string {
  return `Reading this file took more than ${Math.round(limits.memoryBytes / mebibyte)} MB of memory`
}
