import type { Bus } from '../frames.ts'
import type { Instant } from '../instant.ts'
import { SignalStoreWriter } from '../signal-store/writer.ts'
import type { SampleBlock, SignalGroup } from '../signals.ts'

/** Where the bytes of a signal store go, front to back. */
export interface StoreOutput {
  /** Bytes written so far. */
  readonly size: number
  /** The bytes may be used again when it returns. */
  write(bytes: Uint8Array): void
  /** Waits while too much is under way. */
  drain(): Promise<void>
  /** Waits until all is taken. */
  end(): Promise<void>
}

/** What became of the signals of a recording. */
export type StoreOutcome =
  | { readonly state: 'ready'; readonly size: number; readonly signalCount: number; readonly sampleCount: number }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly problem: string }

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
