import { DamagedBlock } from '../../recording-error.ts'
import { chain } from '../mf4/blocks.ts'
import { channelType, syncTime, type Channel } from '../mf4/channels.ts'
import type { ChannelGroup, DataGroup } from '../mf4/groups.ts'
import type { ReadingBudget } from '../mf4/reading-budget.ts'
import type { Mdf3Block, Mdf3Blocks } from './blocks.ts'

/** A DG block with what is MDF 3's own. */
export interface Mdf3DataGroup extends DataGroup {
  /** One byte after each record repeats its id. */
  idAfterRecord: boolean
  /** Link to the trigger (TR), 0 for none. */
  trigger: number
}

// MDF 3 numbers data types by what they are and then by byte order; the numbers of MDF 4 (0 to 5, 6 text, 10 bytes) are used here.
const dataTypes: Readonly<Record<number, { type: number; order?: 'little' | 'big' }>> = {
  0: { type: 0 },
  1: { type: 2 },
  2: { type: 4 },
  3: { type: 4 },
  7: { type: 6, order: 'little' },
  8: { type: 10, order: 'little' },
  9: { type: 0, order: 'big' },
  10: { type: 2, order: 'big' },
  11: { type: 4, order: 'big' },
  12: { type: 4, order: 'big' },
  13: { type: 0, order: 'little' },
  14: { type: 2, order: 'little' },
  15: { type: 4, order: 'little' },
  16: { type: 4, order: 'little' },
}
const bytesType = 10
const timeChannel = 1
const rangeIsValid = 1
const leastChannelBytes = 218

/** All data groups with their channel groups and channels, in the words of MDF 4. */
export async function* readMdf3DataGroups(
  blocks: Mdf3Blocks,
  first: number,
  budget: ReadingBudget,
): AsyncGenerator<Mdf3DataGroup> {
  yield* chain(first, async (offset) => {
    const block = await blocks.read(offset, 'DG', 24)
    const idLength = block.u16(22)
    if (idLength > 2) throw new DamagedBlock(`A DG block with record ids of ${idLength} bytes`, offset)
    const groups: ChannelGroup[] = []
    for await (const group of chain(block.u32(8), (at) => readGroup(blocks, at, budget))) groups.push(group)
    const item: Mdf3DataGroup = {
      offset,
      data: block.u32(16),
      recordIdBytes: idLength === 0 ? 0 : 1,
      groups,
      idAfterRecord: idLength === 2,
      trigger: block.u32(12),
    }
    return { next: block.u32(4), item }
  })
}

async function readGroup(
  blocks: Mdf3Blocks,
  offset: number,
  budget: ReadingBudget,
): Promise<{ next: number; item: ChannelGroup }> {
  const block = await blocks.read(offset, 'CG', 26)
  budget.spendChannel(0, offset)
  const channels: Channel[] = []
  for await (const channel of chain(block.u32(8), (at) => readChannel(blocks, at, budget))) channels.push(channel)
  const recordBytes = block.u16(20)
  const item: ChannelGroup = {
    offset,
    recordId: block.u16(16) & 0xff,
    cycleCount: block.u32(22),
    recordBytes,
    variableLength: false,
    dataBytes: recordBytes,
    invalidationBytes: 0,
    flags: 0,
    name: 0,
    source: 0,
    comment: block.u32(12),
    remoteMaster: 0,
    channels,
  }
  return { next: block.u32(4), item }
}

async function readChannel(blocks: Mdf3Blocks, offset: number, budget: ReadingBudget): Promise<{ next: number; item: Channel }> {
  const block = await blocks.read(offset, 'CN', leastChannelBytes)
  const name = await channelName(blocks, block)
  budget.spendChannel(name.length, offset)
  const own = dataTypes[block.u16(190)] ?? { type: bytesType, order: 'little' as const }
  const big = (own.order ?? (blocks.little ? 'little' : 'big')) === 'big'
  const startBit = block.u16(186)
  const item: Channel = {
    offset,
    name,
    type: block.u16(24) === timeChannel ? channelType.master : channelType.fixed,
    syncType: block.u16(24) === timeChannel ? syncTime : 0,
    dataType: own.type + (big ? 1 : 0),
    bitOffset: startBit % 8,
    byteOffset: Math.floor(startBit / 8) + (block.length >= 228 ? block.u16(226) : 0),
    bitCount: block.u16(188),
    conversion: block.u32(8),
    data: 0,
    unit: 0,
    comment: block.u32(20),
    flags: 0,
    invalidationBit: 0,
    limits: block.u16(192) === rangeIsValid ? [block.f64(194), block.f64(202)] : null,
    array: 0,
    parts: [],
  }
  return { next: block.u32(4), item }
}

/** The long name where there is one; the short one is cut at 31 characters. */
async function channelName(blocks: Mdf3Blocks, block: Mdf3Block): Promise<string> {
  const longName = block.optionalU32(218)
  return (longName === 0 ? '' : await blocks.text(longName)) || block.text(26, 32)
}
