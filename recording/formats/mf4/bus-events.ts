import type { BusKind } from '../../frames.ts'
import type { Channel } from './channels.ts'
import type { ChannelGroup } from './groups.ts'

/** A bus event of a channel group, as ASAM MDF bus logging names it: `CAN_DataFrame` with the parts below it. */
export interface BusEvent {
  kind: BusKind
  /** `DataFrame`, `ErrorFrame`, `Frame`, ... */
  what: string
  /** The channel of the event itself, when there is one. */
  channel: Channel | null
  /** The part of that name, such as `ID`; of several names the first that there is. */
  part(...names: readonly string[]): Channel | undefined
}

// An event, or one of its parts where a writer left the event itself out.
const eventName = /^(CAN|LIN|FLX|ETH|MOST)_([A-Za-z]+)(?:\.[A-Za-z]+)?$/
const kinds: Readonly<Record<string, BusKind>> = { CAN: 'CAN', LIN: 'LIN', FLX: 'FlexRay', ETH: 'Ethernet', MOST: 'MOST' }
/** Happenings on a bus that are no frames, not even broken ones. */
const noFrames = ['WakeUp', 'StartCycle', 'Status', 'Statistics', 'Symbol', 'SignalState', 'MaxPosInfo', 'NetworkState']

/** The bus event that a group logs, or null for a group of signals. */
export function busEventOf(group: ChannelGroup): BusEvent | null {
  for (const event of group.channels) {
    const match = eventName.exec(event.name)
    const kind = kinds[match?.[1] ?? '']
    if (!kind || !match?.[2] || noFrames.includes(match[2])) continue
    const prefix = `${match[1]}_${match[2]}.`
    // Some writers put the parts beside the event instead of below it, or only the parts.
    const parts = new Map<string, Channel>()
    for (const part of [...event.parts, ...group.channels])
      if (part.name.startsWith(prefix) && !parts.has(part.name)) parts.set(part.name, part)
    if (parts.size === 0) continue
    return {
      kind,
      what: match[2],
      channel: event.name.includes('.') ? null : event,
      part(...names) {
        const found = names.find((name) => parts.has(prefix + name))
        return found === undefined ? undefined : parts.get(prefix + found)
      },
    }
  }
  return null
}
