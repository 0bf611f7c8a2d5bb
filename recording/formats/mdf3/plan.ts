import { RecordingError } from '../../recording-error.ts'
import { unchanged, type ConversionRule } from '../mf4/conversions.ts'
import type { Channel } from '../mf4/channels.ts'
import type { ChannelGroup } from '../mf4/groups.ts'
import { fixedPlace, nothing, numberColumn, textColumn, type ColumnSource, type SignalColumn } from '../mf4/signal-columns.ts'
import { blockRows, timeMaster, timesOf, uniquelyNamed, type SignalPlan } from '../mf4/signal-group.ts'
import { numberLayout } from '../mf4/signal-layout.ts'
import { bytesTouched, numberReader } from '../mf4/signal-numbers.ts'
import { textOfComment } from '../mf4/text-of-comment.ts'
import type { Mdf3Blocks } from './blocks.ts'
import { readMdf3Rule, readMdf3Unit } from './conversions.ts'
import type { Mdf3DataGroup } from './groups.ts'

const textType = 6
const integerTypes = 4

/** How the records of a channel group become columns; null when it has only times. */
export async function planMdf3Group(
  blocks: Mdf3Blocks,
  dataGroup: Mdf3DataGroup,
  group: ChannelGroup,
  number: number,
): Promise<SignalPlan | null> {
  const master = timeMaster(group.channels)
  const columns: SignalColumn[] = []
  for (const channel of group.channels) if (channel !== master) columns.push(await column(blocks, group, channel))
  if (columns.length === 0) return null
  const name = textOfComment(await blocks.text(group.comment)) || `Group ${number}`
  const rule = master ? await readMdf3Rule(blocks, master.conversion, master.dataType < integerTypes) : null
  return {
    group,
    dataGroup,
    description: { name, from: null, signals: uniquelyNamed(columns) },
    columns,
    time: timesOf(group, master, rule),
    capacity: blockRows(group.recordBytes, columns.length),
    passing: [],
  }
}

async function column(blocks: Mdf3Blocks, group: ChannelGroup, channel: Channel): Promise<SignalColumn> {
  let rule: ConversionRule = unchanged
  let unit = ''
  const notes: string[] = []
  try {
    unit = await readMdf3Unit(blocks, channel.conversion)
    rule = await readMdf3Rule(blocks, channel.conversion, channel.dataType < integerTypes)
    notes.push(textOfComment(await blocks.text(channel.comment)))
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    notes.push(`Raw values. ${error.message}`)
  }
  const own = ownColumn(group, channel, rule)
  const comment = notes.filter(Boolean).join(' ')
  const { conversion, names, fill } = own ?? nothing
  return {
    description: {
      name: channel.name,
      unit,
      conversion,
      ...(names && { names }),
      ...(comment !== '' && { comment }),
    },
    conversion,
    ...(names && { names }),
    fill,
    invalidBit: null,
    absent: own === null,
  }
}

/** Null when the channel lies outside of its record. */
function ownColumn(group: ChannelGroup, channel: Channel, rule: ConversionRule): ColumnSource | null {
  const layout = numberLayout(channel, 0)
  if (layout) {
    const read = layout.byteOffset + bytesTouched(layout) <= group.recordBytes ? numberReader(layout) : null
    if (read) return numberColumn(read, rule)
  }
  const byteLength = Math.floor(channel.bitCount / 8)
  if (channel.byteOffset + byteLength > group.recordBytes) return null
  return textColumn(fixedPlace(channel.byteOffset, byteLength), channel.dataType === textType ? 'unstated' : 'hex', rule)
}
