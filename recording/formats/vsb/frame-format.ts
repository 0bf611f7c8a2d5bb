import type { ByteSink } from '../../byte-sink.ts'
import type { Bus, FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { FrameFormat, FrameWriter } from '../format.ts'
import { keptRows } from './kept-rows.ts'
import { vsbEpochMs } from './records.ts'
import { VsbWriter } from './writer.ts'

class VsbFrameWriter implements FrameWriter {
  #sink: ByteSink
  #writer: VsbWriter | null = null
  #originNs = 0
  #buses: readonly Bus[] = []
  #lost = new Map<string, number>()

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#buses = buses
    // Times before 2007 cannot be kept; a recording that begins there is written from 2007 on.
    const begin = origin.epochMs < vsbEpochMs ? { epochMs: vsbEpochMs, nanos: 0 } : origin
    this.#originNs = (origin.epochMs - begin.epochMs) * 1e6 + (origin.epochMs < vsbEpochMs ? origin.nanos : 0)
    this.#writer = new VsbWriter(this.#sink, begin, buses)
    await this.#writer.begin()
  }

  async write(block: FrameBlock): Promise<void> {
    const kept = keptRows(block, this.#buses, this.#originNs, this.#lost)
    if (kept.count > 0) await this.#writer?.write(kept)
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    return this.#lost
  }
}

/** Vehicle Spy binary 0x104, written: CAN, CAN FD and LIN. */
export const vsbWriter: FrameFormat = {
  id: 'vsb',
  name: 'Vehicle Spy binary',
  abilities: {
    busKinds: ['CAN', 'LIN'],
    fd: true,
    remoteFrames: true,
    errorFrames: true,
    channels: true,
    absoluteTime: true,
    timeStepNs: 25,
    signals: false,
    attachments: false,
  },
  open: (sink) => new VsbFrameWriter(sink),
}
