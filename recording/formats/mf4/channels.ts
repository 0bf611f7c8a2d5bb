import type { ByteSource } from '../../byte-source.ts'
import { chain, readBlock, readText } from './blocks.ts'
import { DamagedBlock } from '../../recording-error.ts'
import type { ReadingBudget } from './reading-budget.ts'

export const channelType = { fixed: 0, variable: 1, master: 2, virtualMaster: 3, sync: 4, maxLength: 5, virtual: 6 } as const
export const syncTime = 1

/** A CN block: where one channel's value lies in a record. */
export interface Channel {
  offset: number
  name: string
  type: number
  syncType: number
  /** 0/1 unsigned LE/BE, 2/3 signed, 4/5 float, 6.. text, 10 bytes. */
  dataType: number
  bitOffset: number
  byteOffset: number
  bitCount: number
  /** Links to the conversion (CC) and to the data of variable length; 0 for none. */
  conversion: number
  data: number
  /** Links to the unit and the comment. */
  unit: number
  comment: number
  flags: number
  /** Which invalidation bit of the record is the channel's; counts where `flags` say so. */
  invalidationBit: number
  /** The range that values keep to, physical; null when the file does not say. */
  limits: readonly [number, number] | null
  /** Link to the array (CA) that the channel's elements make, 0 for none. */
  array: number
  parts: Channel[]
}

const limitsFlag = 0x10

const deepestParts = 8

/** The channels of a group, compositions with their parts. */
export async function readChannels(source: ByteSource, first: number, budget: ReadingBudget): Promise<Channel[]> {
  return readChain(source, first, budget, 0)
}

async function readChain(source: ByteSource, first: number, budget: ReadingBudget, depth: number): Promise<Channel[]> {
  const channels: Channel[] = []
  for await (const channel of chain(first, async (offset) => {
    if (depth > deepestParts) throw new DamagedBlock('Channels inside channels without end', offset)
    const { links, data } = await readBlock(source, offset, ['CN'], 8, 20)
    const composition = links[1] ?? 0
    const name = await readText(source, links[2] ?? 0)
    budget.spendChannel(name.length, offset)
    const array = await isArray(source, composition)
    const flags = data.byteLength >= 16 ? data.getUint32(12, true) : 0
    return {
      next: links[0] ?? 0,
      item: {
        offset,
        name,
        type: data.getUint8(0),
        syncType: data.getUint8(1),
        dataType: data.getUint8(2),
        bitOffset: data.getUint8(3),
        byteOffset: data.getUint32(4, true),
        bitCount: data.getUint32(8, true),
        conversion: links[4] ?? 0,
        data: links[5] ?? 0,
        unit: links[6] ?? 0,
        comment: links[7] ?? 0,
        flags,
        invalidationBit: data.getUint32(16, true),
        limits: flags & limitsFlag && data.byteLength >= 56 ? limitsOf(data) : null,
        array: array ? composition : 0,
        parts: array || composition === 0 ? [] : await readChain(source, composition, budget, depth + 1),
      },
    }
  }))
    channels.push(channel)
  return channels
}

function limitsOf(data: DataView): readonly [number, number] {
  return [data.getFloat64(40, true), data.getFloat64(48, true)]
}

/** The parts of a channel by its link; those of an array's elements are found from the array. */
export async function readParts(source: ByteSource, first: number, budget: ReadingBudget): Promise<Channel[]> {
  return readChain(source, first, budget, 1)
}

/** A composition is a chain of channels or an array (CA). */
async function isArray(source: ByteSource, composition: number): Promise<boolean> {
  if (composition === 0) return false
  const head = await source.read(composition, 4)
  return head[2] === 0x43 && head[3] === 0x41
}
