import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { demoCatalog } from '../../catalogs/demo.ts'
import { writeDbc } from '../../catalogs/dbc-writer.ts'
import { ascWriter } from '../../formats/asc.ts'
import { blfWriter } from '../../formats/blf.ts'
import type { FrameFormat } from '../../formats/format.ts'
import { mf4FrameFormat } from '../../formats/mf4/frame-format.ts'
import { pcapngWriter, pcapWriter } from '../../formats/pcap.ts'
import { pythonCanCsvWriter } from '../../formats/python-can-csv.ts'
import { sqliteWriter } from '../../formats/sqlite.ts'
import type { FrameBlock } from '../../frames.ts'
import { packedMfc } from '../packed-mfc.ts'
import { latin1Bytes } from '../read-text.ts'
import { realPath, realRecordings } from '../real-recordings.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../write-frames.ts'
import { testBuses, testFrames, testStart, writtenMf4, writtenSignals, writtenVsb } from '../written.ts'
import { builtMdf3Frames } from './mdf3-original.ts'
import { builtSqlite } from './sqlite-original.ts'
import { randomStore } from './store-original.ts'
import { fuzzTexts } from './texts.ts'
import type { FuzzTarget } from './targets.ts'

/** A whole file whose mutations are read. */
export interface FuzzOriginal {
  /** Id of the format, or what else is read. */
  readonly of: string
  readonly name: string
  readonly made: 'generated' | 'real'
  readonly target: FuzzTarget
  bytes(): Promise<Uint8Array> | Uint8Array
}

type Make = FuzzOriginal['bytes']

function generated(of: string, name: string, bytes: Make, target: FuzzTarget = 'recording'): FuzzOriginal {
  return { of, name, made: 'generated', target, bytes }
}

async function written(format: FrameFormat, ...blocks: FrameBlock[]): Promise<Uint8Array> {
  const buses = blocks.length === 1 ? mixedBuses : testBuses
  return (await writeFrames(format, testStart, buses, blocks.length > 0 ? blocks : testFrames(400, true))).bytes
}

/** A BLF file whose container is not compressed, so that mutations reach the objects. */
function unpackedBlf(bytes: Uint8Array): Uint8Array {
  const content = inflateSync(bytes.subarray(144 + 32))
  const plain = new Uint8Array(144 + 32 + content.length)
  plain.set(bytes.subarray(0, 144 + 32))
  plain.set(content, 144 + 32)
  const view = new DataView(plain.buffer)
  view.setUint32(144 + 8, 32 + content.length, true)
  view.setUint16(144 + 16, 0, true)
  return plain
}

function signals(): Promise<Uint8Array> {
  const seconds = Float64Array.from({ length: 200 }, (_, i) => i)
  const group = { name: 'g', seconds, signals: [{ name: 's', unit: '', raw: new Uint8Array(200) }] }
  return writtenSignals([group, group])
}

const made: FuzzOriginal[] = [
  generated('vsb', 'written', () => writtenVsb(testFrames(400, true))),
  generated('mf4', 'written frames', () => writtenMf4(testFrames(400, true))),
  generated('mf4', 'written frames, compressed', () => written(mf4FrameFormat({ compress: true }))),
  generated('mf4', 'written frames, plain', () => written(mf4FrameFormat({ compress: false }))),
  generated('mf4', 'written signals', signals),
  generated('mfc', 'packed', async () => packedMfc(await writtenMf4(testFrames(400, true)))),
  generated('mdf3', 'built frames', builtMdf3Frames),
  generated('blf', 'written', () => written(blfWriter)),
  generated('blf', 'all buses, not compressed', async () => unpackedBlf(await written(blfWriter, mixedFrames()))),
  generated('pcap', 'written', () => written(pcapWriter)),
  generated('pcapng', 'all buses', () => written(pcapngWriter, mixedFrames())),
  generated('sqlite', 'written', () => written(sqliteWriter)),
  generated('sqlite', 'any database', builtSqlite, 'sqlite'),
  generated('asc', 'written', () => written(ascWriter)),
  generated('python-can-csv', 'written', () => written(pythonCanCsvWriter)),
  generated('dlt', 'head', () => Uint8Array.of(0x44, 0x4c, 0x54, 1, ...Array.from({ length: 60 }, (_, i) => i))),
  generated('id-list', 'rows', () => latin1Bytes(`ID,Data Bytes\n${'0x123,AA BB\n'.repeat(40)}`)),
  generated('carbus', 'rows', () => latin1Bytes(`@ TEXT @ 3 @ 0 @ 0 @\n${'12:00:00,000 1 0001 123 2 11 22\n'.repeat(40)}`)),
  generated('dbc', 'demo', () => latin1Bytes(writeDbc(demoCatalog)), 'dbc'),
  generated('signal store', 'random', randomStore, 'signal store'),
  ...Object.entries(fuzzTexts).map(([name, text]) => generated(name.split(':')[0] ?? '', name, () => latin1Bytes(text))),
]

