import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CatalogError } from '#recording/catalogs/catalog-error.ts'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { realBytes, realRecordings } from '#recording/testing/real-recordings.ts'
import { importCatalog } from './import-catalog.ts'
import type { ImportedKind } from './import-task.ts'
import { kcd, ldf, sym } from './testing/samples.ts'
import { PythonMissing, pythonEnvironment } from './python-environment.ts'

/** Kept between runs, as the packages are fetched into it. */
const dataDir = join(import.meta.dirname, '../../var/conformance')
const empty = mkdtempSync(join(tmpdir(), 'catalog-import-'))
const temporary = process.env.TMPDIR
// Others import catalogs at the same time; what is left behind here is ours.
process.env.TMPDIR = empty
afterAll(() => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  rmSync(empty, { recursive: true, force: true })
})

const missing = await pythonEnvironment(dataDir).then(
  () => null,
  (error: unknown) => {
    if (error instanceof PythonMissing) return error.message
    throw error
  },
)

async function imported(text: string | Uint8Array, kind: ImportedKind, bus?: string): Promise<Catalog> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return await importCatalog(bytes, kind, { name: 'test', dataDir, boxes: null, bus })
}

describe.skipIf(missing !== null)('a catalog of another kind', () => {
  it('KCD: signals, multiplexing, names, floats, cycle times, comments, several buses', async () => {
    const { messages, notes } = await imported(kcd, 'kcd')
    expect(messages).toMatchObject([
      {
        name: 'Doors',
        id: 10,
        extended: false,
        length: 8,
        cycleMs: 50,
        comment: 'of the body',
        attributes: { Bus: 'Body' },
        signals: [
          { name: 'Kind', startBit: 0, bitCount: 8, multiplexer: true },
          {
            name: 'Level',
            // KCD counts from the most significant bit of a byte, DBC from the least.
            startBit: 15,
            bitCount: 16,
            byteOrder: 'big',
            signed: true,
            factor: 0.5,
            offset: -3,
            unit: 'mm',
            multiplexed: { by: 'Kind', ranges: [[2, 2]] },
          },
          {
            name: 'Lock',
            names: new Map([
              [0, 'open'],
              [1, 'shut'],
            ]),
          },
          { name: 'Pressure', bitCount: 32, float: true },
        ],
      },
      { name: 'Axle', id: 0x18fef100, extended: true },
    ])
    expect(notes?.map(({ text }) => text)).toEqual([
      'The file describes 2 buses, taken together: Body, Drive.',
      'Message Gears has the identifier of Doors, which is kept.',
    ])
  })

  it('takes one bus of several', async () => {
    const { messages, notes } = await imported(kcd, 'kcd', 'Drive')
    expect(messages.map(({ name }) => name)).toEqual(['Gears', 'Axle'])
    expect(notes).toEqual([])
    await expect(imported(kcd, 'kcd', 'Chassis')).rejects.toThrow('The file has no bus Chassis; it has Body, Drive')
  })

  it('SYM: scales, enumerations, doubles', async () => {
    const { messages } = await imported(sym, 'sym')
    expect(messages).toMatchObject([
      {
        name: 'Symbol1',
        id: 0x1a0,
        cycleMs: 100,
        signals: [
          { name: 'Speed', factor: 0.01, offset: -5, unit: 'km/h', maximum: 300 },
          {
            name: 'Lamp',
            names: new Map([
              [0, 'Off'],
              [1, 'On'],
            ]),
          },
          { name: 'Exact', float: true, bitCount: 64, byteOrder: 'big' },
        ],
      },
    ])
  })

  it('LDF: frames of a LIN bus', async () => {
    expect(await imported(ldf, 'ldf')).toEqual({
      name: 'test',
      notes: [],
      messages: [
        {
          name: 'MotorStatus',
          id: 0x21,
          extended: false,
          length: 4,
          bus: 'LIN',
          sender: 'Motor',
          signals: [
            {
              name: 'Position',
              startBit: 0,
              bitCount: 10,
              byteOrder: 'little',
              signed: false,
              factor: 0.1,
              offset: -5,
              minimum: -5,
              maximum: 95,
              unit: '%',
              names: new Map([[1023, 'error']]),
            },
            {
              name: 'State',
              startBit: 10,
              bitCount: 2,
              byteOrder: 'little',
              signed: false,
              factor: 1,
              offset: 0,
              minimum: 0,
              maximum: 0,
              unit: '',
              names: new Map([
                [0, 'still'],
                [1, 'moving'],
              ]),
            },
          ],
        },
      ],
    })
  })

  it.each<[string, ImportedKind, string, string]>([
    [
      'a growing entity',
      'kcd',
      '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>',
      'The file has a document type (DOCTYPE)',
    ],
    [
      'an entity of a file',
      'arxml',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'The file has a document type (DOCTYPE)',
    ],
    ['broken XML', 'arxml', '<AUTOSAR><a></AUTOSAR>', 'The file is no well-formed XML: mismatched tag'],
    ['another XML', 'arxml', '<a/>', 'The file cannot be read as ARXML'],
    ['an old SYM', 'sym', 'FormatVersion=5.0\nTitle="x"\n', 'Only SYM version 6.0 is supported'],
    ['no LDF', 'ldf', 'hello', 'The file cannot be read as LDF'],
  ])('%s is refused with the reason', async (_, kind, text, message) => {
    const failure = await imported(text, kind).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CatalogError)
    expect(String(failure)).toContain(message)
  })

  it('refuses a document type in UTF-16 too', async () => {
    const text = '\uFEFF<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)
    await expect(imported(bytes, 'kcd')).rejects.toThrow('DOCTYPE')
  })

  it('ends when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('no longer wanted'))
    const bytes = new TextEncoder().encode(kcd)
    await expect(importCatalog(bytes, 'kcd', { name: 'x', dataDir, boxes: null, signal })).rejects.toThrow('no longer wanted')
  })

  it('leaves no files behind', () => {
    expect(readdirSync(empty)).toEqual([])
  })

  const autosar = realRecordings('arxml')
  it.skipIf(autosar.length === 0)('ARXML 3 and 4: frames, multiplexing, scales, CAN FD', async () => {
    const read = async (name: string): Promise<Catalog> =>
      await imported(realBytes(autosar.find(({ path }) => path.endsWith(name)) ?? { path: name }), 'arxml')
    const old = await read('system-3.2.3.arxml')
    expect(old.messages).toMatchObject([
      {
        name: 'Multiplexed',
        id: 4,
        signals: [
          { name: 'Multiplexed_selector1', startBit: 7, bitCount: 2, byteOrder: 'big', multiplexer: true },
          { name: 'Hello', multiplexed: { by: 'Multiplexed_selector1', ranges: [[0, 0]] } },
          { name: 'World1', multiplexed: { by: 'Multiplexed_selector1', ranges: [[1, 1]] } },
          { name: 'World2', multiplexed: { by: 'Multiplexed_selector1', ranges: [[1, 1]] } },
          { name: 'Static' },
          { name: 'Static2', startBit: 8, bitCount: 8 },
        ],
      },
      { name: 'Status', id: 123, cycleMs: 500, comment: 'The lonely frame description' },
    ])
    expect(old.messages[1]?.signals.find(({ name }) => name === 'Movement')).toMatchObject({
      factor: 2.5,
      offset: 10,
      minimum: 10,
      maximum: 17.5,
    })
    expect((await read('system-float-values.arxml')).messages).toMatchObject([
      {
        id: 218,
        fd: true,
        sender: 'IDCM_A',
        signals: [
          { startBit: 7, bitCount: 7, maximum: 127 },
          { startBit: 15, bitCount: 5 },
        ],
      },
    ])
    await expect(read('system-dangling-reference-4.2.arxml')).rejects.toThrow('dangling reference FRAME-REF')
  })

  const vehicle = realRecordings('kcd', 'dbc').filter(({ path }) => /cantools__cantools\/vehicle\.(kcd|dbc)$/.test(path))
  it.skipIf(vehicle.length !== 2)('agrees with DBC on a vehicle that is published as both', async () => {
    const bytesOf = (kind: string): Uint8Array => realBytes(vehicle.find((each) => each.kind === kind) ?? { path: '' })
    const layout = ({ messages }: Catalog): unknown[] =>
      messages
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, length, signals }) => [
          id,
          length,
          signals
            .map((s) => [s.name, s.startBit, s.bitCount, s.byteOrder, s.signed, s.factor, s.offset, s.unit].join(' '))
            .toSorted(),
        ])
    expect(layout(await imported(bytesOf('kcd'), 'kcd'))).toEqual(layout(parseDbc(bytesOf('dbc'), 'vehicle')))
  })
})

describe('a machine without Python', () => {
  const path = process.env.PATH
  beforeAll(() => {
    process.env.PATH = empty
  })
  afterAll(() => {
    process.env.PATH = path
  })

  it('says so, and keeps nothing half made', async () => {
    const failure = await importCatalog(new Uint8Array(), 'kcd', { name: 'x', dataDir: empty, boxes: null }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(PythonMissing)
    expect(String(failure)).toContain('Python 3.11 or newer is not on this machine')
    expect(existsSync(join(empty, 'python')) && readdirSync(join(empty, 'python')).length > 0).toBe(false)
  })

  it('still reads DBC', async () => {
    const dbc = new TextEncoder().encode('BO_ 1 A: 8 X\n')
    expect((await importCatalog(dbc, 'dbc', { name: 'x', dataDir: empty, boxes: null })).messages).toHaveLength(1)
  })
})
