import { MemorySink } from '../../../byte-sink.ts'
import type { BlockWriter } from '../block-writer.ts'
import { fields } from '../block-writer.ts'
import { cycleCountAt, writeChannelGroup, writeChannels, type ChannelSpec } from '../channel-writer.ts'
import { Mf4File } from '../file-writer.ts'

export const craftedStart = { epochMs: Date.UTC(2026, 9, 1), nanos: 0 }

/** Time as seconds (f64) in the first 8 bytes of the record. */
export const secondsMaster: ChannelSpec = { name: 't', type: 2, syncType: 1, dataType: 4, byteOffset: 0, bitCount: 64 }

/** A part of an event that is an unsigned number. */
export function part(name: string, byteOffset: number, bitCount: number, bitOffset = 0): ChannelSpec {
  return { name, type: 0, dataType: 0, byteOffset, bitCount, bitOffset }
}

/** A channel group of a crafted file; the event's first part is the one that may get a link to its data. */
export interface CraftedGroup {
  event: string
  parts: readonly ChannelSpec[]
  recordBytes: number
  cycles: number
  recordId?: number
  source?: number
  masters?: readonly ChannelSpec[]
}

/** MF4 files made block by block, for layouts that no writer at hand makes. */
export class CraftedFile {
  readonly sink = new MemorySink()
  readonly file = new Mf4File(this.sink)
  readonly blocks: BlockWriter = this.file.blocks
  /** Offset of the first part of the group that was written last. */
  firstPart = 0

  async begin(): Promise<void> {
    await this.file.begin(craftedStart, 'crafted')
  }

  async group(group: CraftedGroup): Promise<number> {
    this.firstPart = await writeChannels(this.blocks, group.parts)
    const event: ChannelSpec = {
      name: group.event,
      type: 0,
      dataType: 10,
      byteOffset: 8,
      bitCount: 8,
      composition: this.firstPart,
    }
    const firstChannel = await writeChannels(this.blocks, [...(group.masters ?? [secondsMaster]), event])
    return this.bareGroup(firstChannel, group)
  }

  /** A group of values of variable length. */
  async values(recordId: number): Promise<number> {
    const offset = await this.bareGroup(0, { recordBytes: 0, cycles: 0, recordId })
    await this.sink.patch(offset + 24 + 48 + 16, Uint8Array.of(1, 0))
    return offset
  }

  async bareGroup(
    firstChannel: number,
    { recordBytes, cycles, recordId = 0, source = 0 }: Pick<CraftedGroup, 'recordBytes' | 'cycles' | 'recordId' | 'source'>,
  ): Promise<number> {
    const offset = await writeChannelGroup(this.blocks, { name: '', firstChannel, source, flags: 0, recordBytes })
    await this.blocks.number(offset + 24 + 48, recordId)
    await this.blocks.number(cycleCountAt(offset), cycles)
    return offset
  }

  /** A data group of channel groups that share `data` (offset of a block), with record ids of so many bytes. */
  async dataGroup(groups: readonly number[], data: number, recordIdBytes = 0): Promise<void> {
    const [first = 0, ...others] = groups
    const offset = await this.file.dataGroup(first)
    let last = first
    for (const other of others) {
      await this.blocks.link(last, 0, other)
      last = other
    }
    await this.blocks.link(offset, 2, data)
    await this.sink.patch(offset + 24 + 32, Uint8Array.of(recordIdBytes))
  }

  async block(id: 'DT' | 'SD' | 'DV', bytes: Uint8Array): Promise<number> {
    return this.blocks.block(id, [], bytes)
  }

  async bytes(): Promise<Uint8Array> {
    await this.blocks.align()
    return this.sink.bytes().slice()
  }
}

/** Bytes one after the other: pairs of a width and a value. */
export const record = fields

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((bytes) => [...bytes]))
}
