import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, framesPerBlock, type Bus, type FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { FrameWriter } from '../format.ts'
import { EventWriter, type EventName } from './event-writer.ts'
import { Mf4File, type Attachment } from './file-writer.ts'

/** The groups that frames are sorted into: an event and room for its data. */
const groups: readonly (readonly [EventName, number])[] = [
  ['CAN_DataFrame', 8],
  ['CAN_DataFrame', 64],
  ['CAN_RemoteFrame', 0],
  ['CAN_ErrorFrame', 64],
  ['LIN_Frame', 8],
]
const group = { data: 0, longData: 1, remote: 2, error: 3, lin: 4 } as const

/** Beyond this a double's nanoseconds are no whole numbers any more: 104 days. */
const lastNs = Number.MAX_SAFE_INTEGER

export interface Mf4WriterOptions {
  /** Transposed and deflated data blocks: a third of the size and less, for more time. */
  compress?: boolean
  /** What people read about the file. */
  comment?: string
  attachments?: readonly Attachment[]
}

/** Writes bus logging of MDF 4.11: CAN, CAN FD, remote and error frames, LIN; one sorted group for each kind that occurs. */
export class Mf4FrameWriter implements FrameWriter {
  #file: Mf4File
  #options: Mf4WriterOptions
  #buses: readonly Bus[] = []
  #channels = new Uint16Array(0)
  #events: (EventWriter | undefined)[] = []
  #rows = groups.map(() => new Uint32Array(framesPerBlock))
  #lost = new Map<string, number>()

  constructor(sink: ByteSink, options: Mf4WriterOptions = {}) {
    this.#file = new Mf4File(sink)
    this.#options = options
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#buses = buses
    await this.#file.begin(origin, this.#options.comment ?? '')
    for (const attachment of this.#options.attachments ?? []) await this.#file.attach(attachment)
  }

  async write(block: FrameBlock): Promise<void> {
    if (this.#channels.length !== this.#buses.length) this.#channels = Uint16Array.from(this.#buses, ({ channel }) => channel)
    for (let from = 0; from < block.count; from += framesPerBlock)
      await this.#writeRows(block, from, Math.min(block.count, from + framesPerBlock))
  }

  async #writeRows(block: FrameBlock, from: number, to: number): Promise<void> {
    const counts = groups.map(() => 0)
    for (let row = from; row < to; row++) {
      const chosen = this.#groupOf(block, row)
      if (typeof chosen === 'string') {
        this.#lost.set(chosen, (this.#lost.get(chosen) ?? 0) + 1)
        continue
      }
      const count = counts[chosen] ?? 0
      const rows = this.#rows[chosen]
      if (rows) rows[count] = row
      counts[chosen] = count + 1
    }
    for (const [index, count] of counts.entries()) {
      const rows = this.#rows[index]
      if (count > 0 && rows) await (await this.#event(index)).write(block, rows, count, this.#channels)
    }
  }

  /** Which group a frame belongs to, or why it cannot be kept. */
  #groupOf(block: FrameBlock, row: number): number | string {
    const kind = this.#buses[block.bus[row] ?? 0]?.kind
    const flags = block.flags[row] ?? 0
    const length = block.length[row] ?? 0
    const timeNs = block.timeNs[row] ?? NaN
    if (!(timeNs >= 0 && timeNs <= lastNs)) return 'frames without a time after the beginning of the recording'
    if (kind === 'CAN') {
      if (length > 64) return 'CAN frames of more than 64 bytes'
      if (flags & frameFlag.error) return group.error
      if (flags & frameFlag.remote) return group.remote
      return length > 8 ? group.longData : group.data
    }
    if (kind !== 'LIN') return `${kind === 'other' || !kind ? 'other' : kind} frames`
    if (flags & frameFlag.error) return 'LIN error frames'
    return length > 8 ? 'LIN frames of more than 8 bytes' : group.lin
  }

  async #event(index: number): Promise<EventWriter> {
    const [name, dataBytes] = groups[index] ?? ['CAN_DataFrame', 64]
    return (this.#events[index] ??= await EventWriter.open(this.#file, name, dataBytes, this.#options.compress ?? false))
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    // A recording without frames is still one of bus logging.
    if (this.#events.length === 0) await this.#event(group.data)
    for (const event of this.#events) await event?.finish()
    await this.#file.blocks.align()
    return this.#lost
  }
}
