import type { BusList } from '../../bus-list.ts'
import { frameFlag, type BusKind } from '../../frames.ts'
import type { FrameRows } from '../frame-rows.ts'

/** The body of one object: everything behind its header, up to `end`. */
export interface ObjectBody {
  bytes: Uint8Array
  view: DataView
  /** Where the body begins. */
  at: number
  end: number
  timeNs: number
  /** File offset for errors. */
  offset: number
}

/** Adds frames of any bus to a block. */
export class FrameSink {
  readonly rows: FrameRows
  #buses: BusList
  #lastChannel = -1
  #lastBus = 0

  constructor(rows: FrameRows, buses: BusList) {
    this.rows = rows
    this.#buses = buses
  }

  canBus(channel: number, offset: number): number {
    // Frames of one channel come in runs; the list need not be asked for each.
    if (channel !== this.#lastChannel) {
      this.#lastBus = this.#buses.indexOf('CAN', channel, offset)
      this.#lastChannel = channel
    }
    return this.#lastBus
  }

  /** Adds a frame of another bus; data past the object's end are left out. */
  add(kind: BusKind, channel: number, id: number, flags: number, body: ObjectBody, start: number, length: number): void {
    const bus = this.#buses.indexOf(kind, channel, body.offset)
    const found = Math.max(0, Math.min(length, body.end - start))
    this.rows.add(body.timeNs, bus, id, flags, body.bytes, start, found)
  }
}

/** Direction as all objects but the oldest state it: 0 received, 1 sent, 2 to be sent. */
export const sentFlag = (direction: number): number => (direction === 0 ? 0 : frameFlag.sent)
