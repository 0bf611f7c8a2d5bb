import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRaw } from '#recording/catalogs/bits.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
import { epochNanoseconds } from '#recording/instant.ts'
import {
  plainFrames,
  testBuses,
  testFrames,
  testStart,
  writtenMf4,
  writtenSignals,
  writtenVsb,
} from '#recording/testing/written.ts'
import { scenarios } from '#simulator/drive/scenario.ts'
import { framesOf, vehicleBuses } from '#simulator/files/frames.ts'
import { mf4CanFile } from '#simulator/files/recording-files.ts'
import { PretendVehicle } from '#simulator/pretend-vehicle.ts'
import { buildTown } from '#simulator/roads/town.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = await oracleEnvironment()

const gears = ['Neutral', 'First', 'Second']

async function writeSignals(): Promise<object> {
  const seconds = Float64Array.from({ length: 5000 }, (_, i) => i / 10)
  const count = seconds.length
  const group = {
    name: '10 Hz',
    seconds,
    signals: [
      {
        name: 'Speed',
        unit: 'km/h',
        raw: Uint16Array.from(seconds, (_, i) => i * 13),
        conversion: { kind: 'linear' as const, factor: 0.01, offset: -3 },
      },
      {
        name: 'Gear',
        unit: '',
        raw: Uint8Array.from(seconds, (_, i) => i % 3),
        conversion: { kind: 'names' as const, names: new Map(gears.map((n, i) => [i, n])) },
      },
      { name: 'Whole', unit: 'Nm', raw: Int16Array.from(seconds, (_, i) => -i) },
      { name: 'Single', unit: 'degC', raw: Float32Array.from(seconds, (_, i) => i / 4) },
    ],
  }
  const slow = {
    name: '1 Hz',
    seconds: Float64Array.of(0.5, 1.5),
    signals: [{ name: 'Latitude', unit: 'deg', raw: Float64Array.of(52.123456789, -1e-7) }],
  }
  writeFileSync(join(folder, 'signals.mf4'), await writtenSignals([group, slow]))
  const numbers = (f: (i: number) => number) => Array.from({ length: count }, (_, i) => f(i))
  return {
    file: 'signals.mf4',
    check: 'mf4-signals',
    signals: [
      { name: 'Speed', unit: 'km/h', seconds: [...seconds], values: numbers((i) => -3 + 0.01 * ((i * 13) % 65_536)) },
      { name: 'Gear', unit: '', seconds: [...seconds], texts: numbers((i) => i % 3).map((i) => gears[i]) },
      { name: 'Whole', unit: 'Nm', seconds: [...seconds], values: numbers((i) => -i) },
      { name: 'Single', unit: 'degC', seconds: [...seconds], values: numbers((i) => i / 4) },
      { name: 'Latitude', unit: 'deg', seconds: [0.5, 1.5], values: [52.123456789, -1e-7] },
    ],
  }
}

async function writeFrames(fd: boolean): Promise<object[]> {
  const blocks = testFrames(20_000, fd)
  const frames = await plainFrames({ buses: testBuses, blocks })
  const [mf4, vsb] = [`frames-${fd ? 'fd' : 'classic'}.mf4`, `frames-${fd ? 'fd' : 'classic'}.vsb`]
  writeFileSync(join(folder, mf4), await writtenMf4(blocks))
  writeFileSync(join(folder, vsb), await writtenVsb(blocks))
  return [
    { file: mf4, check: 'mf4-frames', frames, attachment: 'VERSION ""\n' },
    // The writer rounds to the format's 25 ns; JSON keeps this number exactly enough as text of Python's integers.
    { file: vsb, check: 'vsb-frames', frames, startNs: `${epochNanoseconds(testStart)}` },
  ]
}

/** A pretend drive; every 97th frame decoded by us, to be decoded by cantools with the DBC. */
async function writeDrive(): Promise<object> {
  const trace = new PretendVehicle(buildTown('Utrecht', 52.09, 5.12), 'conformance').drive(scenarios.coldStart, 120, 3, 40_000, 2)
  writeFileSync(join(folder, 'drive.mf4'), await mf4CanFile(trace, testStart, 'drive'))
  const decoded: Record<string, Record<string, number>> = {}
  const messages = new Map(demoCatalog.messages.map((message) => [message.id, message]))
  const frames = await plainFrames({ buses: vehicleBuses, blocks: framesOf(trace) })
  frames.forEach((frame, i) => {
    if (i % 97 !== 0) return
    const data = Uint8Array.from(Buffer.from(frame.data, 'hex'))
    const signals = messages.get(frame.id)?.signals ?? []
    decoded[i] = Object.fromEntries(
      signals.map((signal) => [signal.name, readRaw(signal, data, 0) * signal.factor + signal.offset]),
    )
  })
  return { file: 'drive.mf4', check: 'decoding', dbc: writeDbc(demoCatalog), decoded }
}

describe('files that we write, read by other programs', () => {
  if ('missing' in environment) {
    it.skip(environment.missing, () => undefined)
    return
  }
  const { python } = environment

  it('hold what was written, value by value', async () => {
    const cases = [...(await writeFrames(false)), ...(await writeFrames(true)), await writeSignals(), await writeDrive()]
    // Nanoseconds since the epoch are beyond a double; they go into the JSON as bare digits.
    const json = JSON.stringify(cases).replaceAll(/"startNs":"(\d+)"/g, '"startNs":$1')
    writeFileSync(join(folder, 'expected.json'), json)
    const verdicts = (await runOracle(python, 'check_written_files.py', folder)).map((line): unknown => JSON.parse(line))
    expect(verdicts).toHaveLength(cases.length)
    for (const verdict of verdicts) expect(verdict).toMatchObject({ verdict: 'equal' })
  })

  it('are found out when a value is wrong', async () => {
    const blocks = testFrames(100, false)
    const frames = await plainFrames({ buses: testBuses, blocks })
    const [first] = frames
    if (first) first.id ^= 1
    writeFileSync(join(folder, 'wrong.mf4'), await writtenMf4(blocks))
    writeFileSync(
      join(folder, 'expected.json'),
      JSON.stringify([{ file: 'wrong.mf4', check: 'mf4-frames', frames, attachment: 'VERSION ""\n' }]),
    )
    const [line = '{}'] = await runOracle(python, 'check_written_files.py', folder)
    expect(JSON.parse(line)).toMatchObject({ verdict: expect.stringContaining('frame 0') })
  })
})
