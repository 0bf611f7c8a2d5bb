import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { realRecordings, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { runCommand, startCommand } from './testing/run-command.ts'
import { recordingFolder } from './testing/recording-folder.ts'

const { folder, at, remove } = await recordingFolder()
afterAll(remove)

const run = (...args: string[]) => runCommand(args, {})

describe('inspect', () => {
  it('says what a recording holds, to people and to programs', async () => {
    const { code, out, err } = await run('inspect', at('drive.mf4'))
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('ASAM MDF 4')
    expect(out).toContain('2026-10-01T06:07:12.345678900Z')
    expect(out).toMatch(/CAN 1 .*1500/)
    const { out: json } = await run('inspect', at('drive.mf4'), '--json')
    expect(JSON.parse(json)).toMatchObject({
      format: 'mf4',
      frameCount: 3000,
      finalized: true,
      buses: [{ channel: 1, frameCount: 1500 }, { channel: 2 }],
      attachments: [{ fileName: 'a.dbc' }],
      problems: [],
    })
  })

  it('tells what is left of a damaged one, and ends with 1', async () => {
    const { code, out, err } = await run('inspect', at('cut.mf4'), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ problems: [{ kind: 'short-read' }] })
    expect(err).toMatch(/cut\.mf4: .* at byte \d+/)
  })

  it('refuses what is no recording or not there with 1, and wrong usage with 2', async () => {
    expect(await run('inspect', at('notes.txt'))).toMatchObject({ code: 1, err: expect.stringContaining('no recording') })
    expect(await run('inspect', at('nowhere.mf4'))).toMatchObject({ code: 1, err: expect.stringContaining('no such file') })
    expect(await run('inspect', folder)).toMatchObject({ code: 1, out: '' })
    expect(await run('inspect')).toMatchObject({ code: 2, err: expect.stringContaining('--help') })
  })
})

describe('decode', () => {
  it('writes a line for each sample in order of time', async () => {
    const { code, out, err } = await run('decode', at('drive.mf4'), '--dbc', at('test.dbc'), '--csv')
    expect([code, err]).toEqual([0, ''])
    const lines = out.split('\r\n')
    expect(lines[0]).toBe('Time [s],UTC,Bus,Message,Signal,Value,Unit')
    expect(lines[1]).toBe('0.000100025,2026-10-01T06:07:12.345778925Z,CAN 2,Counting,Low,4.5,V')
    const times = lines.slice(1, -1).map((line) => Number(line.split(',')[0]))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(out).toContain('"One, and only"')
  })

  it('ends quietly when its reader has seen enough', async () => {
    const { child, ended } = startCommand(['decode', at('drive.mf4'), '--dbc', at('test.dbc')], {})
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })
})

describe('convert', () => {
  it('says what it wrote, to people and to programs, and shows examples', async () => {
    expect(await run('convert', at('drive.mf4'), at('drive.asc'), '--from', '0.1')).toMatchObject({
      code: 0,
      out: `${at('drive.asc')}: 2000 frames.\n`,
      err: '',
    })
    const { out } = await run('convert', at('drive.mf4'), at('drive.csv'), '--dbc', at('test.dbc'), '--rate', '10', '--json')
    expect(JSON.parse(out)).toMatchObject({ content: 'signals', format: 'csv', count: 4, leftOut: {} })
    expect((await run('convert', '--help')).out).toMatch(/Examples:\n {2}npx loggerhead convert /)
  })
})

describe('real recordings', () => {
  const some = realRecordings('vsb', 'mf4-can', 'blf', 'asc').filter(({ path }) => !path.endsWith('.MFC'))
  it.skipIf(some.length === 0)(
    `are inspected without a fault${realRecordingsMissing ? `: ${realRecordingsMissing}` : ''}`,
    async () => {
      const root = process.env.LOGGERHEAD_RECORDINGS ?? join(import.meta.dirname, '../../../shared/recordings')
      for (const { path } of some.slice(0, 4)) {
        const { code, out } = await run('inspect', join(root, path), '--json')
        expect([path, code]).toEqual([path, 0])
        expect(JSON.parse(out).frameCount, path).toBeGreaterThan(0)
      }
    },
  )

  it.skipIf(some.length === 0)(
    `are converted to MDF 4 with all their frames${realRecordingsMissing ? `: ${realRecordingsMissing}` : ''}`,
    async () => {
      const root = process.env.LOGGERHEAD_RECORDINGS ?? join(import.meta.dirname, '../../../shared/recordings')
      const [first] = some.filter(({ path }) => path.endsWith('.vsb'))
      const path = join(root, first?.path ?? some[0]?.path ?? '')
      const frames = async (file: string): Promise<number> => JSON.parse((await run('inspect', file, '--json')).out).frameCount
      const { code, out } = await run('convert', path, at('real.mf4'), '--json')
      expect(code).toBe(0)
      const { count, leftOut } = JSON.parse(out)
      const lost = Object.values<number>(leftOut).reduce((sum, one) => sum + one, 0)
      expect(count + lost).toBe(await frames(path))
      expect(await frames(at('real.mf4'))).toBe(count)
    },
  )
})
