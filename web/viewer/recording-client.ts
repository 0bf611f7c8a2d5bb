import type { Access, ArchiveResource, CallName, Calls, FromWorker, ToWorker, ViewerProblem } from './protocol.ts'
import { readStoreEnd } from './store-end.ts'

/** A call that the worker could not do. */
export class ViewerError extends Error {
  readonly offset: number | null

  constructor({ message, offset }: ViewerProblem) {
    super(message)
    this.offset = offset
  }
}

interface Surroundings {
  /** How the worker gets at parts of a recording of the archive; called again when the server refused what it gave. */
  readonly access?: (resource: ArchiveResource) => Promise<Access>
  readonly onProgress?: (done: number, size: number) => void
}

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** Started ahead, for the next recording. */
let prepared: Worker | null = null

const startWorker = () => new Worker(new URL('./recording-worker.ts', import.meta.url), { type: 'module', name: 'recording' })

/** Starts the worker of the recording that will be opened next, while the server is still asked about it. */
export function prepareWorker(): void {
  prepared ??= startWorker()
}

const isOpening = (name: CallName, _ask: Calls[CallName]['ask']): _ask is Calls['openArchive']['ask'] => name === 'openArchive'

/** One recording in a worker of its own. Calls may overlap; `close` ends the worker and whatever it was doing. */
export class RecordingClient {
  readonly #worker: Worker
  readonly #around: Surroundings
  readonly #waiting = new Map<number, Waiting>()
  #number = 0

  constructor(around: Surroundings = {}) {
    this.#around = around
    this.#worker = prepared ?? startWorker()
    prepared = null
    this.#worker.addEventListener('message', (event: MessageEvent<FromWorker>) => this.#take(event.data))
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#failAll(event.message || 'The reader of recordings could not be started; load the page again.')
    })
  }

  /**
   * `signal`: aborted, the call fails with its reason, and what it alone would read is not read.
   * @throws ViewerError with the reason as a sentence
   */
  call<Name extends CallName>(name: Name, ask: Calls[Name]['ask'], signal?: AbortSignal): Promise<Calls[Name]['answer']> {
    const number = ++this.#number
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(number, { resolve, reject })
    this.#worker.postMessage({ kind: 'call', number, name, ask })
    if (isOpening(name, ask) && ask.signalsSize !== null) void this.#giveEnd(ask.signalsSize)
    signal?.addEventListener('abort', () => {
      if (!this.#waiting.delete(number)) return
      this.#worker.postMessage({ kind: 'cancel', number })
      reject(signal.reason)
    })
    // The worker answers a call of this name with what the protocol says.
    return promise as Promise<Calls[Name]['answer']>
  }

  close(): void {
    this.#worker.terminate()
    this.#failAll('The recording was closed.')
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case 'answer':
        return this.#settle(message.number, ({ resolve }) => resolve(message.answer))
      case 'failed':
        return this.#settle(message.number, ({ reject }) => reject(new ViewerError(message.problem)))
      case 'progress':
        return this.#around.onProgress?.(message.done, message.size)
      case 'wanted':
        return void this.#give(message.number, message.resource)
    }
  }

  /** While the worker is still starting. */
  async #giveEnd(size: number): Promise<void> {
    const { access } = this.#around
    const end = access === undefined ? null : await readStoreEnd(size, access)
    this.#worker.postMessage({ kind: 'end', end }, end === null ? [] : [end.bytes])
  }

  async #give(number: number, resource: ArchiveResource): Promise<void> {
    const tell = (message: ToWorker) => this.#worker.postMessage(message)
    try {
      const access = (await this.#around.access?.(resource)) ?? null
      tell({ kind: 'access', number, access, problem: access === null ? 'The file is not in the archive.' : null })
    } catch (raised) {
      tell({ kind: 'access', number, access: null, problem: raised instanceof Error ? raised.message : String(raised) })
    }
  }

  #settle(number: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(number)
    this.#waiting.delete(number)
    if (waiting !== undefined) how(waiting)
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new ViewerError({ message, offset: null }))
    this.#waiting.clear()
  }
}
