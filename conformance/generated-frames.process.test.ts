import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { formats } from '#recording/formats/registry.ts'
import { frameFormats } from '#recording/formats/writers.ts'
import { caseOrigin, frameCases, type FrameCase } from './frames/cases.ts'
import { differences } from './frames/differences.ts'
import { readTable, tableOf, writeTable, type TableFrame } from './frames/frame-table.ts'
import { ourFrames } from './frames/our-frames.ts'
import { programPairs, type ProgramPair } from './frames/programs.ts'
import { hasProgram, oracleEnvironment, runOracle } from './oracle-environment.ts'
import { Verdicts } from './verdicts.ts'

const tsharkMissing = !hasProgram('tshark')
const pairs = programPairs.filter(({ reader }) => reader !== 'tshark' || !tsharkMissing)

const folder = mkdtempSync(join(tmpdir(), 'generated-frames-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()
const verdicts = new Verdicts('generated-frames', 'Generated frames, written by us and read by others, and the other way')

interface Job {
  pair: ProgramPair
  given: FrameCase
  file: string
  table: string
}

const framesOf = ({ buses, blocks, other }: FrameCase): TableFrame[] =>
  blocks().flatMap((block) => [...tableOf(caseOrigin, buses, block, other?.kind)])

function jobsOf(way: 'read' | 'write', pairs: readonly ProgramPair[], known: (format: string) => unknown): Job[] {
  return pairs.flatMap((pair) =>
    frameCases
      .filter(({ other }) => known(pair.format) !== undefined && (!other || (way === 'write' && pair.format in other.readers)))
      .map((given, i) => ({
        pair,
        given,
        file: join(folder, `${way}-${pair.format}-${i}.${pair.extension}`),
        table: join(folder, `${way}-${pair.format}-${i}.table`),
      })),
  )
}

async function oracle(script: string, python: string, jobs: object[]): Promise<unknown[]> {
  const file = join(folder, `${script}.json`)
  writeFileSync(file, JSON.stringify(jobs))
  return (await runOracle(python, `oracles/${script}.py`, file)).map((line): unknown => JSON.parse(line))
}

const nameOf = ({ pair, given }: Job): string => `${pair.format}: ${given.feature}`

describe('frames that we write, read by other programs', async () => {
  if (tsharkMissing) it.skip('tshark is not on this machine; captures are not compared.', () => undefined)
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)
  const jobs = jobsOf(
    'write',
    pairs.filter(({ reader }) => reader !== undefined),
    (format) => frameFormats.find(({ id }) => id === format),
  ).filter(({ pair, given }) => given.needs(frameFormats.find(({ id }) => id === pair.format)?.abilities ?? never))
  for (const { pair, given, file } of jobs) {
    const sink = new MemorySink()
    const writer = frameFormats.find(({ id }) => id === pair.format)?.open(sink)
    await writer?.begin(caseOrigin, given.buses)
    for (const block of given.blocks()) await writer?.write(block)
    expect([...((await writer?.finish()) ?? [])], `left out by ${pair.format}`).toEqual([])
    writeFileSync(file, sink.bytes())
  }
  const answers = await oracle(
    'read_frames',
    environment.python,
    jobs.map(({ pair, given, file, table }) => ({ reader: given.other?.readers[pair.format] ?? pair.reader, file, table })),
  )
  it.each(jobs.map((job, i) => ({ job, i, name: nameOf(job) })))('$name', async ({ job: { pair, given, table, file }, i }) => {
    expect(answers[i]).toEqual({ count: expect.any(Number) })
    const found = differences(framesOf(given), readTable(readFileSync(table)), pair.comparison)
    if (pair.cannot?.read?.[given.feature] === undefined) expect(found).toEqual([])
    else expect(found).not.toEqual([])
    // and by us
    const { frames } = await ourFrames(readFileSync(file), given.other?.kind)
    expect(differences(frames, framesOf(given), { ...pair.comparison, channelShift: 0 })).toEqual([])
    verdict(pair, `written: ${given.feature}`, frames.length, pair.cannot?.read?.[given.feature])
  })
})

describe('frames that other programs write, read by us', async () => {
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)
  const jobs = jobsOf(
    'read',
    pairs.filter(({ writer }) => writer !== undefined),
    (format) => formats.find(({ id }) => id === format),
  ).filter(({ pair, given }) => given.needs(formats.find(({ id }) => id === pair.format)?.abilities ?? never))
  for (const { given, table } of jobs) writeFileSync(table, writeTable(framesOf(given)))
  const answers = await oracle(
    'write_frames',
    environment.python,
    jobs.map(({ pair, file, table }) => ({ writer: pair.writer, file, table })),
  )
  it.each(jobs.map((job, i) => ({ job, i, name: nameOf(job) })))('$name', async ({ job: { pair, given, file }, i }) => {
    expect(answers[i]).toEqual({ count: expect.any(Number) })
    if (pair.cannot?.write?.[given.feature] !== undefined) {
      const found = await ourFrames(readFileSync(file)).then(
        ({ frames }) => differences(frames, framesOf(given), pair.comparison),
        (error: unknown) => [String(error)],
      )
      verdict(pair, `read: ${given.feature}`, 0, pair.cannot.write[given.feature])
      return expect(found).not.toEqual([])
    }
    const { format, frames } = await ourFrames(readFileSync(file))
    expect(format.id).toBe(pair.format)
    expect(differences(frames, framesOf(given), pair.comparison)).toEqual([])
    verdict(pair, `read: ${given.feature}`, frames.length, undefined)
  })
})

describe('the verdicts', () => {
  it.skipIf('missing' in environment || tsharkMissing)('agree with the reference', () => verdicts.agreeWithPage())
})

function verdict({ format, program }: ProgramPair, ability: string, compared: number, cannot: string | undefined): void {
  verdicts.add({ format, ability, oracle: program, compared, differs: cannot === undefined ? null : `${program} ${cannot}` })
}

const never = {
  busKinds: [],
  fd: false,
  remoteFrames: false,
  errorFrames: false,
  channels: false,
  absoluteTime: false,
  timeStepNs: 1,
  signals: false,
  attachments: false,
} as const
