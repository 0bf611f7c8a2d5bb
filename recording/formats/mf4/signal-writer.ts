import type { ByteSink } from '../../byte-sink.ts'
import type { Instant } from '../../instant.ts'
import { cycleCountAt, writeChannelGroup, writeChannels, type ChannelSpec, type Conversion } from './channel-writer.ts'
import { channelType, syncTime } from './channels.ts'
import { dataGroupDataLink, Mf4File } from './file-writer.ts'
import { RecordData } from './record-data.ts'

/** A signal's samples as they are stored: raw numbers with what turns them into physical ones. */
export interface StoredSignal {
  name: string
  unit: string
  /** Raw values; the array's type is the stored type. */
  raw: Float64Array | Float32Array | Int32Array | Int16Array | Int8Array | Uint32Array | Uint16Array | Uint8Array
  conversion?: Conversion
}

/** Signals that share their times: one channel group. */
export interface SignalGroup {
  name: string
  /** Seconds since the recording's origin, rising. */
  seconds: Float64Array
  signals: readonly StoredSignal[]
}

const mdfType = { unsigned: 0, signed: 2, float: 4 } as const

function storageOf(raw: StoredSignal['raw']): { dataType: number; put: (view: DataView, at: number, value: number) => void } {
  if (raw instanceof Float64Array) return { dataType: mdfType.float, put: (view, at, value) => view.setFloat64(at, value, true) }
  if (raw instanceof Float32Array) return { dataType: mdfType.float, put: (view, at, value) => view.setFloat32(at, value, true) }
  if (raw instanceof Int32Array) return { dataType: mdfType.signed, put: (view, at, value) => view.setInt32(at, value, true) }
  if (raw instanceof Int16Array) return { dataType: mdfType.signed, put: (view, at, value) => view.setInt16(at, value, true) }
  if (raw instanceof Int8Array) return { dataType: mdfType.signed, put: (view, at, value) => view.setInt8(at, value) }
  if (raw instanceof Uint32Array) return { dataType: mdfType.unsigned, put: (view, at, value) => view.setUint32(at, value, true) }
  if (raw instanceof Uint16Array) return { dataType: mdfType.unsigned, put: (view, at, value) => view.setUint16(at, value, true) }
  return { dataType: mdfType.unsigned, put: (view, at, value) => view.setUint8(at, value) }
}

/** Writes decoded signals: one channel group per rate, a time master in seconds, units and conversions. */
export class Mf4SignalWriter {
  #file: Mf4File

  constructor(sink: ByteSink) {
    this.#file = new Mf4File(sink)
  }

  /** Must come first, once. */
  async begin(start: Instant, comment: string): Promise<void> {
    await this.#file.begin(start, comment)
  }

  /** Appends a whole group; all its arrays have the length of `seconds`. */
  async write(group: SignalGroup): Promise<void> {
    const writer = this.#file.blocks
    let recordBytes = 8
    const columns = group.signals.map((signal) => {
      if (signal.raw.length !== group.seconds.length)
        throw new RangeError(`${signal.name} has ${signal.raw.length} values for ${group.seconds.length} times`)
      const column = { signal, at: recordBytes, ...storageOf(signal.raw) }
      recordBytes += signal.raw.BYTES_PER_ELEMENT
      return column
    })
    const master: ChannelSpec = {
      name: 'time',
      unit: 's',
      type: channelType.master,
      syncType: syncTime,
      dataType: mdfType.float,
      byteOffset: 0,
      bitCount: 64,
    }
    const firstChannel = await writeChannels(writer, [
      master,
      ...columns.map(({ signal, at, dataType }): ChannelSpec => ({
        name: signal.name,
        unit: signal.unit,
        type: channelType.fixed,
        dataType,
        byteOffset: at,
        bitCount: signal.raw.BYTES_PER_ELEMENT * 8,
        conversion: signal.conversion,
      })),
    ])
    const channelGroup = await writeChannelGroup(writer, { name: group.name, firstChannel, source: 0, flags: 0, recordBytes })
    const dataGroup = await this.#file.dataGroup(channelGroup)
    const records = new RecordData(writer, recordBytes)
    for (let row = 0; row < group.seconds.length; row++) {
      const { bytes, at } = await records.next()
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      view.setFloat64(at, group.seconds[row] ?? 0, true)
      for (const column of columns) column.put(view, at + column.at, column.signal.raw[row] ?? 0)
    }
    await writer.link(dataGroup, dataGroupDataLink, await records.finish())
    await writer.number(cycleCountAt(channelGroup), records.recordCount)
  }

  /** Must come last. */
  async finish(): Promise<void> {
    await this.#file.blocks.align()
  }
}
