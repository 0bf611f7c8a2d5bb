import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { latin1Bytes } from '../testing/read-text.ts'
import { realBytes, realRecordings, realRecordingsMissing } from '../testing/real-recordings.ts'
import { plainFrames, testBuses, testFrames, testStart, writtenMf4, writtenVsb } from '../testing/written.ts'
import { headBytes } from './format.ts'
import { formats, readHeader } from './registry.ts'
import { frameFormats } from './writers.ts'

/** Every format that claims the bytes; two would make the order of the list decide. */
function claims(bytes: Uint8Array): string[] {
  return formats.filter((format) => format.detect(bytes.subarray(0, headBytes))).map(({ id }) => id)
}

describe('detection', () => {
  it.each([
    ['an empty file', ''],
    ['a table of values', 'time,speed,rpm\n0.0,12,800\n0.1,13,820\n'],
    ['a table with times and ids', 'timestamp,id,value\n1581670628.1,123,5\n'],
    ['a table that begins like python-can', 'timestamp,arbitration_id,data\n0.5,0x1,AA\n'],
    ['prose', 'Dear all,\n\nbase hex is what we use; date Friday.\n'],
    ['a log of a program', '(1) can0 is up\n2020-02-14 08:57:08 INFO started\n'],
    ['an assembler source', '; comment\n;## more\n  mov ax, 1\n'],
    ['an ini file', '; settings\n[can]\nchannel=1\n'],
    ['numbers', '1 2 3\n4 5 6\n'],
    ['Markdown with stars', '***bold***\n***BUS***\n'],
    ['JSON', '{"date": "Thu", "base": "hex"}\n'],
  ])('does not take %s for a recording', async (_what, text) => {
    expect(claims(latin1Bytes(text))).toEqual([])
    expect(await readHeader(memorySource(latin1Bytes(text)))).toBeNull()
  })

  it.each(frameFormats.map(({ id, open }) => ({ id, open })))(
    'knows what is written as $id, and no other format does',
    async ({ id, open }) => {
      const sink = new MemorySink()
      const writer = open(sink)
      await writer.begin(testStart, testBuses)
      for (const block of testFrames(100, true)) await writer.write(block)
      await writer.finish()
      expect(claims(sink.bytes())).toEqual([id])
    },
  )

  it('knows VSB and MF4', async () => {
    expect(claims(await writtenVsb(testFrames(100, true)))).toEqual(['vsb'])
    expect(claims(await writtenMf4(testFrames(100, true)))).toEqual(['mf4'])
  })

  it.each([
    ['asc', '\u00ef\u00bb\u00bfdate Thu Jan 1 00:00:00 1970\r\nbase dec  timestamps relative\r\n'],
    ['trc', ';$FILEVERSION=2.1\n'],
    ['candump', '\n\n(1.0) can0 123#\n'],
    ['candump', ' (2020-02-14 08:57:08.161550)  can0  123   [2]  11 22\n'],
    ['gvret', 'Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8\n'],
    ['css-csv', 'TimestampEpoch;BusChannel;ID;DataLength;Dir;DataBytes\n'],
    ['busmaster', '***BUSMASTER Ver 2.4.0***\n'],
  ])('knows %s', (id, text) => {
    expect(claims(latin1Bytes(text))).toEqual([id])
  })

  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)

  const kinds: Readonly<Record<string, readonly string[]>> = {
    asc: ['asc'],
    trc: ['trc'],
    candump: ['candump'],
    'can-other': ['gvret', 'id-list', 'busmaster', 'carbus', 'css-csv'],
    dbc: [],
    arxml: [],
    kcd: [],
    sym: [],
    gps: [],
  }
  it.each(Object.keys(kinds))('claims each real file of kind %s once', (kind) => {
    for (const recording of realRecordings(kind)) {
      const found = claims(realBytes(recording))
      expect([recording.path, found.length]).toEqual([recording.path, kinds[kind]?.length ? 1 : 0])
      if (found[0] !== undefined) expect(kinds[kind]).toContain(found[0])
    }
  })

  it.each(['vsb', 'mf4-can', 'mf4-signals', 'blf', 'pcap', 'mat', 'derived'])(
    'no two formats claim a real file of kind %s',
    (kind) => {
      for (const recording of realRecordings(kind))
        expect([recording.path, claims(realBytes(recording)).length <= 1]).toEqual([recording.path, true])
    },
  )
})

