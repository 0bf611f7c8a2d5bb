import type { Instant } from './instant.ts'

export type BusKind = 'CAN' | 'LIN' | 'FlexRay' | 'Ethernet' | 'MOST' | 'other'

/** One bus of a recording; frames name it by its index in the recording's list. */
export interface Bus {
  kind: BusKind
  /** The logger's own number: network id in VSB, BusChannel in MF4. */
  channel: number
  /** The logger's name of the bus, or kind and channel when it has none. */
  name: string
}

/** Bits of `FrameBlock.flags`. */
export const frameFlag = {
  extended: 0x01,
  remote: 0x02,
  error: 0x04,
  sent: 0x08,
  fd: 0x10,
  bitRateSwitch: 0x20,
  errorState: 0x40,
  /** Put together from several frames by a transport protocol; no recording holds it. */
  reassembled: 0x80,
} as const

/** Frames as columns; row i of every column is one frame. Recording order, at most 16,384 rows. */
export interface FrameBlock {
  count: number
  /** Nanoseconds since the stream's origin. */
  timeNs: Float64Array
  /** Index into the stream's buses. */
  bus: Uint16Array
  /** Identifier without flag bits: CAN 11 or 29 bits, LIN 6, FlexRay slot. */
  id: Uint32Array
  flags: Uint8Array
  /** Data length in bytes; of a remote frame the length that it asks for (its code), and its data are as many zeros. */
  length: Uint16Array
  /** Where the frame's data begin in `data`. */
  dataStart: Uint32Array
  data: Uint8Array
}

/** The frames of a recording, as they are read. `buses` grows while `blocks` is consumed. */
export interface FrameStream {
  origin: Instant
  buses: readonly Bus[]
  blocks: AsyncIterable<FrameBlock>
  /** The format's own version as its users write it (`0x104`, `4.11`); absent where it has none. */
  version?: string
}

export const framesPerBlock = 16_384
const dataBytesPerBlock = 4 * 1024 * 1024

/** Collects frames into blocks; reused for the next block after `take`. */
export class FrameBlockBuilder {
  #timeNs = new Float64Array(framesPerBlock)
  #bus = new Uint16Array(framesPerBlock)
  #id = new Uint32Array(framesPerBlock)
  #flags = new Uint8Array(framesPerBlock)
  #length = new Uint16Array(framesPerBlock)
  #dataStart = new Uint32Array(framesPerBlock)
  #data = new Uint8Array(framesPerBlock * 8)
  #dataEnd = 0
  count = 0

  get full(): boolean {
    return this.count === framesPerBlock || this.#dataEnd >= dataBytesPerBlock
  }

  /** Adds a frame whose data are `from[start, start + length)`; at most 65,535 bytes of data. */
  add(timeNs: number, bus: number, id: number, flags: number, from: Uint8Array, start: number, length: number): void {
    const row = this.count++
    this.#timeNs[row] = timeNs
    this.#bus[row] = bus
    this.#id[row] = id
    this.#flags[row] = flags
    this.#length[row] = length
    this.#dataStart[row] = this.#dataEnd
    const end = this.#dataEnd + length
    if (end > this.#data.length) {
      const grown = new Uint8Array(Math.max(end, this.#data.length * 2))
      grown.set(this.#data.subarray(0, this.#dataEnd))
      this.#data = grown
    }
    for (let i = 0; i < length; i++) this.#data[this.#dataEnd + i] = from[start + i] ?? 0
    this.#dataEnd = end
  }

  /** The rows so far as a block of its own; the builder is empty afterwards. */
  take(): FrameBlock {
    const n = this.count
    const block: FrameBlock = {
      count: n,
      timeNs: this.#timeNs.slice(0, n),
      bus: this.#bus.slice(0, n),
      id: this.#id.slice(0, n),
      flags: this.#flags.slice(0, n),
      length: this.#length.slice(0, n),
      dataStart: this.#dataStart.slice(0, n),
      data: this.#data.slice(0, this.#dataEnd),
    }
    this.count = 0
    this.#dataEnd = 0
    return block
  }
}
