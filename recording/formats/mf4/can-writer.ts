import type { ByteSink } from '../../byte-sink.ts'
import type { Bus, FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { Attachment } from './file-writer.ts'
import { Mf4FrameWriter } from './frame-writer.ts'

/** Writes bus logging whose frames are all known to fit; what does not is refused with a RangeError. */
export class Mf4CanWriter {
  #sink: ByteSink
  #buses: readonly Bus[]
  #writer: Mf4FrameWriter | null = null

  constructor(sink: ByteSink, buses: readonly Bus[]) {
    this.#sink = sink
    this.#buses = buses
  }

  /** Must come first, once. */
  async begin(start: Instant, comment: string, attachments: readonly Attachment[] = []): Promise<void> {
    this.#writer = new Mf4FrameWriter(this.#sink, { comment, attachments })
    await this.#writer.begin(start, this.#buses)
  }

  /** Appends the frames of `block`; times count from the start given to `begin`. */
  async write(block: FrameBlock): Promise<void> {
    await this.#writer?.write(block)
  }

  /** Must come last: writes what is pending and closes the links. */
  async finish(): Promise<void> {
    const lost = (await this.#writer?.finish()) ?? new Map<string, number>()
    if (lost.size > 0) throw new RangeError(`MF4 cannot hold ${[...lost.keys()].join(', ')}.`)
  }
}
