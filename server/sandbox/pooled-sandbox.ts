import { setTimeout as pause } from 'node:timers/promises'
import type { Launcher } from './launcher.ts'
import { RunningBox } from './running-box.ts'
import type { Box, BoxEnvironment, BoxLimits, BoxOrder, Sandbox } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'

/** Boxes that cannot be started are not tried again and again. */
const restMs = 5_000

/** Boxes of one environment and one set of limits that are started and wait; each is used once. */
interface Shelf {
  readonly environment: BoxEnvironment
  readonly limits: BoxLimits
  wanted: number
  readonly waiting: RunningBox[]
}

/** A sandbox on any launcher, with its pool of started boxes. */
export class PooledSandbox implements Sandbox {
  readonly kind: Sandbox['kind']
  readonly #launcher: Launcher
  readonly #shelves = new Map<string, Shelf>()
  readonly #boxes = new Set<RunningBox>()
  #filling: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(launcher: Launcher) {
    this.#launcher = launcher
    this.kind = launcher.kind
  }

  warm(environment: BoxEnvironment, limits: BoxLimits, count: number): void {
    const key = keyOf(environment, limits)
    const shelf = this.#shelves.get(key) ?? { environment, limits, wanted: 0, waiting: [] }
    shelf.wanted = count
    this.#shelves.set(key, shelf)
    for (const box of shelf.waiting.splice(count)) void box.dispose()
    if (count === 0) this.#shelves.delete(key)
    this.#fill()
  }

  async start(order: BoxOrder): Promise<Box> {
    if (this.#stopping.signal.aborted) throw new SandboxError('The sandbox is stopped.')
    const { environment, limits } = order
    const waiting = takeLoneliest(this.#shelves.get(keyOf(environment, limits))?.waiting ?? [])
    const box = waiting ?? (await this.#launch(environment, limits))
    try {
      await box.ready
      await box.order(order)
    } catch (error) {
      await box.dispose()
      throw error
    } finally {
      this.#fill()
    }
    return box
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#filling
    await Promise.all([...this.#boxes].map((box) => box.dispose()))
    await this.#launcher.close()
  }

  /** How many boxes wait, loaded. */
  get waiting(): number {
    return this.#shelves.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  async #launch(environment: BoxEnvironment, limits: BoxLimits): Promise<RunningBox> {
    const box = new RunningBox(await this.#launcher.launch(environment, limits), limits)
    this.#boxes.add(box)
    // at work or waiting: a box that has ended is no longer ours to end
    void box.ended.then(() => this.#boxes.delete(box))
    return box
  }

  /** One box at a time: those at work have the processors. */
  #fill(): void {
    if (this.#filling || this.#stopping.signal.aborted) return
    const shelf = this.#shelves.values().find(({ waiting, wanted }) => waiting.length < wanted)
    if (!shelf) return
    this.#filling = this.#addTo(shelf).finally(() => {
      this.#filling = undefined
      this.#fill()
    })
  }

  async #addTo(shelf: Shelf): Promise<void> {
    try {
      const box = await this.#launch(shelf.environment, shelf.limits)
      await box.ready.catch(async (error: unknown) => {
        await box.dispose()
        throw error
      })
      if (this.#stopping.signal.aborted || shelf.waiting.length >= shelf.wanted) return await box.dispose()
      shelf.waiting.push(box)
      void box.ended.then(async () => {
        const at = shelf.waiting.indexOf(box)
        if (at >= 0) shelf.waiting.splice(at, 1)
        if (at >= 0) await box.dispose()
        this.#fill()
      })
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      // `start` tries for itself and tells; here nobody waits
      await pause(restMs, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Of those on processors with the fewest others at work, the one that has waited longest. */
function takeLoneliest(waiting: RunningBox[]): RunningBox | undefined {
  const least = Math.min(...waiting.map(({ company }) => company))
  const at = waiting.findIndex(({ company }) => company === least)
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

function keyOf(environment: BoxEnvironment, limits: BoxLimits): string {
  return JSON.stringify([environment.folder, environment.hash, limits])
}
