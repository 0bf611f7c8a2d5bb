import type { Worker } from 'node:worker_threads'
import type { ByteSource } from '#recording/byte-source.ts'
import type { LocationNames } from '#recording/locations/signal-names.ts'
import { usualLocationNames } from '#recording/locations/signal-names.ts'
import type { Instant } from '#recording/instant.ts'
import { FileThreads } from '#server/file-threads.ts'
import type { CatalogChoice, FromThread, Look, ParsedCatalog, Question, ToThread } from './thread-messages.ts'

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

/** What a recording needs beside its bytes. What these throw is not the file's fault. */
export interface Helpers {
  /** The catalogs that hold for a recording of this time, in the order in which they are asked. */
  catalogsAt(origin: Instant): Promise<readonly CatalogChoice[]>
  /** The own form of a catalog, as bytes of text. */
  formOf(versionId: number): Promise<Uint8Array>
  /** The next piece of the signal store. */
  store(bytes: Uint8Array): Promise<void>
}

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
  readonly #locationNames: LocationNames
  readonly #threads: FileThreads

  constructor(limits: ReadingLimits = usualLimits, locationNames: LocationNames = usualLocationNames) {
    this.#limits = limits
    this.#locationNames = locationNames
    const script = new URL('./reading-thread.ts', import.meta.url)
    this.#threads = new FileThreads({ script, name: 'recording-reader', memoryBytes: limits.memoryBytes })
  }

  /**
   * @throws ReaderFailed when the file made the thread fail
   * @throws whatever `source` or a helper throws, and the signal's reason: the file itself is not to blame then
   */
  async look(source: ByteSource, helpers: Helpers, signal: AbortSignal): Promise<Look> {
    const task: Task = {
      begin: { kind: 'look', size: source.size, locationNames: this.#locationNames },
      size: source.size,
      answer: answers(source, helpers),
    }
    const end = await this.#inThread(task, signal)
    if (end.kind !== 'seen') throw new ReaderFailed('The reader was asked for a recording and answered with a catalog')
    return end.look
  }

  /** Reads a DBC file. Throws as `look` does. */
  async parseCatalog(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<ParsedCatalog> {
    const nothing = (): Promise<never> => Promise.reject(new ReaderFailed('The reader of a catalog asked for something'))
    const begin: ToThread = { kind: 'parse', bytes: Uint8Array.from(bytes), name }
    const end = await this.#inThread({ begin, size: bytes.length, answer: nothing }, signal)
    if (end.kind !== 'parsed') throw new ReaderFailed('The reader was asked for a catalog and answered with a recording')
    return end.parsed
  }

  /** Ends the threads that have nothing to do; the others end with their files. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  #inThread(task: Task, signal: AbortSignal): Promise<End> {
    return this.#threads.use(signal, (thread) => this.#workWith(thread, task, signal))
  }

  async #workWith(thread: Worker, task: Task, signal: AbortSignal): Promise<End> {
    const { promise, resolve, reject } = Promise.withResolvers<End>()
    const allowed = this.#limits.milliseconds + (task.size / this.#limits.bytesPerSecond) * 1000
    const onMessage = (message: FromThread): void => {
      if (message.kind !== 'ask') return resolve(message)
      reply(thread, message.request, task.answer(message.question)).catch(reject)
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
      thread.postMessage(task.begin)
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

type End = Exclude<FromThread, { kind: 'ask' }>
type Answer = Extract<ToThread, { kind: 'answer' }>['answer']

interface Task {
  readonly begin: ToThread
  /** Bytes that are read. */
  readonly size: number
  readonly answer: (question: Question) => Promise<Answer>
}

function answers(source: ByteSource, helpers: Helpers): (question: Question) => Promise<Answer> {
  return async (question) => {
    switch (question.kind) {
      case 'bytes':
        return await piece(source, question)
      case 'catalogs':
        return await helpers.catalogsAt(question.origin)
      case 'form':
        return ownBytes(await helpers.formOf(question.versionId))
      case 'store':
        await helpers.store(question.bytes)
        return []
    }
  }
}

async function piece(source: ByteSource, { offset, length }: Extract<Question, { kind: 'bytes' }>): Promise<Answer> {
  const wanted = Math.max(0, Math.min(length, source.size - offset))
  if (!(wanted <= largestPiece))
    throw new ReaderFailed(`The file claims a piece of ${wanted} bytes at byte ${offset}, more than is read at once`)
  return wanted === 0 ? new Uint8Array(0) : ownBytes(await source.read(offset, wanted))
}

/** Bytes with a buffer of their own, which is given away instead of copied once more. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes)
}

async function reply(thread: Worker, request: number, answering: Promise<Answer>): Promise<void> {
  const answer = await answering
  const message: ToThread = { kind: 'answer', request, answer }
  thread.postMessage(message, answer instanceof Uint8Array ? [answer.buffer] : [])
}

function reasonOf(error: Error, limits: ReadingLimits): string {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge(limits)
  return `The reader crashed over this file: ${error.message}`
}

function tooLarge(limits: ReadingLimits): string {
  return `Reading this file took more than ${Math.round(limits.memoryBytes / mebibyte)} MB of memory`
}
