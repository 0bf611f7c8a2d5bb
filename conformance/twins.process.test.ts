import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { frameFlag } from '#recording/frames.ts'
import { realBytes, realPath, realRecordings, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { differences, type Comparison } from './frames/differences.ts'
import type { TableFrame } from './frames/frame-table.ts'
import { ourFrames } from './frames/our-frames.ts'
import { hasProgram } from './oracle-environment.ts'
import { Verdicts } from './verdicts.ts'

const folder = mkdtempSync(join(tmpdir(), 'twins-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const verdicts = new Verdicts('twins', 'One recording in several containers')

const kinds = ['mf4-can', 'asc', 'trc', 'candump', 'can-other', 'pcap', 'derived'] as const
const microsecond = 1000
const second = 1e9

interface Twin {
  /** What the paths of both end with. */
  of: string
  twin: string
  comparison: Comparison
  /** Times count from the first frame: one of the two has no date. */
  fromFirst?: true
}

const savvy = 'collin80__SavvyCAN/'
const css = 'mdf4-converters/'
const derived = 'derived/from_CSS_2F6913DB_00000004_00000001/00000001'
const mf4 = '2F6913DB/00000004/00000001.MF4'
const { extended, remote, error } = frameFlag
const withoutWay = extended | remote | error

const twins: readonly Twin[] = [
  // whole seconds
  {
    of: `${savvy}candump.log`,
    twin: `${savvy}GVRET_Log.csv`,
    comparison: { toleranceNs: second, channels: false },
    fromFirst: true,
  },
  {
    of: `${savvy}BusMasterLog.log`,
    twin: `${savvy}GVRET_Log.csv`,
    comparison: { toleranceNs: second, channels: false },
    fromFirst: true,
  },
  { of: `${css}multiple_CAN.csv`, twin: `${css}multiple_CAN.log`, comparison: { toleranceNs: microsecond, channelShift: 1 } },
  // its maker wrote the day before
  {
    of: `${css}multiple_CAN.trc`,
    twin: `${css}multiple_CAN.log`,
    comparison: { toleranceNs: 2 * microsecond, channelShift: 1 },
    fromFirst: true,
  },
  { of: `${css}multiple_CAN.pcap`, twin: `${css}multiple_CAN.log`, comparison: { toleranceNs: microsecond, channels: false } },
  // its lines do not say which frames were CAN FD
  {
    of: `${css}multiple_CAN.asc`,
    twin: `${css}multiple_CAN.log`,
    comparison: { toleranceNs: microsecond, channelShift: 1, flags: withoutWay },
  },
  ...['asc', 'blf', 'csv', 'db', 'log', 'trc'].map((end) => ({
    of: `${derived}.${end}`,
    twin: mf4,
    // python-can wrote them: doubles of seconds since 1970, and the channel of MF4 where the format has one
    comparison: { toleranceNs: 50 * microsecond, channels: false, flags: withoutWay },
    // it wrote the beginning of these in milliseconds, or wrong
    ...(['asc', 'blf', 'trc'].includes(end) && { fromFirst: true as const }),
  })),
]

function path(end: string): string {
  const found = realRecordings(...kinds).find((recording) => recording.path.endsWith(end))
  if (!found) throw new Error(`the manifest has no recording that ends with ${end}`)
  return found.path
}

const fromFirst = (frames: readonly TableFrame[]): TableFrame[] => {
  const zero = frames[0]?.timeNs ?? 0n
  return frames.map((frame) => ({ ...frame, timeNs: frame.timeNs - zero }))
}

describe('one recording in several containers', () => {
  if (realRecordingsMissing) return it.skip(realRecordingsMissing, () => undefined)

  it.each(twins)('$of is $twin', async ({ of, twin, comparison, fromFirst: relative }) => {
    const [ours, theirs] = await Promise.all([of, twin].map((end) => ourFrames(new Uint8Array(realBytes({ path: path(end) })))))
    if (!ours || !theirs) throw new Error('there are two')
    const [a, b] = relative ? [fromFirst(ours.frames), fromFirst(theirs.frames)] : [ours.frames, theirs.frames]
    expect(differences(a, b, comparison)).toEqual([])
    const oracle = `${theirs.format.id} (${basename(twin)})`
    verdicts.add({ format: ours.format.id, ability: 'frames', oracle, compared: a.length, differs: null })
  })

  const noEditcap = hasProgram('editcap') ? null : 'editcap (of tshark) is not on this machine; its captures are not read.'
  if (noEditcap) it.skip(noEditcap, () => undefined)
  const captures = (['CAN', 'Ethernet'] as const).flatMap((kind) =>
    (kind === 'CAN' ? ['pcapng'] : ['pcapng', 'pcap', 'nsecpcap']).map((format) => ({
      kind,
      format,
      of: kind === 'CAN' ? `${css}multiple_CAN.pcap` : 'udp/someip.pcap',
    })),
  )
  it.skipIf(noEditcap).each(captures)('$of, written by editcap as $format', async ({ kind, format, of }) => {
    const copy = join(folder, `${kind}.${format}`)
    execFileSync('editcap', ['-F', format, realPath({ path: path(of) }), copy], { env: { PATH: process.env.PATH ?? '' } })
    const [ours, theirs] = await Promise.all([
      ourFrames(readFileSync(copy), kind),
      ourFrames(new Uint8Array(realBytes({ path: path(of) })), kind),
    ])
    expect(theirs.frames.length).toBeGreaterThan(50)
    expect(differences(ours.frames, theirs.frames, { toleranceNs: microsecond, channels: false })).toEqual([])
    verdicts.add({
      format: ours.format.id,
      ability: `${kind} frames`,
      oracle: 'editcap',
      compared: ours.frames.length,
      differs: null,
    })
  })

  it('pcapng of Ethernet is the pcap of the same recording', async () => {
    const [a, b] = await Promise.all(
      ['udp/someip.pcapng', 'udp/someip.pcap'].map((end) =>
        ourFrames(new Uint8Array(realBytes({ path: path(end) })), 'Ethernet'),
      ),
    )
    expect(differences(a?.frames ?? [], b?.frames ?? [], { toleranceNs: microsecond, channels: false })).toEqual([])
    verdicts.add({
      format: 'pcapng',
      ability: 'Ethernet frames',
      oracle: 'pcap (someip.pcap)',
      compared: a?.frames.length ?? 0,
      differs: null,
    })
  })

  it.skipIf(noEditcap)('agree with the reference', () => verdicts.agreeWithPage())
})
