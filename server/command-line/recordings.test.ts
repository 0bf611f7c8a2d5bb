import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { seenSignals } from '#recording/testing/read-signals.ts'
import { plainFrames, testBuses, writtenSignals } from '#recording/testing/written.ts'
import { Failure, exit } from './failure.ts'
import { createProgram } from './program.ts'
import { recordedBlocks, recordingFolder } from './testing/recording-folder.ts'

const { folder, at, remove } = await recordingFolder()
afterAll(remove)

/** Runs a command in this process, as main.ts does. */
async function run(...args: string[]): Promise<{ code: number; err: string }> {
  let err = ''
  const program = (await createProgram(args[0])).configureOutput({ writeErr: (text) => (err += text) })
  for (const command of program.commands) command.configureOutput({ writeErr: (text) => (err += text) }).exitOverride()
  try {
    await program.parseAsync(args, { from: 'user' })
    return { code: exit.done, err }
  } catch (error) {
    if (error instanceof CommanderError) return { code: exit.usage, err }
    if (error instanceof Failure) return { code: error.exitCode, err: error.message }
    throw error
  }
}

async function framesOf(name: string) {
  const source = memorySource(readFileSync(at(name)))
  const stream = await (await detectFormat(source))?.readFrames(source, { order: 'time' })
  if (!stream) throw new Error(`${name} is no recording`)
  return await plainFrames(stream)
}

describe('convert', () => {
  it('writes the frames that were read, and those of a time range', async () => {
    await run('convert', at('drive.mf4'), at('drive.blf'))
    const expected = (await plainFrames({ buses: testBuses, blocks: recordedBlocks })).map(({ id, data }) => `${id} ${data}`)
    expect((await framesOf('drive.blf')).map(({ id, data }) => `${id} ${data}`)).toEqual(expected)
    expect(
      await run('convert', at('drive.mf4'), at('part.blf'), '--from', '0.1', '--to', '2026-10-01T06:07:12.545Z'),
    ).toMatchObject({ code: 0 })
    const part = await framesOf('part.blf')
    expect(part.length).toBeGreaterThan(900)
    expect(part.length).toBeLessThan(1001)
    expect(part.map(({ id, data }) => `${id} ${data}`)).toEqual(expected.slice(1000, 1000 + part.length))
  })

  it('decodes to signals where a catalog is named', async () => {
    const { code, err } = await run(
      'convert',
      at('drive.mf4'),
      at('drive.csv'),
      '--dbc',
      `2:${at('test.dbc')}`,
      '--signal',
      'Counting.L*',
    )
    expect([code, err]).toEqual([0, ''])
    const [title, first] = readFileSync(at('drive.csv'), 'utf8').split('\r\n')
    expect(title).toBe('Time [s],UTC,Low [V]')
    expect(first).toMatch(/^0\.000100025,2026-10-01T06:07:12\.345778925Z,4\.5$/)
    for (const extension of ['parquet', 'mat']) {
      const name = at(`drive.${extension}`)
      expect(await run('convert', at('drive.mf4'), name, '--dbc', at('test.dbc'), '--rate', '100')).toMatchObject({ code: 0 })
      expect(readFileSync(name).length).toBeGreaterThan(500)
    }
  })

  it('writes the signals of a file that holds signals', async () => {
    const group = {
      name: '10 Hz',
      seconds: Float64Array.of(0, 0.1, 0.2),
      signals: [{ name: 'Speed', unit: 'km/h', raw: Uint8Array.of(1, 2, 3) }],
    }
    writeFileSync(at('signals.mf4'), await writtenSignals([group]))
    expect(await run('convert', at('signals.mf4'), at('signals.csv'))).toMatchObject({ code: 0 })
    expect(readFileSync(at('signals.csv'), 'utf8')).toContain('0.100000000,2026-10-01T06:07:12.445678900Z,2\r\n')
  })

  it('decodes to MDF 4, as recorded and at a rate', async () => {
    const asked = ['convert', at('drive.mf4'), at('decoded.mf4'), '--dbc', at('test.dbc'), '--signal', 'Low', '--force']
    expect(await run(...asked)).toMatchObject({ code: 0 })
    const recorded = (await seenSignals(readFileSync(at('decoded.mf4')))).get('Low')
    expect(recorded?.values.length).toBeGreaterThan(100)
    expect(await run(...asked, '--rate', '50', '--from', '0.1', '--to', '0.2')).toMatchObject({ code: 0 })
    expect((await seenSignals(readFileSync(at('decoded.mf4')))).size).toBe(2)
  })

  it('keeps the frames of a bus, of identifiers, and of the messages that hold a signal', async () => {
    const ids = async (...options: string[]) => {
      expect(await run('convert', at('drive.mf4'), at('some.asc'), '--force', ...options)).toMatchObject({ code: 0 })
      return [...new Set((await framesOf('some.asc')).map(({ channel, id }) => `${channel} ${id.toString(16)}`))].toSorted()
    }
    expect(await ids('--bus', '2', '--id', '0x101', '--id', '102')).toEqual(['2 101', '2 102'])
    expect(await ids('--id', '18fef300')).toEqual(['1 18fef300'])
    expect(await ids('--dbc', at('test.dbc'), '--signal', 'Low')).toEqual(['1 101', '2 101'])
  })

  it('writes frames of a CSV without catalogs, and where told', async () => {
    await run('convert', at('drive.mf4'), at('frames.csv'))
    expect(readFileSync(at('frames.csv'), 'utf8')).toContain('arbitration_id')
    await run('convert', at('drive.mf4'), at('told.csv'), '--frames')
    expect(readFileSync(at('told.csv'), 'utf8')).toBe(readFileSync(at('frames.csv'), 'utf8'))
  })

  it('keeps what could be read of a damaged recording when told', async () => {
    expect(await run('convert', at('cut.mf4'), at('partial.blf'), '--partial')).toMatchObject({ code: 0 })
    expect((await framesOf('partial.blf')).length).toBeGreaterThan(100)
  })

  it('replaces a file only when told, and leaves nothing behind when it fails', async () => {
    writeFileSync(at('kept.blf'), 'mine')
    const before = readdirSync(folder).toSorted()
    const refused = await run('convert', at('drive.mf4'), at('kept.blf'))
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--force') })
    expect(await run('convert', at('cut.mf4'), at('cut.blf'))).toMatchObject({ code: 1, err: expect.stringContaining('at byte') })
    expect(await run('convert', at('drive.mf4'), at('no/folder.blf'))).toMatchObject({ code: 1 })
    expect(readdirSync(folder).toSorted()).toEqual(before)
    expect(readFileSync(at('kept.blf'), 'utf8')).toBe('mine')
    expect(await run('convert', at('drive.mf4'), at('kept.blf'), '--force')).toMatchObject({ code: 0 })
    expect(await framesOf('kept.blf')).toHaveLength(3000)
  })

  it.each([
    ['an extension that it does not know', ['drive.mf4', 'drive.xyz'], 'extension'],
    ['one file twice', ['drive.blf', 'drive.blf'], 'same file'],
    ['times in the wrong order', ['drive.mf4', 'x.blf', '--from', '3', '--to', '2'], 'not before'],
    ['a time that is none', ['drive.mf4', 'x.blf', '--from', 'soon'], '--from soon is not a time'],
    ['a catalog where frames are kept', ['drive.mf4', 'x.blf', '--dbc', 'test.dbc'], 'are for signals'],
    ['a rate where frames are kept', ['drive.mf4', 'x.blf', '--rate', '10'], '--rate is for signals'],
    ['a choice of buses where signals are written', ['drive.mf4', 'x.mat', '--bus', '1'], 'are for frames'],
    ['an identifier that is none', ['drive.mf4', 'x.blf', '--id', '3FFFFFFFF'], 'in hexadecimal'],
    ['signals without a catalog', ['drive.mf4', 'x.parquet'], '--dbc'],
    ['a rate that is none', ['drive.mf4', 'x.csv', '--rate', '5000'], '0.001 to 1000'],
  ])('refuses %s', async (_, args, reason) => {
    const { code, err } = await run('convert', ...args.map((arg) => (/\.[a-z]\w+$/.test(arg) ? at(arg) : arg)))
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  })
})

