import { parameterGroup } from '../decode/address.ts'
import type { BusKind } from '../frames.ts'
import type { AppliedCatalog, Catalog, Message } from './catalog.ts'

export interface FoundMessage {
  readonly catalog: Catalog
  readonly message: Message
}

const extendedKey = 2 ** 32

/**
 * Which message decodes a frame. The exact identifier comes before a J1939 parameter group (priority and addresses
 * masked), whatever catalog it is in; among equals the earlier catalog wins, and in a catalog the earlier message: so
 * the most special catalog belongs first. Answers are kept, as recordings ask for the same few identifiers again.
 */
export class CatalogLookup {
  readonly #tables: readonly CatalogTable[]
  readonly #answers = new Map<string, Map<number, FoundMessage | null>>()

  constructor(catalogs: readonly AppliedCatalog[]) {
    this.#tables = catalogs.map((applied) => new CatalogTable(applied))
  }

  /** The message of an identifier (without flag bits) on a bus; null when no catalog knows it. */
  messageFor(kind: BusKind, channel: number, id: number, extended: boolean): FoundMessage | null {
    const bus = `${kind} ${channel}`
    const answers = this.#answers.get(bus) ?? new Map<number, FoundMessage | null>()
    this.#answers.set(bus, answers)
    const key = id + (extended ? extendedKey : 0)
    const known = answers.get(key)
    if (known !== undefined) return known
    const found = this.#find(kind, channel, key, extended ? parameterGroup(id) : null)
    // A damaged recording may hold any number of identifiers.
    if (answers.size < 65_536) answers.set(key, found)
    return found
  }

  #find(kind: BusKind, channel: number, key: number, group: number | null): FoundMessage | null {
    const holding = this.#tables.filter((table) => table.holdsFor(channel))
    for (const table of holding) {
      const message = kind === 'CAN' ? table.can.get(key) : kind === 'LIN' ? table.lin.get(key) : undefined
      if (message) return { catalog: table.catalog, message }
    }
    if (kind !== 'CAN' || group === null) return null
    for (const table of holding) {
      const message = table.groups.get(group)
      if (message) return { catalog: table.catalog, message }
    }
    return null
  }
}

class CatalogTable {
  readonly catalog: Catalog
  readonly #channels: ReadonlySet<number> | null
  readonly can = new Map<number, Message>()
  readonly lin = new Map<number, Message>()
  /** J1939 messages by parameter group number. */
  readonly groups = new Map<number, Message>()

  constructor({ catalog, channels }: AppliedCatalog) {
    this.catalog = catalog
    this.#channels = channels ? new Set(channels) : null
    for (const message of catalog.messages) {
      const exact = message.bus === 'LIN' ? this.lin : this.can
      const key = message.id + (message.extended ? extendedKey : 0)
      if (!exact.has(key)) exact.set(key, message)
      const group = parameterGroup(message.id)
      if (message.j1939 && message.extended && !this.groups.has(group)) this.groups.set(group, message)
    }
  }

  holdsFor(channel: number): boolean {
    return this.#channels === null || this.#channels.has(channel)
  }
}
