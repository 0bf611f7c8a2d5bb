import { FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import { getU64 } from './blocks.ts'
import { feedFragments } from './fragments.ts'
import type { ChannelGroup, DataGroup } from './groups.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** One record: `view` from `at`, `group.recordBytes` long, valid until the next one is asked for. */
export interface RecordAtHand {
  group: ChannelGroup
  view: DataView
  at: number
  /** File offset, for errors. */
  offset: number
  /** Number of the record within its group, from 0. */
  index: number
}

/**
 * The records of a data group in file order, sorted or not; calls `use` for each, because a generator step per record
 * would cost more than the record. `use` gives true when it has something to hand on, and then the generator stops there once.
 * Values of variable length are passed over.
 */
export async function* eachRecord(
  source: ByteSource,
  dataGroup: DataGroup,
  finalized: boolean,
  budget: ReadingBudget,
  use: (record: RecordAtHand) => boolean,
): AsyncGenerator<void> {
  const reader = new FeedReader(feedFragments(source, dataGroup.data, !finalized, budget))
  const idBytes = dataGroup.recordIdBytes
  const byId = new Map(dataGroup.groups.map((group) => [group.recordId, group]))
  const counts = new Map(dataGroup.groups.map((group) => [group, 0]))
  const only = idBytes === 0 ? dataGroup.groups[0] : undefined
  if (idBytes === 0 && (!only || only.recordBytes === 0)) return
  const record: RecordAtHand = { group: only ?? emptyGroup, view: reader.view, at: 0, offset: 0, index: 0 }
  for (;;) {
    if (only && finalized && (counts.get(only) ?? 0) >= only.cycleCount) return
    const recordOffset = reader.offset
    if (reader.left < 1 && !(await reader.fill(1))) break
    if (idBytes > 0 && reader.left < idBytes && !(await reader.fill(idBytes))) throw cut(recordOffset, idBytes, reader.left)
    const group = only ?? byId.get(recordIdAt(reader, idBytes))
    if (!group) throw new DamagedBlock('A record of a group that the file does not describe', recordOffset)
    reader.at += idBytes
    if (group.variableLength) {
      if (!(await reader.fill(4))) throw cut(recordOffset, 4, reader.left)
      const length = reader.view.getUint32(reader.at, true)
      reader.at += 4
      if (!(await reader.skip(length))) throw cut(recordOffset, length, 0)
      continue
    }
    if (reader.left < group.recordBytes && !(await reader.fill(group.recordBytes)))
      throw cut(recordOffset, group.recordBytes, reader.left)
    record.group = group
    record.view = reader.view
    record.at = reader.at
    record.offset = recordOffset
    record.index = counts.get(group) ?? 0
    counts.set(group, record.index + 1)
    const stop = use(record)
    reader.at += group.recordBytes
    if (stop) yield
  }
  if (only && finalized && (counts.get(only) ?? 0) < only.cycleCount)
    throw new ShortRead(`A group of ${only.cycleCount} records`, reader.offset, only.recordBytes, 0)
}

const emptyGroup: ChannelGroup = {
  offset: 0,
  recordId: 0,
  cycleCount: 0,
  recordBytes: 0,
  variableLength: false,
  dataBytes: 0,
  invalidationBytes: 0,
  flags: 0,
  name: 0,
  source: 0,
  comment: 0,
  remoteMaster: 0,
  channels: [],
}

function cut(offset: number, wanted: number, found: number): ShortRead {
  return new ShortRead('The last record', offset, wanted, found)
}

function recordIdAt(reader: FeedReader, bytes: number): number {
  const { view, at } = reader
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true)
  return bytes === 4 ? view.getUint32(at, true) : getU64(view, at)
}
