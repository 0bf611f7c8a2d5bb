import { describe, expect, it } from 'vitest'
import type { Catalog, Message } from './catalog.ts'
import { demoCatalog } from './demo.ts'
import { CatalogLookup } from './lookup.ts'
import { matchCatalog, suggestCatalogs, type SeenIdentifier } from './matching.ts'

function message(name: string, id: number, more: Partial<Message> = {}): Message {
  return { name, id, extended: id > 0x7ff, length: 8, signals: [], ...more }
}

function seen(id: number, more: Partial<SeenIdentifier> = {}): SeenIdentifier {
  return { kind: 'CAN', channel: 1, id, extended: id > 0x7ff, frameCount: 10, shortest: 8, longest: 8, ...more }
}

const eec1: Catalog = { name: 'truck', messages: [message('EEC1', 0x0cf004fe, { j1939: true })] }
const tsc1: Catalog = { name: 'torque', messages: [message('TSC1', 0x0c0000fe, { j1939: true })] }

describe('the lookup of a message', () => {
  const lookup = (...catalogs: Catalog[]): ((id: number, extended?: boolean) => string | undefined) => {
    const found = new CatalogLookup(catalogs.map((catalog) => ({ catalog })))
    return (id, extended = id > 0x7ff) => found.messageFor('CAN', 1, id, extended)?.message.name
  }

  it.each([
    ['another priority and source', eec1, 0x18f00400, 'EEC1'],
    ['another group', eec1, 0x18f00500, undefined],
    ['another destination, for groups that have one', tsc1, 0x0c000b27, 'TSC1'],
    ['another data page', eec1, 0x19f00400, undefined],
  ])('finds J1939 groups: %s', (_, catalog, id, name) => {
    expect(lookup(catalog)(id)).toBe(name)
    // Answered from what was kept.
    const kept = lookup(catalog)
    kept(id)
    expect(kept(id)).toBe(name)
  })

  it('prefers exact identifiers to groups, earlier catalogs and earlier messages', () => {
    const exact: Catalog = { name: 'exact', messages: [message('Mine', 0x18f00400), message('Second', 0x18f00400)] }
    expect(lookup(eec1, exact)(0x18f00400)).toBe('Mine')
    expect(lookup({ name: 'a', messages: [message('A', 5)] }, { name: 'b', messages: [message('B', 5)] })(5)).toBe('A')
  })

  it('tells standard from extended identifiers, buses and kinds apart', () => {
    const catalog: Catalog = {
      name: 'x',
      messages: [message('Short', 5), message('Long', 5, { extended: true }), message('Lin', 5, { bus: 'LIN' })],
    }
    const found = new CatalogLookup([{ catalog, channels: [2] }])
    expect(found.messageFor('CAN', 2, 5, false)?.message.name).toBe('Short')
    expect(found.messageFor('CAN', 2, 5, true)?.message.name).toBe('Long')
    expect(found.messageFor('LIN', 2, 5, false)?.message.name).toBe('Lin')
    expect(found.messageFor('Ethernet', 2, 5, false)).toBeNull()
    expect(found.messageFor('CAN', 1, 5, false)).toBeNull()
    expect(found.messageFor('CAN', 2, 6, false)).toBeNull()
  })
})

describe('how well a catalog fits', () => {
  it('counts identifiers and frames per bus, and lists the rest', () => {
    const match = matchCatalog(demoCatalog, [
      seen(0x0c0, { frameCount: 100 }),
      seen(0x0d0, { shortest: 3, longest: 3 }),
      seen(0x123, { frameCount: 5 }),
      seen(0x124, { frameCount: 7, channel: 2 }),
    ])
    expect(match).toMatchObject({ idCount: 4, matchedIdCount: 1, frameCount: 122, matchedFrameCount: 100 })
    expect(match.buses).toEqual([
      { kind: 'CAN', channel: 1, idCount: 3, matchedIdCount: 1, frameCount: 115, matchedFrameCount: 100, messageCount: 1 },
      { kind: 'CAN', channel: 2, idCount: 1, matchedIdCount: 0, frameCount: 7, matchedFrameCount: 0, messageCount: 0 },
    ])
    expect(match.unknown.map(({ id }) => id)).toEqual([0x124, 0x123])
    expect(match.misfits.map(({ id }) => id)).toEqual([0x0d0])
  })

  it.each([
    ['the same length', 8, 8, 8, true],
    ['padded to 8', 3, 8, 8, true],
    ['padded to a length of CAN FD', 10, 12, 12, true],
    ['longer in the catalog', 8, 6, 6, false],
    ['shorter than every frame', 8, 64, 64, false],
    ['of varying length', 4, 2, 8, true],
  ])('takes lengths as plausible or not: %s', (_, length, shortest, longest, plausible) => {
    const match = matchCatalog({ name: 'x', messages: [message('A', 5, { length })] }, [seen(5, { shortest, longest })])
    expect(match.matchedIdCount).toBe(plausible ? 1 : 0)
  })

  it('suggests the catalog of the vehicle for its bus, before one that shares a few identifiers', () => {
    const recorded = demoCatalog.messages.map(({ id, extended }) => seen(id, { extended, channel: extended ? 2 : 1 }))
    const half: Catalog = { name: 'half', messages: demoCatalog.messages.slice(0, 3) }
    const stranger: Catalog = { name: 'stranger', messages: [message('A', 0x0c0), message('B', 0x111)] }
    const suggested = suggestCatalogs([stranger, half, demoCatalog], recorded)
    expect(suggested.map(({ catalog }) => catalog.name)).toEqual([demoCatalog.name, 'half'])
    expect(suggested.map(({ channels }) => channels.map(({ channel }) => channel))).toEqual([[1, 2], [1]])
    expect(suggestCatalogs([demoCatalog], [])).toEqual([])
  })

  it('suggests a small catalog of which every message is there, however many others there are', () => {
    const recorded = Array.from({ length: 50 }, (_, i) => seen(0x100 + i))
    const pair: Catalog = { name: 'pair', messages: [message('A', 0x100), message('B', 0x101)] }
    const oneOfTwo: Catalog = { name: 'one of two', messages: [message('A', 0x100), message('B', 0x700)] }
    const one: Catalog = { name: 'one', messages: [message('A', 0x100)] }
    expect(suggestCatalogs([one, oneOfTwo, pair], recorded).map(({ catalog }) => catalog.name)).toEqual(['pair'])
  })
})
