import type { ByteSink } from '../../byte-sink.ts'
import type { RawValues, SampleBlock, SignalGroup, SignalStream } from '../../signals.ts'
import type { SignalFormat, SignalWriter } from '../format.ts'
import { dataGroupDataLink, Mf4File } from './file-writer.ts'
import { PendingRecords } from './pending-records.ts'
import { rawTypeOf, writeSignalChannels, writeSignalGroup, type StoredColumn } from './signal-blocks.ts'

const timeBytes = 8
/** Of the records that wait to be written, all groups together. */
const mostPendingBytes = 64 * 1024 * 1024
const leastBlockBytes = 64 * 1024
const mostBlockBytes = 4 * 1024 * 1024
const nanosecondsPerSecond = 1e9

/** Decoded signals as MDF 4.11: a channel group per group of signals, raw types and conversions as they are. */
export const mf4Signals: SignalFormat = {
  id: 'mf4',
  name: 'ASAM MDF 4',
  open: (sink) => new Mf4StreamWriter(sink),
}

/** Blocks of several groups may come in any order: records are written as they come, what describes them at the end. */
class Mf4StreamWriter implements SignalWriter {
  #file: Mf4File

  constructor(sink: ByteSink) {
    this.#file = new Mf4File(sink)
  }

  async write(stream: SignalStream): Promise<ReadonlyMap<string, number>> {
    await this.#file.begin(stream.origin, '')
    const open = new Map<number, RecordsOfGroup>()
    const written: RecordsOfGroup[] = []
    for await (const block of stream.blocks) {
      const group = stream.groups[block.group]
      if (!group || block.count === 0) continue
      let records = open.get(block.group)
      if (!records?.holds(block)) {
        const share = Math.floor(mostPendingBytes / Math.max(1, stream.groups.length))
        const blockBytes = Math.max(leastBlockBytes, Math.min(mostBlockBytes, share))
        // A group whose types change goes on as another one of the same name.
        await records?.close()
        records = new RecordsOfGroup(this.#file, block, records, blockBytes)
        open.set(block.group, records)
        written.push(records)
      }
      await records.add(block)
    }
    for (const records of written) await records.finish(stream.groups)
    await this.#file.blocks.align()
    const left = stream.groups.flatMap((group, index) => (open.has(index) ? [] : group.signals)).length
    return new Map(left > 0 ? [['signals without samples', left]] : [])
  }
}

/** Layout and records of one group: time, the signals one after the other, the invalidation bits. */
class RecordsOfGroup {
  readonly #group: number
  readonly #columns: readonly Omit<StoredColumn, 'description'>[]
  readonly #file: Mf4File
  readonly #dataBytes: number
  readonly #invalidationBytes: number
  readonly #pending: PendingRecords
  #data: Promise<number> | undefined

  /** `before`: the records of the same group so far, whose invalidation bits stay. */
  constructor(file: Mf4File, block: SampleBlock, before: RecordsOfGroup | undefined, blockBytes: number) {
    this.#file = file
    this.#group = block.group
    let byteOffset = timeBytes
    let bits = 0
    this.#columns = block.raw.map((values, i) => {
      const type = rawTypeOf(values)
      const partly = block.valid[i] || (before && before.#hasBit(i))
      const column = { type, byteOffset, invalidBit: partly ? bits++ : -1 }
      byteOffset += type.bytes
      return column
    })
    this.#dataBytes = byteOffset
    this.#invalidationBytes = Math.ceil(bits / 8)
    this.#pending = new PendingRecords(file.blocks, byteOffset + this.#invalidationBytes, blockBytes)
  }

  #hasBit(column: number): boolean {
    return (this.#columns[column]?.invalidBit ?? -1) >= 0
  }

  /** False when the block has other types, or values missing in a signal that has no bit for it. */
  holds(block: SampleBlock): boolean {
    return (
      block.raw.length === this.#columns.length &&
      this.#columns.every(
        ({ type, invalidBit }, i) =>
          (!block.valid[i] || invalidBit >= 0) && type.name === rawTypeOf(block.raw[i] ?? new Uint8Array(0)).name,
      )
    )
  }

  async add(block: SampleBlock): Promise<void> {
    for (let first = 0; first < block.count;) {
      const { bytes, rows } = await this.#pending.room(block.count - first)
      this.#put(block, first, rows, bytes)
      first += rows
    }
  }

  #put(block: SampleBlock, first: number, rows: number, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const stride = this.#pending.recordBytes
    for (let row = 0, at = 0; row < rows; row++, at += stride)
      view.setFloat64(at, (block.timeNs[first + row] ?? 0) / nanosecondsPerSecond, true)
    for (const [i, { byteOffset, invalidBit }] of this.#columns.entries()) {
      putColumn(view, byteOffset, stride, block.raw[i] ?? new Uint8Array(0), first, rows)
      const valid = block.valid[i]
      if (!valid || invalidBit < 0) continue
      const place = this.#dataBytes + (invalidBit >>> 3)
      for (let row = 0, at = place; row < rows; row++, at += stride)
        if (!valid[first + row]) bytes[at] = (bytes[at] ?? 0) | (1 << (invalidBit & 7))
    }
  }

  /** No more records come; what waits is written. */
  close(): Promise<number> {
    return (this.#data ??= this.#pending.finish())
  }

  /** Writes what describes the records; the texts and names of signals are whole by now. */
  async finish(groups: readonly SignalGroup[]): Promise<void> {
    const data = await this.close()
    const { blocks } = this.#file
    const group = groups[this.#group]
    const columns = (group?.signals ?? []).flatMap((description, i) => {
      const column = this.#columns[i]
      return column ? [{ ...column, description }] : []
    })
    const channelGroup = await writeSignalGroup(blocks, {
      name: group?.name ?? '',
      firstChannel: await writeSignalChannels(blocks, columns),
      records: this.#pending.count,
      dataBytes: this.#dataBytes,
      invalidationBytes: this.#invalidationBytes,
    })
    await blocks.link(await this.#file.dataGroup(channelGroup), dataGroupDataLink, data)
  }
}

function putColumn(view: DataView, byteOffset: number, stride: number, values: RawValues, first: number, rows: number): void {
  const put = putterOf(view, values)
  for (let row = 0, at = byteOffset; row < rows; row++, at += stride) put(at, values[first + row] ?? 0)
}

function putterOf(view: DataView, values: RawValues): (at: number, value: number) => void {
  if (values instanceof Float64Array) return (at, value) => view.setFloat64(at, value, true)
  if (values instanceof Float32Array) return (at, value) => view.setFloat32(at, value, true)
  if (values.BYTES_PER_ELEMENT === 1) return (at, value) => view.setUint8(at, value)
  return values.BYTES_PER_ELEMENT === 2
    ? (at, value) => view.setUint16(at, value, true)
    : (at, value) => view.setUint32(at, value, true)
}
