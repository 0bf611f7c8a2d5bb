import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { parseDbc } from '../catalogs/dbc/parser.ts'
import type { RecordingHeader } from '../header.ts'
import { nanosecondsBetween } from '../instant.ts'
import { allRealRecordings, realBytes, realRecordingsMissing, type RealRecording } from '../testing/real-recordings.ts'
import { readHeader } from './registry.ts'

/** What must come of a file: read as a format, refused with a reason, or (null) known to be no recording. */
type Expectation = { format: string; frames?: number } | { refused: RegExp } | { catalog: true } | null

/** By kind, and by what the path ends with where a kind has several; the first that matches. */
const expectations: readonly (readonly [kind: string, end: string, expected: Expectation])[] = [
  ['vsb', '', { format: 'vsb' }],
  ['mf4-can', '643E503A.MFC', { format: 'mfc', frames: 120_015 }],
  ['mf4-can', '643E5292.MFC', { format: 'mfc', frames: 120_015 }],
  ['mf4-can', '643E54EA.MFC', { format: 'mfc', frames: 119_952 }],
  ['mf4-can', '', { format: 'mf4' }],
  ['mf4-signals', '', { format: 'mf4' }],
  ['blf', '', { format: 'blf' }],
  // python-can, which counted these, passes over the first frame of a file without a trigger block
  ['asc', 'multiple_CAN.asc', { format: 'asc', frames: 164 }],
  ['asc', 'single_can_bus_1_CAN.asc', { format: 'asc', frames: 1 }],
  ['asc', 'single_lin_bus_1_LIN.asc', { format: 'asc', frames: 1 }],
  ['trc', '', { format: 'trc' }],
  ['candump', '', { format: 'candump' }],
  ['can-other', 'CarBusAnalyzer_v3.trc', { refused: /CarBus Analyzer, whose flags are not documented/ }],
  ['can-other', 'GVRET_Log.csv', { format: 'gvret' }],
  ['can-other', 'GenericID_Log.csv', { refused: /identifiers and data without times/ }],
  ['can-other', 'BusMasterLog.log', { format: 'busmaster' }],
  ['can-other', 'multiple_CAN.csv', { format: 'css-csv' }],
  ['can-other', 'multiple_LIN.csv', { format: 'css-csv' }],
  ['pcap', '.dlt', { refused: /DLT log .* holds messages of software and no bus frames/ }],
  ['pcap', '.xml', null],
  ['pcap', 'someip.pcap', { format: 'pcap', frames: 55 }],
  ['pcap', 'someip.pcapng', { format: 'pcapng', frames: 55 }],
  // its name says pcap, its content pcapng
  ['pcap', 'multiple_CAN.pcap', { format: 'pcapng', frames: 164 }],
  ['derived', '.asc', { format: 'asc', frames: 5588 }],
  ['derived', '.blf', { format: 'blf', frames: 5588 }],
  ['derived', '.csv', { format: 'python-can-csv', frames: 5588 }],
  ['derived', '.db', { format: 'sqlite', frames: 5588 }],
  ['derived', '.log', { format: 'candump', frames: 5588 }],
  ['derived', '.trc', { format: 'trc', frames: 5588 }],
  // tables of signals and tracks are no recordings; conformance/ compares our decoding with the tables
  ['mat', '', null],
  ['gps', '', null],
  ['dbc', '', { catalog: true }],
  // imported by cantools in the analysis environment, not by this library
  ['arxml', '', null],
  ['kcd', '', null],
  ['sym', '', null],
]

function expectationOf({ kind, path }: RealRecording): Expectation | undefined {
  return expectations.find(([of, end]) => of === kind && path.endsWith(end))?.[2]
}

/** Number before a word of the manifest's description. */
function figure(description: string, pattern: RegExp): number | undefined {
  const match = pattern.exec(description)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

/** What the manifest's words say of a recording. */
function expectFigures(header: RecordingHeader, { path, description }: RealRecording): void {
  const ids = figure(description, /(\d+) (?:IDs|network\+ID pairs)/)
  const found = header.buses.reduce((sum, bus) => sum + bus.idCount, 0)
  // The manifest counts an identifier once for all buses of an MF4 file.
  if (ids !== undefined) expect(found).toBeGreaterThanOrEqual(ids)
  if (ids !== undefined && (header.buses.length === 1 || path.endsWith('.vsb'))) expect(found).toBe(ids)
  const records = figure(description, /channels, (\d+) records/)
  if (records !== undefined) expect(header.sampleCount).toBe(records)
  const seconds = figure(description, /([0-9.]+) s[,;. ]/)
  if (!header.start || !header.end) throw new Error('the header has no span')
  if (seconds !== undefined) expect(nanosecondsBetween(header.start, header.end) / 1e9).toBeCloseTo(seconds, 2)
  const start = /start (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(description)
  if (start) expect(new Date(header.origin.epochMs).toISOString().slice(0, 19)).toBe(`${start[1]}T${start[2]}`)
}

describe('every row of the manifest is read, or refused with the right error', () => {
  if (realRecordingsMissing) return it.skip(realRecordingsMissing, () => undefined)

  it.each(allRealRecordings())('$kind: $path', async (recording) => {
    const expected = expectationOf(recording)
    if (expected === undefined) throw new Error(`nobody says what comes of ${recording.kind} ${recording.path}: add it here`)
    const bytes = new Uint8Array(realBytes(recording))
    const reading = readHeader(memorySource(bytes))
    if (expected === null) return expect(await reading).toBeNull()
    if ('refused' in expected) return expect(reading).rejects.toMatchObject({ message: expect.stringMatching(expected.refused) })
    if ('catalog' in expected) {
      expect(await reading).toBeNull()
      const stated = figure(recording.description, /([0-9]+) messages/)
      const { messages, notes } = parseDbc(bytes, recording.path)
      expect(messages.length > 0 || stated === 0 || (notes?.length ?? 0) > 0).toBe(true)
      return
    }
    const header = await reading
    expect(header).toMatchObject({ format: expected.format })
    expect(header?.problem).toBeUndefined()
    const frames = expected.frames ?? figure(recording.description, /([0-9]+) (?:frames|records, \d+ network)/)
    if (frames !== undefined) expect(header?.frameCount).toBe(frames)
    // the words on these are python-can's, which missed a frame; those of the others are right
    if (header && recording.kind !== 'asc') expectFigures(header, recording)
    if (expected.format === 'mf4') expect(header?.finalized).toBe(!recording.description.includes('unfinalized'))
  })

  it('knows a row of no kind', () => {
    expect(expectationOf({ kind: 'new', path: 'new/file.new', description: '' })).toBeUndefined()
  })
})
