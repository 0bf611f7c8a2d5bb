import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { EventQueue } from './event-queue.ts'
import { ResultNames } from './result-names.ts'
import type { Box, BoxEnd, BoxEvent, BoxFile, BoxOrder, Sandbox } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'
import type { Step } from './scripted-package.ts'
import { scriptedSteps } from './scripted-package.ts'

/** A real implementation without processes, for tests of whatever uses a sandbox: each script says itself what happens. */
export class ScriptedSandbox implements Sandbox {
  readonly kind = 'scripted'
  /** Every order, in the order of `start`. */
  readonly orders: BoxOrder[] = []
  readonly #boxes = new Set<ScriptedBox>()

  warm(): void {
    // nothing takes long here
  }

  async start(order: BoxOrder): Promise<Box> {
    this.orders.push(order)
    const zip = await readFile(order.packagePath).catch((error: unknown) => {
      throw new SandboxError(`The file ${order.packagePath} is missing (${String(error)}).`)
    })
    const steps = scriptedSteps(zip)
    if (steps.some(({ word }) => word === 'refuse-to-start'))
      throw new SandboxError('The scripted sandbox makes no box for this script.')
    const box = new ScriptedBox(order, steps)
    this.#boxes.add(box)
    void box.ended.then(() => this.#boxes.delete(box))
    return box
  }

  /** Boxes that have not ended. */
  get atWork(): number {
    return this.#boxes.size
  }

  /** Lets everybody go on who waits. */
  release(): void {
    for (const box of this.#boxes) box.release()
  }

  async stop(): Promise<void> {
    for (const box of this.#boxes) box.kill('canceled')
    await Promise.all([...this.#boxes].map(({ ended }) => ended))
  }
}

type End = 'canceled' | 'time' | 'released'

class ScriptedBox implements Box {
  readonly events: AsyncIterable<BoxEvent>
  readonly ended: Promise<BoxEnd>
  readonly #queue = new EventQueue()
  readonly #files: BoxFile[] = []
  readonly #refused: [name: string, reason: string][] = []
  readonly #names = new ResultNames()
  readonly #interrupted = Promise.withResolvers<'canceled' | 'time'>()
  #killed: 'canceled' | 'time' | undefined
  #released = Promise.withResolvers<'released'>()

  constructor(order: BoxOrder, steps: readonly Step[]) {
    this.events = this.#queue
    const begin = performance.now()
    const timer = setTimeout(() => this.kill('time'), order.limits.seconds * 1_000)
    this.ended = this.#play(steps).then((why) => {
      clearTimeout(timer)
      this.#queue.end()
      return { ...why, peakMemoryBytes: 1024 * 1024, durationMs: performance.now() - begin }
    })
  }

  release(): void {
    this.#released.resolve('released')
    this.#released = Promise.withResolvers()
  }

  kill(why: 'canceled' | 'time'): void {
    this.#killed ??= why
    this.#interrupted.resolve(this.#killed)
  }

  async *results(onRefused: (name: string, reason: string) => void): AsyncGenerator<BoxFile> {
    await this.ended
    for (const [name, reason] of this.#refused) onRefused(name, reason)
    yield* this.#files
  }

  async dispose(): Promise<void> {
    this.kill('canceled')
    await this.ended
  }

  async #play(steps: readonly Step[]): Promise<EndWithoutFigures> {
    for (const { word, rest } of steps) {
      if (this.#killed !== undefined) return { why: this.#killed }
      switch (word) {
        case 'line':
        case 'err':
          this.#queue.push({ kind: 'line', stream: word === 'err' ? 'err' : 'out', text: rest })
          break
        case 'progress':
          this.#queue.push({ kind: 'progress', percent: Number(rest) })
          break
        case 'skipped':
          this.#queue.push({ kind: 'skipped', lines: Number(rest) })
          break
        case 'file':
          this.#addFile(rest)
          break
        case 'refuse': {
          const [name = '', ...reason] = rest.split(' ')
          this.#refused.push([name, reason.join(' ')])
          break
        }
        case 'wait': {
          const end: End = await Promise.race([this.#interrupted.promise, this.#released.promise])
          if (end !== 'released') return { why: end }
          break
        }
        case 'exit':
          return { why: 'exited', code: Number(rest) }
        case 'end':
          return endings[rest] ?? { why: 'signal', signal: rest }
        default:
          throw new Error(`"${word}" is nothing that a scripted box can do`)
      }
    }
    return { why: 'exited', code: 0 }
  }

  #addFile(text: string): void {
    const [name = '', ...words] = text.split(' ')
    const bytes = Buffer.from(words.join(' '))
    this.#files.push({ name: this.#names.take(name), size: bytes.length, open: () => Readable.from([bytes]) })
  }
}

type EndWithoutFigures =
  | { why: 'exited'; code: number }
  | { why: 'signal'; signal: string }
  | { why: 'time' | 'memory' | 'processes' | 'output' | 'canceled' }
  | { why: 'lost'; reason: string }

const endings: Partial<Record<string, EndWithoutFigures>> = {
  OOM_KILLED: { why: 'memory' },
  TIMEOUT: { why: 'time' },
  PROCESSES: { why: 'processes' },
  OUTPUT: { why: 'output' },
  LOST: { why: 'lost', reason: 'The scripted box was lost.' },
}
