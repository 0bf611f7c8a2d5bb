import { MemorySink } from '../byte-sink.ts'
import { BlockWriter, fields } from '../formats/mf4/block-writer.ts'
import { dataGroupDataLink, Mf4File } from '../formats/mf4/file-writer.ts'
import { testStart } from './written.ts'

/** What a test says of a channel; all else is zero. */
export interface BuiltChannel {
  name: string
  type?: number
  syncType?: number
  dataType?: number
  byteOffset?: number
  bitOffset?: number
  bitCount?: number
  flags?: number
  invalidationBit?: number
  /** Offsets of blocks written before. */
  conversion?: number
  composition?: number
  data?: number
  unit?: string
  comment?: string
}

/** Builds MDF 4 files block by block, also such as our writers do not make. */
export class BuiltMf4 {
  readonly sink = new MemorySink()
  readonly file = new Mf4File(this.sink)
  readonly blocks: BlockWriter = this.file.blocks

  static async begin(): Promise<BuiltMf4> {
    const built = new BuiltMf4()
    await built.file.begin(testStart, 'built')
    return built
  }

  /** A chain of channels; gives the offset of each. */
  async channels(list: readonly BuiltChannel[]): Promise<number[]> {
    const offsets: number[] = []
    for (const channel of list.toReversed()) {
      const links = [
        offsets[0] ?? 0,
        channel.composition ?? 0,
        await this.blocks.text('TX', channel.name),
        0,
        channel.conversion ?? 0,
        channel.data ?? 0,
        await this.blocks.text('TX', channel.unit ?? ''),
        await this.blocks.text(channel.comment?.startsWith('<') ? 'MD' : 'TX', channel.comment ?? ''),
      ]
      const head = fields(
        ['u8', channel.type ?? 0],
        ['u8', channel.syncType ?? 0],
        ['u8', channel.dataType ?? 0],
        ['u8', channel.bitOffset ?? 0],
        ['u32', channel.byteOffset ?? 0],
        ['u32', channel.bitCount ?? 8],
        ['u32', channel.flags ?? 0],
        ['u32', channel.invalidationBit ?? 0],
      )
      const data = new Uint8Array(72)
      data.set(head)
      offsets.unshift(await this.blocks.block('CN', links, data))
    }
    return offsets
  }

  /** A CC block with values (doubles) and references (offsets). */
  async conversion(kind: number, values: readonly number[], references: readonly number[] = []): Promise<number> {
    const head = fields(['u8', kind], ['u8', 0], ['u16', 0], ['u16', references.length], ['u16', values.length])
    const data = new Uint8Array(24 + values.length * 8)
    data.set(head)
    new Float64Array(data.buffer, 24).set(values)
    return this.blocks.block('CC', [0, 0, 0, 0, ...references], data)
  }

  async text(text: string): Promise<number> {
    return this.blocks.text('TX', text)
  }

  /** A CG block; `next` is another one of the same data group. */
  async group(options: {
    channels: number
    records: number
    dataBytes: number
    invalidationBytes?: number
    recordId?: number
    flags?: number
    next?: number
    master?: number
    name?: string
  }): Promise<number> {
    const links = [options.next ?? 0, options.channels, await this.text(options.name ?? ''), 0, 0, 0]
    if (options.master !== undefined) links.push(options.master)
    return this.blocks.block(
      'CG',
      links,
      fields(
        ['u64', options.recordId ?? 0],
        ['u64', options.records],
        ['u16', options.flags ?? 0],
        ['u16', 0],
        ['u32', 0],
        ['u32', options.dataBytes],
        ['u32', options.invalidationBytes ?? 0],
      ),
    )
  }

  /** A DG block at the end of the chain, with its data. */
  async dataGroup(channelGroup: number, data: number, recordIdBytes = 0): Promise<void> {
    const offset = await this.file.dataGroup(channelGroup)
    await this.blocks.link(offset, dataGroupDataLink, data)
    await this.sink.patch(offset + 24 + 4 * 8, Uint8Array.of(recordIdBytes))
  }

  bytes(): Uint8Array {
    return this.sink.bytes().slice()
  }
}

/** A time master of 64-bit seconds at the beginning of the record. */
export const timeChannel: BuiltChannel = { name: 'time', type: 2, syncType: 1, dataType: 4, bitCount: 64 }

/** Records as bytes: each a time and whatever `rest` gives for it. */
export function timedRecords(
  count: number,
  restBytes: number,
  put: (view: DataView, at: number, row: number) => void,
): Uint8Array {
  const stride = 8 + restBytes
  const bytes = new Uint8Array(count * stride)
  const view = new DataView(bytes.buffer)
  for (let row = 0; row < count; row++) {
    view.setFloat64(row * stride, row / 4, true)
    put(view, row * stride + 8, row)
  }
  return bytes
}