/** Small real files of each make, or the beginning of a large one: `of`, what its path holds, and how many bytes. */
const chosen: readonly (readonly [of: string, path: RegExp, bytes?: number, target?: FuzzTarget])[] = [
  ['vsb', /input2\.vsb/, 10 + 64 * 600],
  ['mf4', /LOG\/00000000\/00000048/],
  ['mf4', /00000001-63BEF5CD/, 60_000],
  ['mf4', /FCBF0606/, 60_000],
  ['mf4', /^mf4-can.*00000005-60FEB5A8/],
  ['mf4', /Discrete_deflate/],
  ['mf4', /primitives/],
  ['mfc', /00000005-643E503A/, 20_000],
  ['blf', /canview\/can\.blf/, 120_000],
  ['blf', /derived.*blf/],
  ['pcapng', /multiple_CAN\.pcap/],
  ['pcap', /someip\.pcap$/],
  ['pcap', /someip\.pcap$/, undefined, 'ethernet layers'],
  ['pcapng', /someip\.pcapng/],
  ['sqlite', /derived.*\.db/],
  ['sqlite', /derived.*\.db/, undefined, 'sqlite'],
  ['asc', /multiple_CAN\.asc/],
  ['asc', /derived.*\.asc/, 30_000],
  ['trc', /multiple_CAN\.trc/],
  ['trc', /derived.*\.trc/, 30_000],
  ['candump', /multiple_CAN\.log/],
  ['candump', /SavvyCAN\/candump\.log/, 20_000],
  ['gvret', /GVRET_Log/, 20_000],
  ['css-csv', /multiple_CAN\.csv/],
  ['css-csv', /multiple_LIN\.csv/],
  ['python-can-csv', /derived.*\.csv/, 20_000],
  ['busmaster', /BusMasterLog/, 20_000],
  ['dlt', /someip\.dlt/],
  ['id-list', /GenericID_Log/, 20_000],
  ['carbus', /CarBusAnalyzer/],
  ['dbc', /socialledge\.dbc/, undefined, 'dbc'],
  ['dbc', /multiplex_choices\.dbc/, undefined, 'dbc'],
  ['dbc', /long_names_multiple/, undefined, 'dbc'],
]

const kinds = ['vsb', 'mf4-can', 'mf4-signals', 'blf', 'pcap', 'derived', 'asc', 'trc', 'candump', 'can-other', 'dbc']
const recordings = realRecordings(...kinds)

const real: FuzzOriginal[] = chosen.flatMap(([of, path, bytes, target = 'recording']) =>
  recordings
    .filter((recording) => path.test(recording.path))
    .slice(0, 1)
    .map((recording) => ({
      of,
      name: `${recording.path}${target === 'recording' || target === of ? '' : `, ${target}`}`,
      made: 'real',
      target,
      bytes: () => new Uint8Array(readFileSync(realPath(recording)).subarray(0, bytes)),
    })),
)

/** Every format and what else reads bytes of strangers, each with a file that we make and a real one. */
export const fuzzOriginals: readonly FuzzOriginal[] = [...made, ...real]

/** What has no real file among the recordings. */
export const withoutReal: ReadonlySet<string> = new Set(['mdf3', 'microchip', 'signal store'])
