import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { frameFlag } from '#recording/frames.ts'
import { buildSignalStore } from '#recording/signal-store/build.ts'
import { stepsOf } from '#recording/signal-store/testing/plain-cells.ts'
import {
  write,
  type RandomGroup,
  type RandomRecording,
  type RandomSignal,
} from '#recording/signal-store/testing/random-recording.ts'
import { storeBytes } from '#recording/signal-store/testing/written-store.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { identity } from '#recording/signals.ts'
import { realBytes, realPath, realRecordings } from '#recording/testing/real-recordings.ts'
import { testFrames, writtenMf4, writtenVsb } from '#recording/testing/written.ts'
import { differences, type Comparison } from './frames/differences.ts'
import { readTable } from './frames/frame-table.ts'
import { ourFrames } from './frames/our-frames.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'
import { writeDemoFiles } from './script-sdk/demo-files.ts'
import { dumpStore, type DumpedStore } from './script-sdk/store-dump.ts'

const folder = mkdtempSync(join(tmpdir(), 'script-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()

const signal = fc.record<RandomSignal>({
  type: fc.integer({ min: 1, max: 8 }),
  factor: fc.constantFrom(1, -2, 0.5, -1),
  kind: fc.constantFrom('number', 'enumeration', 'text'),
  validity: fc.constantFrom('always', 'mask of ones', 'later', 'sometimes', 'sometimes too', 'never'),
  values: fc.constantFrom('constant', 'slow', 'wild'),
})
const group = fc.record<RandomGroup>({
  rows: fc.constantFrom(0, 1, 700, 1025, 20_000, 70_000),
  times: fc.constantFrom('regular', 'jitter', 'gaps', 'set back', 'fractions', 'not finite'),
  signals: fc.array(signal, { minLength: 1, maxLength: 3 }),
})
const recording: fc.Arbitrary<RandomRecording> = fc.record({
  seed: fc.nat(),
  groups: fc.array(group, { minLength: 1, maxLength: 2 }),
})

/** Times before and after each gap of a signal of a random recording, by definition. */
function gapsIn(written: ReturnType<typeof write>) {
  return (groupName: string, signalName: string): [number, number][] => {
    const plain = written.plain[Number(groupName.slice(6))]?.[Number(signalName.slice(7))]
    if (plain === undefined) throw new Error(`no signal ${groupName} ${signalName}`)
    return stepsOf(plain).flatMap(({ gap }, i) =>
      gap ? [[plain.times[i - 1] ?? 0, plain.times[i] ?? 0] as [number, number]] : [],
    )
  }
}

/** Directories of more than one page: 520 chunks, small because nothing happens in them. */
async function longStore(): Promise<Uint8Array> {
  const rows = 520 * 16_384
  const perBlock = 16_384
  const blocks = Array.from({ length: rows / perBlock }, (_, block) => ({
    group: 0,
    count: perBlock,
    timeNs: Float64Array.from({ length: perBlock }, (__, i) => (block * perBlock + i) * 1e6),
    raw: [new Uint8Array(perBlock).fill(block % 7)],
    valid: [null],
  }))
  const description = { name: 'signal 0', unit: '', conversion: identity }
  return await storeBytes({ groups: [{ name: 'group 0', from: null, signals: [description] }], blocks })
}

async function ask(what: 'signals' | 'frames', jobs: unknown): Promise<Record<string, unknown>[]> {
  if ('missing' in environment) throw new Error(environment.missing)
  const file = join(folder, `${what}.json`)
  writeFileSync(file, JSON.stringify(jobs))
  const lines = await runOracle(environment.python, 'oracles/check_script_sdk.py', what, file)
  return lines.map((line): Record<string, unknown> => JSON.parse(line))
}

async function expectSame(dumps: readonly DumpedStore[]): Promise<void> {
  const answers = await ask('signals', dumps)
  expect(
    answers.flatMap(({ differences: told }, i) => (Array.isArray(told) && told.length ? [dumps[i]?.store, told] : [])),
  ).toEqual([])
  const samples = dumps.map(({ signals }) => signals.reduce((sum, { count }) => sum + count, 0))
  expect(answers.map((answer) => answer.samples)).toEqual(samples)
}

describe.skipIf('missing' in environment)('the package for scripts reads signal stores as we do', () => {
  it('of random recordings: all types, kinds, holes, gaps and clocks', async () => {
    const recordings = fc.sample(recording, { numRuns: 60, seed: 20_261_121 })
    const dumps: DumpedStore[] = []
    for (const [number, one] of recordings.entries()) {
      const written = write(one)
      dumps.push(await dumpStore(await storeBytes(written), join(folder, `random-${number}.lhs`), gapsIn(written)))
    }
    await expectSame(dumps)
  })

  it('with directories of several pages', async () => {
    await expectSame([await dumpStore(await longStore(), join(folder, 'long.lhs'))])
  })

  it('of the demo fleet: decoded frames with enumerations, and signals of a file', async () => {
    const files = await writeDemoFiles(folder, 2, ['vsb', 'mf4'])
    const stores = files.flatMap(({ signals }) => (signals === null ? [] : [signals]))
    expect(stores.length).toBeGreaterThanOrEqual(4)
    const dumps: DumpedStore[] = []
    for (const path of stores) dumps.push(await dumpStore(new Uint8Array(readFileSync(path)), path))
    expect(dumps.flatMap(({ signals }) => signals.map(({ kind }) => kind))).toContain('enumeration')
    await expectSame(dumps)
  })

  it('of real recordings', async () => {
    const dumps: DumpedStore[] = []
    for (const [number, real] of realRecordings('mf4-signals').entries()) {
      const source = memorySource(new Uint8Array(realBytes(real)))
      const format = await detectFormat(source)
      const sink = new MemorySink()
      const built = await buildable(() => format?.readSignals?.(source), sink)
      if (built) dumps.push(await dumpStore(sink.bytes().slice(), join(folder, `real-${number}.lhs`)))
    }
    await expectSame(dumps)
  })
})

/** False for a recording without signals. */
async function buildable(
  open: () => ReturnType<NonNullable<NonNullable<Awaited<ReturnType<typeof detectFormat>>>['readSignals']>> | undefined,
  sink: MemorySink,
): Promise<boolean> {
  const stream = await open()
  if (stream === undefined) return false
  return (await buildSignalStore(stream, sink)).rows > 0
}

const microsecond = 1000
const vectorFlags = frameFlag.extended | frameFlag.remote | frameFlag.error

/** How the frames of a file are compared; what python-can makes of them is compared in full elsewhere. */
function comparisonOf(path: string): Comparison {
  if (path.endsWith('.vsb')) return { toleranceNs: 0 }
  if (path.endsWith('.blf')) return { toleranceNs: microsecond, channelShift: 1 }
  if (path.endsWith('.asc')) return { toleranceNs: microsecond, channelShift: 1, flags: vectorFlags }
  return { toleranceNs: microsecond }
}

describe.skipIf('missing' in environment)('the package for scripts reads frames as we do', async () => {
  const files: string[] = []
  const put = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    files.push(join(folder, name))
  }
  put('plain.vsb', await writtenVsb(testFrames(70_000, false)))
  put('mixed.vsb', await writtenVsb(testFrames(5000, true)))
  put('mixed.mf4', await writtenMf4(testFrames(70_000, true)))
  for (const { path } of [...realRecordings('vsb'), ...realRecordings('mf4-can'), ...realRecordings('blf')])
    if (!path.endsWith('.MFC')) files.push(realPath({ path }))
  const jobs = files.map((file, i) => ({ file, table: join(folder, `${i}.table`) }))
  const answers = await ask('frames', jobs)

  it.each(files.map((file, i) => ({ name: basename(file), file, i })))('$name', { timeout: 120_000 }, async ({ file, i }) => {
    expect(answers[i]).toEqual({ count: expect.any(Number) })
    const { frames } = await ourFrames(readFileSync(file))
    const ids = extname(file).toLowerCase() === '.vsb' ? null : 'CAN'
    const theirs = readTable(readFileSync(join(folder, `${i}.table`)))
    const known = new Set(frames.map(({ channel }) => channel))
    expect(
      differences(frames, ids === null ? theirs.filter(({ channel }) => known.has(channel)) : theirs, comparisonOf(file)),
    ).toEqual([])
  })
})