describe('real text logs', () => {
  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)
  const frameCount = (description: string): number => Number(/(\d+) frames/.exec(description)?.[1])

  const texts = realRecordings('asc', 'trc', 'candump', 'can-other').filter(({ path }) => !/CarBus|GenericID/.test(path))
  it.each(texts)('$path', async (recording) => {
    const header = await readHeader(memorySource(realBytes(recording)))
    expect(header?.problem).toBeUndefined()
    // The manifest's counts of ASC are python-can's, whose reader loses the first frame of a file without a trigger block.
    const lost = recording.kind === 'asc' ? 1 : 0
    expect(header?.frameCount).toBe(frameCount(recording.description) + lost)
  })

  /** What a converter wrote as four formats; the frames are CAN FD where the format can say so. */
  const truth = realRecordings('asc', 'trc', 'candump', 'can-other').filter(({ path }) => path.includes('multiple_CAN.'))
  it.skipIf(realRecordingsMissing !== null)('are the same frames in ASC, TRC, candump and CSV', async () => {
    const read = new Map<string, { ms: number; channel: number; id: number; extended: number; data: string }[]>()
    for (const recording of truth) {
      const bytes = realBytes(recording)
      const format = formats.find(({ detect }) => detect(bytes.subarray(0, headBytes)))
      const stream = await format?.readFrames(memorySource(bytes))
      if (!stream) throw new Error(`${recording.path} is not read`)
      const first = Math.min(...stream.buses.map(({ channel }) => channel))
      const frames = (await plainFrames(stream)).map(({ timeNs, channel, id, flags, data }, _i, all) => ({
        ms: (timeNs - (all[0]?.timeNs ?? 0)) / 1e6,
        channel: channel - first,
        id,
        extended: flags & 1,
        data,
      }))
      read.set(recording.kind + (format?.id ?? ''), frames)
    }
    const all = [...read.values()]
    expect(all).toHaveLength(4)
    expect(all[0]).toHaveLength(164)
    for (const frames of all) expect(frames).toEqual(all[0])
  })

  it.skipIf(realRecordingsMissing !== null)(
    'are the same frames in the files that python-can made of one recording',
    async () => {
      const read: string[][] = []
      for (const recording of realRecordings('derived').filter(({ path }) => /\.(asc|trc|log|csv)$/.test(path))) {
        const bytes = realBytes(recording)
        const stream = await formats.find(({ detect }) => detect(bytes.subarray(0, headBytes)))?.readFrames(memorySource(bytes))
        if (!stream) throw new Error(`${recording.path} is not read`)
        const frames = await plainFrames(stream)
        const first = frames[0]?.timeNs ?? 0
        read.push(frames.map(({ timeNs, id, data }) => `${Math.round((timeNs - first) / 1000)} ${id} ${data}`))
      }
      expect(read.map((frames) => frames.length)).toEqual([5588, 5588, 5588, 5588])
      for (const frames of read) expect(frames).toEqual(read[0])
    },
  )

  it.skipIf(realRecordingsMissing !== null)('are the same frames in GVRET, BUSMASTER and candump', async () => {
    const ids: string[][] = []
    for (const recording of realRecordings('candump', 'can-other')) {
      if (!/SavvyCAN\/(candump|GVRET|BusMaster)/.test(recording.path)) continue
      const bytes = realBytes(recording)
      const stream = await formats.find(({ detect }) => detect(bytes.subarray(0, headBytes)))?.readFrames(memorySource(bytes))
      const found: string[] = []
      // In the order of the file, because the three keep times differently.
      for await (const block of stream?.blocks ?? [])
        for (let row = 0; row < block.count; row++) {
          const start = block.dataStart[row] ?? 0
          found.push(
            `${block.id[row]} ${Buffer.from(block.data.subarray(start, start + (block.length[row] ?? 0))).toString('hex')}`,
          )
        }
      ids.push(found)
    }
    expect(ids.map((list) => list.length)).toEqual([12_974, 12_974, 12_974])
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
  })
})
