import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { buildEnvironment, findBuilt, recipeHash } from './build-environment.ts'
import type { OnProgress } from './build-environment.ts'
import { EnvironmentError } from './environment-state.ts'
import type { BuiltEnvironment, EnvironmentState, NamedEnvironment } from './environment-state.ts'
import { provideInstaller } from './installer.ts'
import { findPython } from './machine-python.ts'
import { ownPackage } from './own-package.ts'
import { defaultName, productLock, RequestedEnvironments } from './requested-environments.ts'
import { sweepBuilt } from './sweep-built.ts'

/** How long until an index that was out of reach is asked again, milliseconds. */
const nextTryMs = 5 * 60_000
const week = 7 * 24 * 3600_000

export interface EnvironmentSettings {
  /** The server's data folder; everything is kept below its `analysis-environments`. */
  readonly dataDir: string
  readonly log: Logger
  /** Where Python is looked for, as in PATH; absent: PATH. */
  readonly path?: string
  /** The lock file of the environment that comes with the product; absent: analysis-env/lock.txt. */
  readonly lock?: string
  /** How long environments that nothing names any more are kept; absent: a week, as a run of another process may have one. */
  readonly keptMs?: number
}

/**
 * The Python environments of analyses: the one of the product and those that administrators asked for. They are built
 * one after the other in the background; the server runs meanwhile, and without them too.
 */
export class AnalysisEnvironments {
  readonly #log: Logger
  readonly #path: string | undefined
  readonly #folder: string
  readonly #requested: RequestedEnvironments
  readonly #entries = new Map<string, { requirements: string | null; status: EnvironmentState }>()
  readonly #keptMs: number
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()
  #turn: Promise<void> = Promise.resolve()

  constructor({ dataDir, log, path, lock = productLock, keptMs = week }: EnvironmentSettings) {
    this.#log = log
    this.#path = path
    this.#keptMs = keptMs
    this.#folder = join(dataDir, 'analysis-environments')
    this.#requested = new RequestedEnvironments(join(this.#folder, 'requested'), lock)
  }

  /** Begins to build what is not there yet; returns at once. */
  start(): void {
    this.#set(defaultName, null, { state: 'waiting' })
    this.#enqueue(async () => {
      for (const [name, requirements] of await this.#requested.all()) this.#set(name, requirements, { state: 'waiting' })
      for (const name of this.#entries.keys()) await this.#provide(name)
      const used = [...this.#entries.values()].flatMap(({ status }) => (status.state === 'ready' ? [status.built.folder] : []))
      await sweepBuilt(join(this.#folder, 'built'), used, this.#keptMs)
    })
  }

  /** All environments, the product's first. */
  list(): NamedEnvironment[] {
    return [...this.#entries].map(([name, entry]) => ({ name, ...entry }))
  }

  /** The environment when it can be used now, else null. */
  ready(name: string = defaultName): BuiltEnvironment | null {
    const status = this.#entries.get(name)?.status
    return status?.state === 'ready' ? status.built : null
  }

  /** Calls after each change of any state; gives the end of it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Keeps an administrator's requirements file under a name and begins to build it. The same again is no change.
   *
   * @throws EnvironmentError when the name or the file will not do
   */
  async add(name: string, requirements: string): Promise<void> {
    await this.#requested.add(name, requirements)
    if (this.#entries.get(name)?.status.state === 'ready') return
    this.#set(name, requirements, { state: 'waiting' })
    this.#enqueue(() => this.#provide(name))
  }

  /** Forgets an administrator's environment; its files go later, when no run can have them open. */
  async remove(name: string): Promise<void> {
    if (name === defaultName) return
    await this.#requested.remove(name)
    this.#entries.delete(name)
    this.#tell()
  }

  /** Tries an environment again that failed. */
  retry(name: string): void {
    const entry = this.#entries.get(name)
    if (entry?.status.state !== 'failed') return
    this.#set(name, entry.requirements, { state: 'waiting' })
    this.#enqueue(() => this.#provide(name))
  }

  /** Resolves when nothing is being built. */
  async idle(): Promise<void> {
    let turn
    do {
      turn = this.#turn
      await turn
    } while (turn !== this.#turn)
  }

  /** Breaks off what is being built; it is taken up at the next start. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.idle()
  }

  #enqueue(task: () => Promise<void>): void {
    this.#turn = this.#turn.then(async () => {
      if (this.#abort.signal.aborted) return
      await task().catch((error: unknown) => {
        if (!this.#abort.signal.aborted) this.#log.error({ err: error }, 'the analysis environments cannot be looked after')
      })
    })
  }

  /** Builds an environment if need be; never throws. */
  async #provide(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    // asked for twice, as when it is added while the others are being looked at
    if (entry === undefined || entry.status.state === 'ready') return
    let percent = 0
    const onProgress: OnProgress = (next, step) => {
      percent = Math.max(percent, Math.min(99, Math.round(next)))
      if (this.#entries.has(name)) this.#set(name, entry.requirements, { state: 'building', step, percent })
    }
    try {
      const built = await this.#build(name, onProgress)
      if (this.#entries.has(name)) this.#set(name, entry.requirements, { state: 'ready', built })
    } catch (error) {
      if (this.#abort.signal.aborted || !this.#entries.has(name)) return
      const { obstacle, message, remedy } = asEnvironmentError(error)
      this.#log.warn({ err: error }, `the analysis environment ${name} cannot be built: ${message} ${remedy}`)
      this.#set(name, entry.requirements, { state: 'failed', obstacle, reason: message, remedy })
      if (obstacle === 'index') this.#retryLater(name)
    }
  }

  async #build(name: string, onProgress: OnProgress): Promise<BuiltEnvironment> {
    const { signal } = this.#abort
    onProgress(0, 'Looking for Python')
    const python = await findPython(this.#path)
    const sdk = await ownPackage()
    const built = join(this.#folder, 'built')
    // what was built before is ready without an installer or a network
    const known = await this.#requested.keptLock(name, python.minor)
    const there = known === null ? null : await findBuilt(built, recipeHash({ python, sdk, lock: known }))
    if (there !== null) return there
    onProgress(1, 'Fetching the installer')
    const installer = await provideInstaller(python, join(this.#folder, 'installer'), signal)
    onProgress(1, 'Choosing versions')
    const recipe = { python, sdk, lock: await this.#requested.lock(name, python, installer, signal) }
    const found = await findBuilt(built, recipeHash(recipe))
    return found ?? (await buildEnvironment(recipe, installer, built, { signal, onProgress }))
  }

  #retryLater(name: string): void {
    void pause(nextTryMs, undefined, { ref: false, signal: this.#abort.signal }).then(
      () => this.retry(name),
      () => undefined,
    )
  }

  #set(name: string, requirements: string | null, status: EnvironmentState): void {
    this.#entries.set(name, { requirements, status })
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function asEnvironmentError(error: unknown): EnvironmentError {
  if (error instanceof EnvironmentError) return error
  if (error instanceof Error && Reflect.get(error, 'code') === 'ENOSPC')
    return new EnvironmentError(
      'disk',
      'The disk of the data folder is full.',
      'Make room (an environment takes about 800 MB) and try again.',
    )
  return new EnvironmentError(
    'other',
    error instanceof Error ? error.message : String(error),
    'See the server log, then try again.',
  )
}
