import { BusList } from '../../bus-list.ts'
import type { ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, frameFlag, type FrameBlock, type FrameStream } from '../../frames.ts'
import { identity, type RawValues, type SampleBlock } from '../../signals.ts'
import { versionText } from '../mf4/identification.ts'
import { busEventOf, type BusEvent } from '../mf4/bus-events.ts'
import type { Channel } from '../mf4/channels.ts'
import { unchanged } from '../mf4/conversions.ts'
import type { ChannelGroup } from '../mf4/groups.ts'
import { numberColumn, type ColumnSource, type SignalColumn } from '../mf4/signal-columns.ts'
import { blockRows, timeMaster, timesOf, type SignalPlan } from '../mf4/signal-group.ts'
import { numberLayout } from '../mf4/signal-layout.ts'
import { bytesTouched, numberReader } from '../mf4/signal-numbers.ts'
import type { Mdf3Blocks } from './blocks.ts'
import { readMdf3Rule } from './conversions.ts'
import type { Mdf3DataGroup } from './groups.ts'
import { allSamples, openMdf3 } from './signal-reader.ts'

const wholeFrames = ['DataFrame', 'RemoteFrame', 'Frame']
// The columns of a frame plan, in this order; the data of a block's rows lie one after the other in the last.
const parts = ['BusChannel', 'ID', 'IDE', 'DataLength', 'Dir', 'EDL', 'BRS', 'ESI'] as const
const column = { bus: 0, id: 1, extended: 2, length: 3, sent: 4, fd: 5, bitRateSwitch: 6, errorState: 7, data: 8 } as const
const flagColumns = [
  [column.extended, frameFlag.extended],
  [column.sent, frameFlag.sent],
  [column.fd, frameFlag.fd],
  [column.bitRateSwitch, frameFlag.bitRateSwitch],
  [column.errorState, frameFlag.errorState],
] as const
const canIdMask = 0x1fff_ffff

/** The plan of a group of CAN or LIN events, as writers make them that bring bus logging of MDF 4 into MDF 3. */
async function framePlan(
  blocks: Mdf3Blocks,
  dataGroup: Mdf3DataGroup,
  group: ChannelGroup,
  event: BusEvent,
): Promise<SignalPlan> {
  const master = timeMaster(group.channels)
  const rule = master ? await readMdf3Rule(blocks, master.conversion, master.dataType < 4) : null
  const columns = [...parts.map((name) => numbers(group, event.part(name))), bytes(group, event.part('DataBytes'))]
  return {
    group,
    dataGroup,
    description: { name: event.what, from: null, signals: [] },
    columns: columns.map(asSignal),
    time: timesOf(group, master, rule),
    capacity: Math.min(blockRows(group.recordBytes, columns.length), 16_384),
    passing: [],
  }
}

function numbers(group: ChannelGroup, channel: Channel | undefined): ColumnSource {
  const layout = channel ? numberLayout(channel, 0) : null
  const fits = layout && layout.byteOffset + bytesTouched(layout) <= group.recordBytes
  const read = layout && fits ? numberReader(layout) : null
  return numberColumn(read ?? ((_bytes, _stride, rows) => ({ values: new Uint8Array(rows), rounded: false })), unchanged)
}

/** The bytes of all rows, one after the other. */
function bytes(group: ChannelGroup, channel: Channel | undefined): ColumnSource {
  const length = channel ? Math.floor(channel.bitCount / 8) : 0
  const at = channel?.byteOffset ?? 0
  const width = at + length <= group.recordBytes ? length : 0
  return {
    conversion: identity,
    fill(records) {
      const values = new Uint8Array(records.rows * width)
      for (let row = 0; row < records.rows; row++)
        values.set(records.bytes.subarray(row * records.stride + at, row * records.stride + at + width), row * width)
      return { values, rounded: false }
    },
  }
}

function asSignal(source: ColumnSource): SignalColumn {
  const description = { name: '', unit: '', conversion: identity }
  return { ...source, description, invalidBit: null, absent: false }
}

/** The frames that an MDF 3 file logs, group by group. */
export async function readMdf3Frames(source: ByteSource): Promise<FrameStream> {
  const file = await openMdf3(source)
  const events: BusEvent[] = []
  const plans: SignalPlan[] = []
  for (const dataGroup of file.dataGroups)
    for (const group of dataGroup.groups) {
      const event = busEventOf(group)
      if (event?.kind !== 'CAN' && event?.kind !== 'LIN') continue
      events.push(event)
      plans.push(await framePlan(file.blocks, dataGroup, group, event))
    }
  const buses = new BusList()
  async function* frames(): AsyncGenerator<FrameBlock> {
    const builder = new FrameBlockBuilder()
    for await (const block of allSamples({ ...file, plans })) {
      const event = events[block.group]
      const offset = plans[block.group]?.group.offset ?? 0
      if (event) for (let row = 0; row < block.count; row++) addFrame(builder, buses, event, block, row, offset)
      if (builder.count > 0) yield builder.take()
    }
  }
  const version = versionText(file.identification.versionNumber)
  return { origin: file.origin, version, buses: buses.buses, blocks: frames() }
}

const none: RawValues = new Uint8Array(0)

function addFrame(
  builder: FrameBlockBuilder,
  buses: BusList,
  event: BusEvent,
  { raw, timeNs, count }: SampleBlock,
  row: number,
  offset: number,
): void {
  const value = (index: number): number => (raw[index] ?? none)[row] ?? 0
  let flags = event.what === 'RemoteFrame' ? frameFlag.remote : wholeFrames.includes(event.what) ? 0 : frameFlag.error
  for (const [index, bit] of flagColumns) if (value(index) !== 0) flags |= bit
  const id = value(column.id)
  const isCan = event.kind === 'CAN'
  // Writers without an IDE channel mark extended identifiers in bit 31.
  if (isCan && id > canIdMask) flags |= frameFlag.extended
  const data = raw[column.data]
  const width = data ? data.length / count : 0
  const length = Math.max(0, Math.min(value(column.length), width))
  const bus = buses.indexOf(event.kind, value(column.bus) & 0xffff, offset)
  const from = data instanceof Uint8Array ? data : new Uint8Array(0)
  builder.add(timeNs[row] ?? NaN, bus, (isCan ? id & canIdMask : id) >>> 0, flags, from, row * width, length)
}
