import type { AppliedCatalog, Catalog, Message } from '../catalogs/catalog.ts'
import type { BusKind } from '../frames.ts'
import { parameterGroup } from './address.ts'

export interface FoundMessage {
  catalog: Catalog
  message: Message
}

/** The message of an identifier on a bus, or null. Exact identifiers come before J1939 groups, earlier catalogs before later. */
export type MessageFinder = (kind: BusKind, channel: number, id: number, extended: boolean) => FoundMessage | null

const extendedBit = 2 ** 32

export function messageFinder(catalogs: readonly AppliedCatalog[]): MessageFinder {
  const tables = catalogs.map(({ catalog, channels }) => {
    const exact = new Map<string, Map<number, Message>>()
    const groups = new Map<number, Message>()
    for (const message of catalog.messages) {
      const ofBus = tableOf(exact, message.bus ?? 'CAN')
      const key = message.id + (message.extended ? extendedBit : 0)
      if (!ofBus.has(key)) ofBus.set(key, message)
      if (message.j1939 && !groups.has(parameterGroup(message.id))) groups.set(parameterGroup(message.id), message)
    }
    return { catalog, channels, exact, groups }
  })
  return (kind, channel, id, extended) => {
    const holding = tables.filter(({ channels }) => !channels || channels.includes(channel))
    for (const { catalog, exact } of holding) {
      const message = exact.get(kind)?.get(id + (extended ? extendedBit : 0))
      if (message) return { catalog, message }
    }
    if (kind !== 'CAN' || !extended) return null
    for (const { catalog, groups } of holding) {
      const message = groups.get(parameterGroup(id))
      if (message) return { catalog, message }
    }
    return null
  }
}

function tableOf<K, V>(tables: Map<K, Map<number, V>>, key: K): Map<number, V> {
  const table = tables.get(key) ?? new Map<number, V>()
  tables.set(key, table)
  return table
}
