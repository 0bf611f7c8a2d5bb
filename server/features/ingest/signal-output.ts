import type { Bus } from '#recording/frames.ts'
import type { Instant } from '#recording/instant.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'
import type { StoreOutput } from './store-output.ts'
import type { StoreOutcome } from './thread-messages.ts'

/** Builds the signal store of a recording, beginning with its first sample. A store that fails takes nothing else with it. */
export class SignalOutput {
  readonly #output: StoreOutput
  readonly #origin: Instant
  readonly #buses: readonly Bus[]
  #writer: SignalStoreWriter | undefined
  #problem: string | undefined
  #samples = 0
  #groups: readonly SignalGroup[] = []

  /** `buses` may grow. */
  constructor(output: StoreOutput, origin: Instant, buses: readonly Bus[]) {
    this.#output = output
    this.#origin = origin
    this.#buses = buses
  }

  async add(groups: readonly SignalGroup[], block: SampleBlock): Promise<void> {
    if (block.count === 0) return
    this.#samples += block.count
    this.#groups = groups
    await this.#attempt(async () => {
      if (this.#writer === undefined) {
        this.#writer = new SignalStoreWriter(this.#output)
        this.#writer.begin(this.#origin, this.#buses)
      }
      await this.#writer.add(groups, block)
    })
    await this.#output.drain()
  }

  async end(): Promise<StoreOutcome> {
    const writer = this.#writer
    if (writer !== undefined) await this.#attempt(async () => await writer.finish())
    if (this.#problem !== undefined) return { state: 'failed', problem: this.#problem }
    if (writer === undefined) return { state: 'none' }
    await this.#output.end()
    const signalCount = this.#groups.reduce((sum, { signals }) => sum + signals.length, 0)
    return { state: 'ready', size: this.#output.size, signalCount, sampleCount: this.#samples }
  }

  async #attempt(step: () => Promise<unknown>): Promise<void> {
    if (this.#problem !== undefined) return
    try {
      await step()
    } catch (error) {
      this.#problem = `The signals could not be stored: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}
