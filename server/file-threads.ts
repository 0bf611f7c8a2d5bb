import { Worker } from 'node:worker_threads'

const mebibyte = 1024 * 1024

interface Kind {
  readonly script: URL
  readonly name: string
  /** Heap and buffers of a thread together; of the buffers the user takes care, since no limit of the engine counts them. */
  readonly memoryBytes: number
}

/**
 * Threads that work on one file after the other, so that a malformed file hurts only itself. A thread is used again when its
 * work went well, and ended when it did not. They know nothing of this process: no environment, no arguments.
 */
export class FileThreads {
  readonly #kind: Kind
  readonly #idle: Worker[] = []
  #closed = false

  constructor(kind: Kind) {
    this.#kind = kind
  }

  /** Gives `work` a thread for itself. @throws what `work` throws, and the signal's reason when it is aborted already */
  async use<T>(signal: AbortSignal, work: (thread: Worker) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const thread = this.#idle.pop() ?? this.#newThread()
    try {
      const result = await work(thread)
      if (this.#closed) await thread.terminate()
      else this.#idle.push(thread)
      return result
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
    const { script, name, memoryBytes } = this.#kind
    const heap = Math.floor(memoryBytes / mebibyte)
    const thread = new Worker(script, {
      name,
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
}
