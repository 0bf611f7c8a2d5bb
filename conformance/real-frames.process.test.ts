import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { frameFlag } from '#recording/frames.ts'
import {
  realBytes,
  realPath,
  realRecordings,
  realRecordingsMissing,
  type RealRecording,
} from '#recording/testing/real-recordings.ts'
import { differences, type Comparison } from './frames/differences.ts'
import { readTable, type TableFrame } from './frames/frame-table.ts'
import { ourFrames } from './frames/our-frames.ts'
import { hasProgram, oracleEnvironment, runOracle } from './oracle-environment.ts'
import { Verdicts } from './verdicts.ts'

const folder = mkdtempSync(join(tmpdir(), 'real-frames-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()
const verdicts = new Verdicts('real-frames', 'Frames of real recordings')
const tsharkMissing = !hasProgram('tshark')

interface Oracle extends Comparison {
  reader: 'python_can' | 'asammdf' | 'tshark'
  /** Another recording of the same frames, which the oracle reads instead. */
  twin?: string
}

/** Doubles of today's seconds since 1970 are good for a quarter of a microsecond. */
const microsecond = 1000

/** Who is asked about a recording; null for those that no oracle reads. */
function oracleFor({ path, kind }: RealRecording): Oracle | null {
  if (path.endsWith('.MFC')) return null
  switch (kind) {
    case 'mf4-can':
      return { reader: 'asammdf', toleranceNs: microsecond }
    case 'blf':
      return { reader: 'python_can', toleranceNs: microsecond, channelShift: 1 }
    case 'asc':
      // these files do not say which frames were CAN FD.
      // python-can passes over the first frame of these files, which have no trigger block; their maker's candump logs hold the same
      if (path.includes('_LIN')) return null
      return {
        reader: 'python_can',
        twin: path.replace(/^asc/, 'candump').replace(/asc$/, 'log'),
        toleranceNs: microsecond,
        channelShift: 1,
        flags: frameFlag.extended | frameFlag.remote | frameFlag.error,
      }
    case 'candump':
      return { reader: 'python_can', toleranceNs: microsecond }
    case 'trc':
      return { reader: 'python_can', toleranceNs: microsecond }
    case 'pcap':
      return path.includes('_CAN') ? { reader: 'tshark', toleranceNs: microsecond, channels: false } : null
    default:
      return null
  }
}

const compared = realRecordings('mf4-can', 'blf', 'asc', 'candump', 'trc', 'pcap').flatMap((recording) => {
  const oracle = oracleFor(recording)
  return oracle && !(tsharkMissing && oracle.reader === 'tshark') ? [{ ...recording, oracle }] : []
})

describe('frames of real recordings, read by us and by other programs', async () => {
  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)

  const jobs = compared.map(({ path, oracle }, i) => ({
    reader: oracle.reader,
    file: realPath({ path: oracle.twin ?? path }),
    table: join(folder, `${i}.table`),
  }))
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs))
  const answers = await runOracle(environment.python, 'oracles/read_frames.py', join(folder, 'jobs.json'))

  it.each(compared.map((recording, i) => ({ ...recording, i })))('$path', { timeout: 120_000 }, async ({ path, oracle, i }) => {
    expect(JSON.parse(answers[i] ?? '{}')).toEqual({ count: expect.any(Number) })
    const theirs: TableFrame[] = readTable(readFileSync(join(folder, `${i}.table`)))
    const { frames, format } = await ourFrames(new Uint8Array(realBytes({ path })))
    expect(differences(frames, theirs, oracle)).toEqual([])
    const program = oracle.reader.replace('python_can', 'python-can')
    verdicts.add({ format: format.id, ability: 'frames', oracle: program, compared: frames.length, differs: null })
  })

  it.skipIf(tsharkMissing || realRecordingsMissing)('agree with the reference', () => verdicts.agreeWithPage())
})
