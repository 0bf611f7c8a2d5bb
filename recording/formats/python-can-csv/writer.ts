import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { FormatAbilities, FrameWriter } from '../format.ts'
import { base64Of } from '../text/base64.ts'
import { Losses } from '../text/losses.ts'
import { epochText, TextBuffer } from '../text/text-buffer.ts'
import { columnLine } from './rows.ts'

/** Nanoseconds: python-can reads any number of decimals. */
const decimals = 9

/** Writes the CSV that python-can reads: one row per frame, data in base64. */
export class PythonCanCsvWriter implements FrameWriter {
  #text: TextBuffer
  #losses: Losses
  #origin: Instant = { epochMs: 0, nanos: 0 }
  #buses: readonly Bus[] = []

  constructor(sink: ByteSink, abilities: FormatAbilities) {
    this.#text = new TextBuffer(sink)
    this.#losses = new Losses(abilities)
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#origin = origin
    this.#buses = buses
    this.#text.add(`${columnLine}\n`)
    await this.#text.flush()
  }

  async write(block: FrameBlock): Promise<void> {
    for (let row = 0; row < block.count; row++) {
      if (this.#losses.loses(block, row, this.#buses[block.bus[row] ?? 0])) continue
      const flags = block.flags[row] ?? 0
      const length = block.length[row] ?? 0
      const start = block.dataStart[row] ?? 0
      const bit = (flag: number): number => (flags & flag ? 1 : 0)
      const time = epochText(this.#origin, block.timeNs[row] ?? 0, decimals)
      const data = flags & frameFlag.remote ? '' : base64Of(block.data, start, start + length)
      this.#text.add(
        `${time},0x${(block.id[row] ?? 0).toString(16)},${bit(frameFlag.extended)},${bit(frameFlag.remote)},${bit(frameFlag.error)},${length},${data}\n`,
      )
    }
    await this.#text.flush()
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    await this.#text.flush()
    return this.#losses.counts
  }
}
