import type { Worker } from 'node:worker_threads'
import { FileThreads } from '#server/file-threads.ts'
import type { PackageMember } from './canonical-zip.ts'
import { PackageProblem } from './package-problem.ts'
import type { PackageOutcome } from './package-thread.ts'
import type { ScriptPackage } from './read-package.ts'

const mebibyte = 1024 * 1024
const memoryBytes = 384 * mebibyte
/** For the largest package, on a busy machine. */
const mostMilliseconds = 30_000

/**
 * Reads packages in a thread of its own, one at a time, so that a malformed one hurts only itself, and many large ones do
 * not fill the memory together.
 */
export class PackageReader {
  readonly #threads: FileThreads
  #last: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#threads = new FileThreads({
      script: new URL('./package-thread.ts', import.meta.url),
      name: 'package-reader',
      memoryBytes,
    })
  }

  /** @throws PackageProblem when it is no script package, naming the member */
  async read(zip: Uint8Array): Promise<ScriptPackage> {
    const before = this.#last
    const reading = before.then(
      () => this.#readNow(zip),
      () => this.#readNow(zip),
    )
    this.#last = reading.catch(() => undefined)
    return await reading
  }

  async #readNow(zip: Uint8Array): Promise<ScriptPackage> {
    const signal = AbortSignal.timeout(mostMilliseconds)
    const outcome = await this.#threads.use(signal, (thread) => ask(thread, zip, signal))
    if (outcome.kind === 'refused') throw new PackageProblem(outcome.sentence)
    const members: readonly PackageMember[] = outcome.members
    return { zip: Buffer.from(outcome.zip.buffer), sha256: Buffer.from(outcome.sha256), members }
  }

  /** Ends the thread, when it has nothing to do. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}

async function ask(thread: Worker, zip: Uint8Array, signal: AbortSignal): Promise<PackageOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<PackageOutcome>()
  const onError = (error: Error): void =>
    reject(new PackageProblem('The zip could not be read; leave out what is large', { cause: error }))
  const onExit = (): void => reject(new PackageProblem('The zip could not be read; leave out what is large'))
  const onAbort = (): void =>
    reject(new PackageProblem(`Reading the zip took longer than ${mostMilliseconds / 1000} s; leave out what is large`))
  thread.on('message', resolve).on('error', onError).on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  try {
    thread.postMessage(zip)
    return await promise
  } finally {
    thread.off('message', resolve).off('error', onError).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}
