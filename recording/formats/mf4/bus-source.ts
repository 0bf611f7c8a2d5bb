import type { ByteSource } from '../../byte-source.ts'
import type { BusKind } from '../../frames.ts'
import { readBlock, readText } from './blocks.ts'
import type { ChannelGroup } from './groups.ts'

/** What a group says of the bus that it was recorded from. */
export interface BusSource {
  /** Channel number for frames that carry none. */
  channel: number
  /** Name of a bus of this group, for its channel number. */
  nameOf(channel: number): string | undefined
}

/** Names that say no more than the kind of bus. */
const plainNames = /^(CAN|CAN ?FD|LIN|FLX|FLEX ?RAY|ETH|ETHERNET|MOST|BUS|(CAN|LIN|FLX|ETH|MOST)_.*)?$/i

/**
 * The bus behind a group, from its source (SI: name, path, comment) and the name of its acquisition. The name counts only
 * for groups without a channel number in their records: where records say the channel, one group may hold several buses.
 */
export async function busSource(source: ByteSource, group: ChannelGroup, kind: BusKind, numbered: boolean): Promise<BusSource> {
  if (numbered) return { channel: 0, nameOf: () => undefined }
  const names: string[] = []
  if (group.source !== 0) {
    const { links } = await readBlock(source, group.source, ['SI'], 3, 2)
    names.push(await readText(source, links[0] ?? 0), await readText(source, links[1] ?? 0))
  }
  names.push(await readText(source, group.name))
  const name = names.map((text) => text.trim()).find((text) => !plainNames.test(text))
  // "CAN2", "Channel 3": the number at the end is the channel's.
  const number = /(\d{1,4})$/.exec(name ?? names.find((text) => /\d$/.test(text)) ?? '')?.[1]
  const isPlain = name === undefined || new RegExp(`^${kind} ?\\d*$`, 'i').test(name)
  return { channel: Number(number ?? 0), nameOf: () => (isPlain ? undefined : name) }
}
