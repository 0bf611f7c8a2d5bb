import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { mf4Signals } from '#recording/formats/mf4/signal-format.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { SignalStream } from '#recording/signals.ts'
import { realPath, realRecordings, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'
import { ourSignals, type OurGroup } from './signals/our-signals.ts'
import { signalDifferences, type OracleGroup } from './signals/signal-differences.ts'
import { storeDifferences } from './signals/store-differences.ts'
import { Verdicts } from './verdicts.ts'

type Expected = Readonly<Record<string, readonly OracleGroup[]>>

const folder = mkdtempSync(join(tmpdir(), 'mdf-signals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()
const verdicts = new Verdicts('signals-in-files', 'Decoded signals that files hold')
const program = 'asammdf'

/** What asammdf reads from files; without files, it makes them first. */
async function asammdf(python: string, name: string, files: readonly string[]): Promise<{ folder: string; expected: Expected }> {
  const into = join(folder, name)
  await runOracle(python, 'cases/make_mdf_signals.py', into, ...files)
  return { folder: into, expected: JSON.parse(readFileSync(join(into, 'expected.json'), 'utf8')) }
}

/** Groups in the oracle's order; a column may have a group to itself in the file. */
function compare(ours: readonly OurGroup[], theirs: readonly OracleGroup[]): { told: string[]; compared: number } {
  const told: string[] = []
  let sum = 0
  theirs.forEach((group, i) => {
    for (const [name, signal] of Object.entries(group.signals)) {
      const has = (own: OurGroup | undefined) => own?.columns.some(({ description }) => description.name === name) === true
      const own = has(ours[i]) ? ours[i] : ours.find(has)
      const { differences, compared } = signalDifferences(own, { times: group.times, signals: { [name]: signal } })
      for (const difference of differences.values()) told.push(`group ${i}, ${name}: ${difference}`)
      sum += compared
    }
  })
  return { told, compared: sum }
}

async function streamOf(bytes: Uint8Array): Promise<SignalStream> {
  const source = memorySource(bytes)
  const stream = await (await detectFormat(source))?.readSignals?.(source)
  if (!stream) throw new Error('no format of ours finds signals in the content')
  return stream
}

describe('signals in MDF files, read by us and by asammdf', async () => {
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)
  const { python } = environment
  const made = await asammdf(python, 'made', [])
  const real = realRecordings('mf4-signals').map((recording) => realPath(recording))
  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)
  // two of them have one name
  const read = await Promise.all(real.map((path, i) => asammdf(python, `real-${i}`, [path])))

  const cases = [
    ...Object.entries(made.expected).map(([name, expected]) => ({ name, path: join(made.folder, name), expected })),
    ...real.map((path, i) => ({ name: `real: ${basename(path)}`, path, expected: read[i]?.expected[basename(path)] ?? [] })),
  ]

  it.each(cases)('$name', async ({ name, path, expected }) => {
    const bytes = new Uint8Array(readFileSync(path))
    const ours = await ourSignals(bytes)
    const { told, compared } = compare(ours, expected)
    expect(told).toEqual([])
    expect(compared).toBeGreaterThan(0)
    const kind = name.startsWith('real: ') ? 'real recordings' : name.replace(/-\d\.\d\d\.\w+$/, '').replaceAll('-', ' ')
    verdicts.add({ format: name.endsWith('.mdf') ? 'mdf3' : 'mf4', ability: kind, oracle: program, compared, differs: null })
  })

  it.each(cases)('$name, as its signal store has it', async ({ name, path }) => {
    const bytes = new Uint8Array(readFileSync(path))
    const ours = await ourSignals(bytes)
    expect(await storeDifferences(await streamOf(bytes), ours)).toEqual([])
    const compared = ours.reduce((sum, { columns, timeNs }) => sum + columns.length * timeNs.length, 0)
    const format = name.endsWith('.mdf') ? 'mdf3' : 'mf4'
    verdicts.add({ format, ability: 'signal store', oracle: 'the stream it was made from', compared, differs: null })
  })

  const again = cases.filter(({ name }) => !name.includes('long'))
  const copies = await Promise.all(
    again.map(async ({ path }, i) => {
      const copy = join(folder, `copy-${i}.mf4`)
      const sink = new MemorySink()
      await mf4Signals.open(sink).write(await streamOf(new Uint8Array(readFileSync(path))))
      writeFileSync(copy, sink.bytes())
      return copy
    }),
  )
  const back = await asammdf(python, 'copies', copies)
  it.each(again.map((one, i) => ({ ...one, copy: copies[i] ?? '' })))('$name, written by us', async ({ name, path, copy }) => {
    const theirs = back.expected[basename(copy)] ?? []
    const ours = await ourSignals(new Uint8Array(readFileSync(path)))
    const { told, compared } = compare(ours, theirs)
    expect(told).toEqual([])
    const known = new Set(theirs.flatMap(({ signals }) => Object.keys(signals)))
    const names = ours.flatMap(({ columns }) => columns.map(({ description }) => description.name))
    // asammdf itself writes channels without a name into MDF 3, and cannot read them
    expect(names.filter((own) => own !== '' && !known.has(own))).toEqual([])
    expect(compared).toBeGreaterThan(0)
    const format = name.endsWith('.mdf') ? 'mdf3' : 'mf4'
    verdicts.add({ format, ability: 'written as MF4 by us', oracle: program, compared, differs: null })
  })

  it.skipIf(realRecordingsMissing)('agree with the reference', () => verdicts.agreeWithPage())
})
