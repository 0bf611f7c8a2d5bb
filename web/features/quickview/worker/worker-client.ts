import type { Access } from '#web/viewer/protocol.ts'
import type { CallMap, FromWorker, ToWorker } from './messages.ts'

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

interface Surroundings<Progress> {
  readonly access: () => Promise<Access>
  readonly onProgress: (progress: Progress) => void
}

/** The page's side of a worker that reads a file. Calls may overlap; `close` ends the worker and whatever it was doing. */
export class WorkerClient<Calls extends CallMap, Progress> {
  readonly #worker: Worker
  readonly #around: Surroundings<Progress>
  readonly #waiting = new Map<number, Waiting>()
  #number = 0

  constructor(worker: Worker, around: Surroundings<Progress>) {
    this.#worker = worker
    this.#around = around
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => this.#take(event.data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#failAll(event.message || 'The reader of this file could not be started; load the page again.')
    })
  }

  /** @throws Error with the reason as a sentence */
  call<Name extends keyof Calls & string>(name: Name, ask: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
    const number = ++this.#number
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(number, { resolve, reject })
    this.#tell({ kind: 'call', number, name, ask })
    // The worker answers a call of this name with what the map of calls says.
    return promise as Promise<Calls[Name]['answer']>
  }

  close(): void {
    this.#worker.terminate()
    this.#failAll('The file was closed.')
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case 'answer':
        return this.#settle(message.number, ({ resolve }) => resolve(message.answer))
      case 'failed':
        return this.#settle(message.number, ({ reject }) => reject(new Error(message.message)))
      case 'progress':
        // The worker of these calls tells this kind of progress.
        return this.#around.onProgress(message.progress as Progress)
      case 'wanted':
        return void this.#give(message.number)
    }
  }

  async #give(number: number): Promise<void> {
    try {
      this.#tell({ kind: 'access', number, access: await this.#around.access(), problem: null })
    } catch (raised) {
      this.#tell({ kind: 'access', number, access: null, problem: raised instanceof Error ? raised.message : String(raised) })
    }
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #settle(number: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(number)
    this.#waiting.delete(number)
    if (waiting !== undefined) how(waiting)
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message))
    this.#waiting.clear()
  }
}
