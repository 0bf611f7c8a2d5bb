import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Box, BoxEnd, BoxEvent, BoxFile, BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'
import { SandboxError } from '#server/sandbox/sandbox.ts'

const step = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ progress: z.number() }),
  z.object({ file: z.string(), text: z.string() }),
  /** Copies an input of the order, by its path in the box. */
  z.object({ file: z.string(), input: z.string() }),
  z.object({ refused: z.string() }),
  /** Waits until the test opens it, or the box is killed. */
  z.object({ gate: z.string() }),
  z.object({ end: z.enum(['time', 'memory', 'processes', 'output', 'lost']) }),
  z.object({ exit: z.int() }),
  z.object({ signal: z.string() }),
  /** No box can be made at all. */
  z.object({ refuse: z.string() }),
])
export type Step = z.input<typeof step>

/** A "package" of these: a list of steps as JSON, instead of a zip. */
export const played = (...steps: Step[]): string => JSON.stringify(steps)

/** A sandbox whose boxes play what the script's package says; nothing of it is in a box. */
export class PlayedSandbox implements Sandbox {
  readonly kind = 'scripted'
  /** What boxes were told, in order. */
  readonly orders: BoxOrder[] = []
  /** Boxes that were started and have not been disposed of. */
  open = 0
  readonly #gates = new Map<string, PromiseWithResolvers<void>>()

  warm(): void {}

  gate(name: string): PromiseWithResolvers<void> {
    const gate = this.#gates.get(name) ?? Promise.withResolvers<void>()
    this.#gates.set(name, gate)
    return gate
  }

  async start(order: BoxOrder): Promise<Box> {
    this.orders.push(order)
    const steps = z.array(step).parse(JSON.parse(await readFile(order.packagePath, 'utf8')))
    const [first] = steps
    if (first !== undefined && 'refuse' in first) throw new SandboxError(first.refuse)
    this.open++
    return new PlayedBox(order, steps, { gate: (name) => this.gate(name).promise, onDispose: () => this.open-- })
  }

  async stop(): Promise<void> {}
}

interface Stage {
  readonly gate: (name: string) => Promise<void>
  readonly onDispose: () => void
}

type Parsed = z.output<typeof step>

class PlayedBox implements Box {
  readonly #order: BoxOrder
  readonly #steps: readonly Parsed[]
  readonly #stage: Stage
  readonly #files: { name: string; bytes: Buffer }[] = []
  readonly #refused: string[] = []
  readonly #killed = Promise.withResolvers<'canceled' | 'time'>()
  readonly #end = Promise.withResolvers<BoxEnd>()
  #disposed = false

  constructor(order: BoxOrder, steps: readonly Parsed[], stage: Stage) {
    this.#order = order
    this.#steps = steps
    this.#stage = stage
  }

  get events(): AsyncIterable<BoxEvent> {
    return this.#play()
  }

  get ended(): Promise<BoxEnd> {
    return this.#end.promise
  }

  kill(why: 'canceled' | 'time'): void {
    this.#killed.resolve(why)
  }

  async *results(onRefused: (name: string, reason: string) => void): AsyncIterable<BoxFile> {
    for (const name of this.#refused) onRefused(name, 'a link')
    for (const { name, bytes } of this.#files) yield { name, size: bytes.length, open: () => Readable.from([bytes]) }
  }

  async dispose(): Promise<void> {
    if (!this.#disposed) this.#stage.onDispose()
    this.#disposed = true
  }

  async *#play(): AsyncIterable<BoxEvent> {
    const facts = { peakMemoryBytes: 1_000_000, durationMs: 12 }
    let end: BoxEnd = { why: 'exited', code: 0, ...facts }
    for (const one of this.#steps) {
      if ('out' in one) yield { kind: 'line', stream: 'out', text: one.out }
      else if ('err' in one) yield { kind: 'line', stream: 'err', text: one.err }
      else if ('progress' in one) yield { kind: 'progress', percent: one.progress }
      else if ('file' in one) await this.#write(one)
      else if ('refused' in one) this.#refused.push(one.refused)
      else if ('exit' in one) end = { why: 'exited', code: one.exit, ...facts }
      else if ('signal' in one) end = { why: 'signal', signal: one.signal, ...facts }
      else if ('end' in one) end = one.end === 'lost' ? { why: 'lost', reason: 'played', ...facts } : { why: one.end, ...facts }
      else if ('gate' in one) {
        const killed = await Promise.race([this.#stage.gate(one.gate), this.#killed.promise])
        if (killed === undefined) continue
        end = { why: killed, ...facts }
        break
      }
    }
    this.#end.resolve(end)
  }

  async #write(one: { file: string; text: string } | { file: string; input: string }): Promise<void> {
    if ('text' in one) return void this.#files.push({ name: one.file, bytes: Buffer.from(one.text) })
    const input = this.#order.inputs.find(({ path }) => path === one.input)
    if (input === undefined) throw new Error(`The box has no ${one.input}`)
    this.#files.push({ name: one.file, bytes: await readFile(input.hostPath) })
  }
}
