import type { BusList } from '../../bus-list.ts'
import type { ByteSource } from '../../byte-source.ts'
import { busEventOf } from './bus-events.ts'
import { busSource } from './bus-source.ts'
import { channelType } from './channels.ts'
import { FrameFiller } from './frame-filler.ts'
import { frameLayout } from './frame-layout.ts'
import type { ChannelGroup, DataGroup } from './groups.ts'
import type { ReadingBudget } from './reading-budget.ts'
import { SampleCount, type SignalVisitor } from './sample-count.ts'
import { timeColumn } from './time-column.ts'

/** What is the same for all groups of one pass over a file. */
export interface Pass {
  source: ByteSource
  firstDataGroup: number
  finalized: boolean
  budget: ReadingBudget
  buses: BusList
  /** False in a header pass: how long the data are and what they say is not needed then. */
  withData: boolean
  visitor: SignalVisitor | undefined
}

/** What becomes of a group's records: rows of frames, or counted samples. */
export interface GroupReading {
  group: ChannelGroup
  filler: FrameFiller | null
  samples: SampleCount | null
}

/** The groups of `dataGroup` that the pass is interested in; empty when it can be passed over. */
export async function groupReadings(pass: Pass, dataGroup: DataGroup): Promise<GroupReading[]> {
  const readings: GroupReading[] = []
  for (const group of dataGroup.groups) {
    if (group.variableLength) continue
    const event = busEventOf(group)
    if (event) {
      const layout = await frameLayout(pass.source, group, event)
      const source = await busSource(pass.source, group, layout.kind, layout.channel !== null)
      readings.push({ group, filler: new FrameFiller(layout, source, pass.buses, pass.withData), samples: null })
    } else if (pass.visitor) {
      const isMaster = (type: number): boolean => type === channelType.master || type === channelType.virtualMaster
      pass.visitor.group(group.channels.filter(({ type }) => !isMaster(type)).length)
      const time = await timeColumn(pass.source, group.channels, group.recordBytes)
      readings.push({ group, filler: null, samples: new SampleCount(time, pass.visitor) })
    }
  }
  return readings
}
