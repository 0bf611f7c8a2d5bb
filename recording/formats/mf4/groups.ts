import type { ByteSource } from '../../byte-source.ts'
import { instantFromEpochNanoseconds, type Instant } from '../../instant.ts'
import { DamagedBlock } from '../../recording-error.ts'
import { chain, getU64, readBlock } from './blocks.ts'
import { readChannels, type Channel } from './channels.ts'
import { headerBlockOffset } from './identification.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** A CG block: records of one layout. */
export interface ChannelGroup {
  offset: number
  recordId: number
  /** Number of records as the file says; 0 in unfinalized files. */
  cycleCount: number
  /** Length of the record without its id, in bytes. */
  recordBytes: number
  /** A group of values of variable length, each with its length in front. */
  variableLength: boolean
  /** Of the record: bytes of values, and after them bytes of invalidation bits. */
  dataBytes: number
  invalidationBytes: number
  flags: number
  /** Links to the name of what recorded it, to its source (SI) and to the comment; 0 for none. */
  name: number
  source: number
  comment: number
  /** Link to the group (CG) whose master gives the times of this one; 0 for the group itself. */
  remoteMaster: number
  channels: Channel[]
}

/** A DG block: groups whose records lie in the same data. */
export interface DataGroup {
  offset: number
  data: number
  recordIdBytes: number
  groups: ChannelGroup[]
}

/** The HD block. */
export interface Mf4Start {
  firstDataGroup: number
  start: Instant
}

const variableLengthFlag = 0x01
const remoteMasterFlag = 0x08
/** A record is read whole; nothing real is near this. */
const mostRecordBytes = 1024 * 1024
const recordIdLengths = [0, 1, 2, 4, 8]

/** Start of the measurement and the first link. */
export async function readStart(source: ByteSource): Promise<Mf4Start> {
  const { links, data } = await readBlock(source, headerBlockOffset, ['HD'], 6, 8)
  const start = instantFromEpochNanoseconds(data.getBigUint64(0, true))
  // Files with the "local time" flag carry no zone and are taken as UTC; in all others the time is UTC already
  // and the offsets beside it are for display.
  return { firstDataGroup: links[0] ?? 0, start }
}

/** The links of the HD block to attachments and events, 0 for none. */
export async function readHeaderLinks(source: ByteSource): Promise<{ attachment: number; event: number }> {
  const { links } = await readBlock(source, headerBlockOffset, ['HD'], 6, 8)
  return { attachment: links[3] ?? 0, event: links[4] ?? 0 }
}

/** All data groups with their channel groups and channels. */
export async function* readDataGroups(source: ByteSource, first: number, budget: ReadingBudget): AsyncGenerator<DataGroup> {
  yield* chain(first, async (offset) => {
    const { links, data } = await readBlock(source, offset, ['DG'], 4, 1)
    const recordIdBytes = data.getUint8(0)
    if (!recordIdLengths.includes(recordIdBytes))
      throw new DamagedBlock(`A DG block with record ids of ${recordIdBytes} bytes`, offset)
    const groups: ChannelGroup[] = []
    for await (const group of chain(links[1] ?? 0, (at) => readChannelGroup(source, at, budget))) groups.push(group)
    return { next: links[0] ?? 0, item: { offset, data: links[2] ?? 0, recordIdBytes, groups } }
  })
}

async function readChannelGroup(
  source: ByteSource,
  offset: number,
  budget: ReadingBudget,
): Promise<{ next: number; item: ChannelGroup }> {
  const { links, data } = await readBlock(source, offset, ['CG'], 6, 32)
  budget.spendChannel(0, offset)
  const flags = data.getUint16(16, true)
  const variableLength = (flags & variableLengthFlag) !== 0
  const dataBytes = variableLength ? 0 : data.getUint32(24, true)
  const invalidationBytes = variableLength ? 0 : data.getUint32(28, true)
  const recordBytes = dataBytes + invalidationBytes
  if (recordBytes > mostRecordBytes) throw new DamagedBlock(`A CG block with records of ${recordBytes} bytes`, offset)
  return {
    next: links[0] ?? 0,
    item: {
      offset,
      recordId: getU64(data, 0),
      cycleCount: getU64(data, 8),
      recordBytes,
      variableLength,
      dataBytes,
      invalidationBytes,
      flags,
      name: links[2] ?? 0,
      source: links[3] ?? 0,
      comment: links[5] ?? 0,
      remoteMaster: flags & remoteMasterFlag ? (links[6] ?? 0) : 0,
      channels: await readChannels(source, links[1] ?? 0, budget),
    },
  }
}
