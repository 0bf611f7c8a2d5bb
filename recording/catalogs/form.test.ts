import { describe, expect, it } from 'vitest'
import type { Catalog } from './catalog.ts'
import { CatalogError } from './catalog-error.ts'
import { demoCatalog } from './demo.ts'
import { catalogFromForm, catalogToForm } from './form.ts'

const full: Catalog = {
  name: 'full',
  comment: 'of all',
  notes: [{ line: 3, text: 'odd.' }],
  messages: [
    {
      name: 'M',
      id: 0x1fffffff,
      extended: true,
      length: 64,
      fd: true,
      j1939: true,
      cycleMs: 0.5,
      sender: 'Ecu',
      comment: 'c',
      attributes: { Kind: 'x', Number: 1 },
      signals: [
        {
          name: 'S',
          startBit: 7,
          bitCount: 64,
          byteOrder: 'big',
          signed: true,
          float: true,
          factor: 1e-9,
          offset: -0.1,
          minimum: -1e300,
          maximum: 1e300,
          unit: '°C',
          comment: 's',
          names: new Map([[-1, 'error']]),
          multiplexer: true,
          multiplexed: { by: 'T', ranges: [[0, 3]] },
          attributes: { A: 2 },
        },
      ],
    },
    { name: 'L', id: 0x3f, extended: false, length: 2, bus: 'LIN', signals: [] },
  ],
}

describe("a catalog's own form", () => {
  it.each([demoCatalog, full])('gives back $name', (catalog) => {
    expect(catalogFromForm(catalogToForm(catalog))).toEqual(catalog)
  })

  const changed = (path: readonly (string | number)[], value: unknown): string => {
    const form: unknown = JSON.parse(catalogToForm(full))
    let at: unknown = form
    for (const key of path.slice(0, -1)) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : null
    if (typeof at === 'object' && at !== null) Reflect.set(at, path.at(-1) ?? '', value)
    return JSON.stringify(form)
  }

  it.each<[string, string, string]>([
    ['half of it', catalogToForm(full).slice(0, 50), 'The stored catalog is not whole'],
    ['something else', '{"a":1}', 'The stored catalog is of another kind'],
    ['a list', '[]', 'The stored catalog must have an object at catalog'],
    ['a later version', changed(['version'], 2), 'The stored catalog has version 2, this program knows 1'],
    ['no messages', changed(['messages'], 5), 'must have a list at catalog.messages'],
    ['an identifier of 30 bits', changed(['messages', 0, 'id'], 2 ** 29), 'catalog.messages[0].id'],
    ['a factor as text', changed(['messages', 0, 'signals', 0, 'factor'], '1'), 'catalog.messages[0].signals[0].factor'],
    ['no bits', changed(['messages', 0, 'signals', 0, 'bitCount'], 0), 'signals[0].bitCount'],
    ['an order of its own', changed(['messages', 0, 'signals', 0, 'byteOrder'], 'middle'), 'signals[0].byteOrder'],
    ['a broken range', changed(['messages', 0, 'signals', 0, 'multiplexed', 'ranges'], [[1]]), 'multiplexed.ranges[0]'],
    ['broken names', changed(['messages', 0, 'signals', 0, 'names'], [['1', 'a']]), 'signals[0].names[0]'],
    ['a broken attribute', changed(['messages', 0, 'attributes'], { a: {} }), 'messages[0].attributes.a'],
  ])('refuses %s', (_, text, message) => {
    expect(() => catalogFromForm(text)).toThrow(CatalogError)
    expect(() => catalogFromForm(text)).toThrow(message)
  })
})