describe('decode', () => {
  it('writes JSON lines, a table on a raster, and to a file', async () => {
    const lines = ['decode', at('drive.mf4'), '--dbc', at('test.dbc'), '--json', '--signal', 'Low', '--to', '0.001']
    expect(await run(...lines, '--out', at('lines.json'))).toMatchObject({ code: 0 })
    const samples = readFileSync(at('lines.json'), 'utf8').trim().split('\n')
    expect(samples.map((line): unknown => JSON.parse(line))).toMatchObject([
      { seconds: 0.000100025, bus: 'CAN 2', message: 'Counting', signal: 'Low', value: 4.5, unit: 'V' },
    ])
    const wide = ['decode', at('drive.mf4'), '--dbc', at('test.dbc'), '--rate', '100', '--out', at('wide.csv')]
    expect(await run(...wide)).toMatchObject({ code: 0 })
    expect(readFileSync(at('wide.csv'), 'utf8').split('\r\n')[0]).toBe(
      'Time [s],UTC,CAN 2 Counting.Low [V],CAN 2 Counting.State,CAN 1 Counting.Low [V],CAN 1 Counting.State',
    )
  })

  it('holds a catalog for the buses that are named', async () => {
    const samples = async (catalog: string): Promise<number> => {
      await run('decode', at('drive.mf4'), '--dbc', catalog, '--out', at('some.csv'), '--force')
      return readFileSync(at('some.csv'), 'utf8').split('\r\n').length - 2
    }
    const all = await samples(at('test.dbc'))
    const parts = [await samples(`1:${at('test.dbc')}`), await samples(`2:${at('test.dbc')}`)]
    expect(parts.every((count) => count > 0)).toBe(true)
    expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(all)
  })

  it('refuses frames without a catalog, and a catalog that is none', async () => {
    expect(await run('decode', at('drive.mf4'), '--out', at('none.csv'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--dbc'),
    })
    expect(await run('decode', at('drive.mf4'), '--dbc', at('notes.txt'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a DBC file'),
    })
  })
})
