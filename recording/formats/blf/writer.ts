import type { ByteSink } from '../../byte-sink.ts'
import type { Bus, FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { FrameWriter } from '../format.ts'
import { fileHeader } from './file-header.ts'
import {
  containerBytes,
  containerField,
  containerMethod,
  fileHeaderBytes,
  objectBaseBytes,
  objectField,
  objectSignature,
  objectType,
} from './layout.ts'
import { ObjectBuffer, refusal } from './object-writer.ts'

/** What Vector's tools and python-can fill a container with. */
const containerContent = 128 * 1024

/** Writes BLF: zlib containers of 128 KiB, times in nanoseconds, the statistics at the end. */
export class BlfWriter implements FrameWriter {
  #sink: ByteSink
  #buffer = new ObjectBuffer()
  #channels = new ChannelNumbers()
  #buses: readonly Bus[] = []
  #origin: Instant = { epochMs: 0, nanos: 0 }
  #lastNs = 0
  #objectCount = 0
  #uncompressedSize = fileHeaderBytes
  #dropped = new Map<string, number>()

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#buses = buses
    // The file's start is in whole milliseconds; the rest goes into the frames' times.
    this.#origin = origin
    await this.#sink.write(this.#header(0))
  }

  async write(block: FrameBlock): Promise<void> {
    for (let row = 0; row < block.count; row++) {
      const busIndex = block.bus[row] ?? 0
      const bus = this.#buses[busIndex]
      const kind = bus?.kind ?? 'other'
      const channel = bus ? this.#channels.of(busIndex, bus) : 0
      const reason = refusal(kind, channel, block.flags[row] ?? 0, block.length[row] ?? 0)
      if (reason !== null) {
        this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
        continue
      }
      const timeNs = Math.max(0, Math.round((block.timeNs[row] ?? 0) + this.#origin.nanos))
      this.#buffer.add(kind, channel, timeNs, block, row)
      this.#objectCount++
      this.#lastNs = Math.max(this.#lastNs, timeNs)
      if (this.#buffer.length >= containerContent) await this.#container()
    }
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    if (this.#buffer.length > 0) await this.#container()
    await this.#sink.patch(0, this.#header(this.#sink.position))
    return this.#dropped
  }

  #header(fileSize: number): Uint8Array {
    return fileHeader({
      origin: { epochMs: this.#origin.epochMs, nanos: 0 },
      lastNs: this.#lastNs,
      fileSize,
      uncompressedSize: fileSize === 0 ? 0 : this.#uncompressedSize,
      objectCount: this.#objectCount,
    })
  }

  async #container(): Promise<void> {
    const content = this.#buffer.take(Math.min(this.#buffer.length, containerContent))
    const packed = await deflate(content)
    const size = containerBytes + packed.length
    // Readers pass over `size % 4` bytes behind an object, which is not a whole word.
    const bytes = new Uint8Array(size + (size % 4))
    const view = new DataView(bytes.buffer)
    view.setUint32(0, objectSignature, true)
    view.setUint16(objectField.headerSize, objectBaseBytes, true)
    view.setUint16(objectField.headerVersion, 1, true)
    view.setUint32(objectField.size, size, true)
    view.setUint32(objectField.type, objectType.container, true)
    view.setUint16(containerField.method, containerMethod.zlib, true)
    view.setUint32(containerField.size, content.length, true)
    bytes.set(packed, containerBytes)
    await this.#sink.write(bytes)
    this.#uncompressedSize += containerBytes + content.length
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Channels count from 1 in this format: a bus that has the number 0 elsewhere gets the first free one. */
class ChannelNumbers {
  #byBus: number[] = []
  #taken = new Map<string, Set<number>>()

  of(index: number, bus: Bus): number {
    const known = this.#byBus[index]
    if (known !== undefined) return known
    const taken = this.#taken.get(bus.kind) ?? new Set<number>()
    this.#taken.set(bus.kind, taken)
    let channel = bus.channel
    if (channel < 1 || taken.has(channel)) for (channel = 1; taken.has(channel);) channel++
    taken.add(channel)
    this.#byBus[index] = channel
    return channel
  }
}
