import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { framesInOrder } from '#recording/formats/time-order.ts'
import { realBytes, realPath, realRecordings, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { writeTable } from './frames/frame-table.ts'
import { ourFrames } from './frames/our-frames.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'
import { columnDifferences } from './signals/column-differences.ts'
import { decodedColumns, readColumns, type Column } from './signals/decoded-columns.ts'
import { Verdicts } from './verdicts.ts'

const folder = mkdtempSync(join(tmpdir(), 'decoded-signals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()
const verdicts = new Verdicts('signals-of-frames', 'Signals decoded from frames of real recordings')

const css = 'dbc/CSS-Electronics__api-examples'
const gps = `${css}/other/matlab-basics/dbc_files/canmod-gps.dbc`
const gnss = `${css}/other/concatenate-mf4-by-period/dbc_files/gnss.dbc`
const obd = 'dbc/CSS-Electronics__can-bus-reverse-engineering-skills/obd2-dbc/OBD-v4.4.dbc'
const uds = `${css}/data-processing/dbc_files/tp_uds.dbc`
const nissan = `${css}/data-processing/dbc_files/tp_uds_nissan.dbc`
const j1939Parts = `${css}/data-processing/dbc_files/tp_j1939.dbc`
const j1939Demo = `${css}/other/asammdf-basics/input/CSS-Electronics-SAE-J1939-DEMO.dbc`
const j1939 = 'dbc/ebroecker__canmatrix/src/canmatrix/j1939.dbc'

type Decoder = 'cantools' | 'asammdf'

interface Case {
  /** Part of the recording's path. */
  recording: RegExp
  databases: readonly string[]
  what: string
  decoders: readonly Decoder[]
}

const both: readonly Decoder[] = ['cantools', 'asammdf']
const cases: readonly Case[] = [
  { recording: /00000005-60FEB5A8\.MF4/, databases: [gps], what: 'GPS module', decoders: both },
  { recording: /00000005-60FEB5A8\.MF4/, databases: [obd], what: 'OBD-II, multiplexed in two levels', decoders: ['cantools'] },
  { recording: /00000001-60FE3F04\.MF4/, databases: [gps], what: 'GPS module', decoders: ['asammdf'] },
  { recording: /63BEF5CD/, databases: [gnss], what: 'GNSS module', decoders: both },
  { recording: /63BEFDF9/, databases: [gnss], what: 'GNSS module', decoders: both },
  { recording: /2F6913DB\/00000004/, databases: [gps], what: 'GPS module', decoders: both },
  { recording: /2F6913DB\/00000004/, databases: [nissan], what: 'UDS in parts (ISO-TP)', decoders: ['cantools'] },
  { recording: /17BD1DB7/, databases: [uds], what: 'UDS in parts (ISO-TP)', decoders: ['cantools'] },
  { recording: /FCBF0606/, databases: [j1939Demo], what: 'J1939', decoders: both },
  { recording: /FCBF0606/, databases: [j1939], what: 'J1939', decoders: ['cantools'] },
  { recording: /FCBF0606/, databases: [j1939Parts], what: 'J1939 in parts (BAM)', decoders: ['cantools'] },
  { recording: /00000048/, databases: [j1939], what: 'J1939', decoders: ['cantools'] },
  { recording: /older\/sample1/, databases: [j1939Demo], what: 'J1939', decoders: both },
]

/** Where a database lies for both sides. This one's message is of J1939, and its attribute says otherwise. */
function databasePath(path: string): string {
  if (path !== j1939Parts) return realPath({ path })
  const mended = join(folder, basename(path))
  const text = readFileSync(realPath({ path }), 'latin1')
  writeFileSync(mended, text.replace('BA_ "VFrameFormat" BO_ 2566841342 1;', 'BA_ "VFrameFormat" BO_ 2566841342 4;'), 'latin1')
  return mended
}

/** Doubles of today's seconds since 1970 are good for a quarter of a microsecond. */
const timeNs = 1000n

describe('real recordings decoded by us and by other programs', async () => {
  if (realRecordingsMissing) return it.skip(realRecordingsMissing, () => undefined)
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)
  const recordings = realRecordings('mf4-can')
  const comparisons = cases.flatMap(({ recording, decoders, ...rest }, i) =>
    decoders.map((decoder) => {
      const path = recordings.find((one) => recording.test(one.path))?.path ?? ''
      return {
        ...rest,
        path,
        name: basename(path),
        decoder,
        output: join(folder, `${i}-${decoder}`),
        table: join(folder, `${i}`),
      }
    }),
  )
  for (const { path, decoder, table } of comparisons)
    if (decoder === 'cantools') writeFileSync(table, writeTable((await ourFrames(new Uint8Array(realBytes({ path })))).frames))
  const jobs = comparisons.map(({ decoder, path, table, databases, output }) => ({
    decoder,
    input: decoder === 'asammdf' ? realPath({ path }) : table,
    databases: databases.map(databasePath),
    output,
  }))
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs))
  const answers = await runOracle(environment.python, 'oracles/decode_frames.py', join(folder, 'jobs.json'))

  it.each(comparisons.map((one, i) => ({ ...one, answer: answers[i] ?? '{}' })))(
    '$decoder: $name, $what',
    async ({ path, databases, output, answer, decoder, what }) => {
      expect(JSON.parse(answer)).toMatchObject({ columns: expect.any(Number) })
      const ours = await decodedByUs(path, databases)
      const theirs = readColumns(new Uint8Array(readFileSync(output)))
      const { told, compared } = columnDifferences(ours, theirs, { timeNs, partial: decoder === 'asammdf' })
      expect(told).toEqual([])
      expect(compared).toBeGreaterThan(0)
      if (what.includes('in parts')) expect(JSON.parse(answer).long).toBeGreaterThan(0)
      verdicts.add({ format: 'mf4', ability: what, oracle: decoder, compared, differs: null })
    },
  )

  it('agree with the reference', () => verdicts.agreeWithPage())
})

async function decodedByUs(path: string, databases: readonly string[]): Promise<Column[]> {
  const source = memorySource(new Uint8Array(realBytes({ path })))
  const format = await detectFormat(source)
  if (!format) throw new Error('no format of ours knows the content')
  const catalogs = databases.map((database) => parseDbc(readFileSync(databasePath(database)), basename(database)))
  return decodedColumns(await framesInOrder(format, source), catalogs)
}
