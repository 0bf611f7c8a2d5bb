import type { Worker } from 'node:worker_threads'
import type { ByteSource } from '#recording/byte-source.ts'
import { FileThreads } from '#server/file-threads.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import type { ExportOutcome, ExportTask, FromThread, Question, ToThread } from './thread-messages.ts'

export interface ExportLimits {
  /** Without a question of the thread; how long all of it takes depends on the recording. */
  readonly idleMilliseconds: number
  /** Heap and buffers of a thread together. */
  readonly memoryBytes: number
}

const mebibyte = 1024 * 1024
export const usualLimits: ExportLimits = { idleMilliseconds: 60_000, memoryBytes: 768 * mebibyte }

/** How often a thread's buffers are weighed, which no limit of the engine counts, and its questions looked for. */
const watchPause = 100
/** The most that a file may make the exporter ask for at once, bytes. */
const largestPiece = 64 * mebibyte

/** What an export needs. What these throw is not the file's fault. */
export interface ExportHelpers {
  readonly file: ByteSource
  readonly store: ByteSource | null
  formOf(versionId: number): Promise<Uint8Array>
  /** Takes bytes of the exported file; calls are in order, and each waits for the one before. */
  write(offset: number, bytes: Uint8Array): Promise<void>
}

/**
 * Exports in threads of their own, so that a malformed file hurts only itself: a thread that stands still or takes too much
 * memory is ended. Threads are used again for other files; each exports one at a time.
 */
export class Exporter {
  readonly #limits: ExportLimits
  readonly #threads: FileThreads

  constructor(limits: ExportLimits = usualLimits) {
    this.#limits = limits
    const script = new URL('./export-thread.ts', import.meta.url)
    this.#threads = new FileThreads({ script, name: 'exporter', memoryBytes: limits.memoryBytes })
  }

  /**
   * @throws JobFailure when the file made the thread fail
   * @throws whatever a helper throws, and the signal's reason
   */
  async export(task: ExportTask, helpers: ExportHelpers, signal: AbortSignal): Promise<ExportOutcome> {
    return await this.#threads.use(signal, (thread) => workWith(thread, task, helpers, signal, this.#limits))
  }

  /** Ends the threads that have nothing to do; the others end with their files. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

async function workWith(
  thread: Worker,
  task: ExportTask,
  helpers: ExportHelpers,
  signal: AbortSignal,
  limits: ExportLimits,
): Promise<ExportOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ExportOutcome>()
  let asked = performance.now()
  let answering = 0
  const onMessage = (message: FromThread): void => {
    asked = performance.now()
    if (message.kind === 'ended') return resolve(message.outcome)
    answering++
    answer(message.question, helpers).then((bytes) => {
      answering--
      asked = performance.now()
      const reply: ToThread = { kind: 'answer', request: message.request, bytes }
      thread.postMessage(reply, bytes === null ? [] : [bytes.buffer])
    }, reject)
  }
  const watch = async (): Promise<void> => {
    if (answering === 0 && performance.now() - asked > limits.idleMilliseconds)
      reject(new JobFailure(`The exporter stood still for ${limits.idleMilliseconds / 1000} s over this file`))
    const weight = await thread.getHeapStatistics().catch(() => undefined) // it has ended meanwhile
    if (weight !== undefined && weight.used_heap_size + weight.external_memory > limits.memoryBytes)
      reject(new JobFailure(tooLarge(limits)))
  }
  const onError = (error: Error): void => reject(new JobFailure(reasonOf(error, limits), { cause: error }))
  const onExit = (): void => reject(new JobFailure('The exporter ended unexpectedly over this file'))
  const onAbort = (): void => reject(signal.reason)
  const watching = setInterval(() => void watch(), watchPause)
  thread.on('message', onMessage).on('error', onError).on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  try {
    const begin: ToThread = { kind: 'export', task }
    thread.postMessage(begin)
    return await promise
  } finally {
    clearInterval(watching)
    thread.off('message', onMessage).off('error', onError).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}

async function answer(question: Question, helpers: ExportHelpers): Promise<Uint8Array<ArrayBuffer> | null> {
  switch (question.kind) {
    case 'bytes':
      return await piece(question.of === 'file' ? helpers.file : helpers.store, question)
    case 'form':
      return ownBytes(await helpers.formOf(question.versionId))
    case 'write':
      await helpers.write(question.offset, question.bytes)
      return null
  }
}

async function piece(
  source: ByteSource | null,
  { offset, length }: Extract<Question, { kind: 'bytes' }>,
): Promise<Uint8Array<ArrayBuffer>> {
  const wanted = Math.max(0, Math.min(length, (source?.size ?? 0) - offset))
  if (!(wanted <= largestPiece))
    throw new JobFailure(`The file claims a piece of ${wanted} bytes at byte ${offset}, more than is read at once`)
  return source === null || wanted === 0 ? new Uint8Array(0) : ownBytes(await source.read(offset, wanted))
}

/** Bytes with a buffer of their own, which is given away instead of copied once more. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes)
}

function reasonOf(error: Error, limits: ExportLimits): string {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge(limits)
  return `The exporter crashed over this file: ${error.message}`
}

function tooLarge({ memoryBytes }: ExportLimits): string {
  return `Exporting this file took more than ${Math.round(memoryBytes / mebibyte)} MB of memory; choose fewer signals`
}
