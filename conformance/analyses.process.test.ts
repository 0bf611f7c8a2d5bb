import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { ourFrames } from './frames/our-frames.ts'
import { oracleEnvironment } from './oracle-environment.ts'
import { writeDemoFiles, type DemoFile } from './script-sdk/demo-files.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const analyses = readdirSync(join(root, 'analyses'))
const folder = mkdtempSync(join(tmpdir(), 'analyses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()

interface Outcome {
  readonly metrics: Readonly<Record<string, number | null>>
  readonly verdict: string
  readonly hits: readonly { id: number; hits: readonly { Description: string; StartTime: number; EndTime: number }[] }[]
  readonly files: readonly string[]
  readonly report: string
  readonly printed: string
  readonly folder: string
}

/** Runs a script as a sandbox does: in its output folder, with the job file as its argument. */
async function analyse(name: string, files: readonly object[], configuration: unknown, label: string): Promise<Outcome> {
  if ('missing' in environment) throw new Error(environment.missing)
  const output = join(folder, `${label}-${name}`)
  mkdirSync(output)
  const job = join(folder, `${label}-${name}.ipa`)
  const content = { data_files: files, files, config_files: [], configuration, output_dir: output, previous_dir: null }
  writeFileSync(job, JSON.stringify(content))
  const { stdout } = await run(environment.python, ['-B', join(root, 'analyses', name, '__main__.py'), job], {
    cwd: output,
    env: { HOME: folder, TZ: 'UTC', PYTHONPATH: ['script-sdk'].map((part) => join(root, part)).join(delimiter) },
  })
  const read = (file: string) => (existsSync(join(output, file)) ? readFileSync(join(output, file), 'utf8') : '')
  const metrics: { verdict: string; metrics: { name: string; value: number | null }[] } = JSON.parse(
    read('metrics.json') || '{"verdict":"","metrics":[]}',
  )
  const list: { HitList: { id: number; Hits: Outcome['hits'][number]['hits'] }[] } = JSON.parse(
    read('hits.dsr') || '{"HitList":[]}',
  )
  return {
    metrics: Object.fromEntries(metrics.metrics.map(({ name: metric, value }) => [metric, value])),
    verdict: metrics.verdict,
    hits: list.HitList.map(({ id, Hits }) => ({ id, hits: Hits })),
    files: readdirSync(output).sort(),
    report: read('report.html'),
    printed: stdout,
    folder: output,
  }
}

const sample = (name: string): unknown => JSON.parse(readFileSync(join(root, 'analyses', name, 'sample.asl'), 'utf8'))

let files: DemoFile[] = []
beforeAll(async () => {
  files = await writeDemoFiles(folder, 8, ['vsb', 'mf4', 'xml'])
})

/** Samples of a signal in each recording, by our own reader. */
async function samplesOf(name: string): Promise<{ timeNs: Float64Array; values: Float64Array }[]> {
  const found = []
  for (const { path, signals } of files) {
    if (!path.endsWith('.vsb') || signals === null) continue
    const store = await openSignalStore(memorySource(new Uint8Array(readFileSync(signals))))
    const signal = store.signals.find((one) => one.name === name)
    if (signal === undefined) throw new Error(`no signal ${name}`)
    found.push(await store.samples(signal, -Infinity, Infinity))
  }
  return found
}

describe.skipIf('missing' in environment)('the ready-made analyses on the demo fleet', () => {
  it.each(analyses)('%s: a sample that can be read, a report that needs nothing else, progress to its end', async (name) => {
    const outcome = await analyse(name, files, sample(name), 'sample')
    expect(outcome.report).toMatch(/^<!doctype html>.*<\/html>$/s)
    expect(outcome.report).not.toMatch(/<script|https?:|\bNaN\b|>nan</)
    expect(readFileSync(join(outcome.folder, 'progress.ipa'), 'utf8').trim().split('\n').at(-1)).toBe('100')
    expect(Object.keys(outcome.metrics).length).toBeGreaterThan(0)
  })

  it.each(analyses)('%s: files without signals, no files and no configuration are no faults', async (name) => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'only words')
    const [file] = files
    const text = { ...file, path, filename: 'notes.txt', signals: null }
    const needsEvents = name === 'find-events'
    for (const [label, given] of [
      ['none', []],
      ['text', [text]],
    ] as const) {
      const outcome = await analyse(name, given, needsEvents ? sample(name) : {}, label)
      expect(outcome.report).toContain('</html>')
      expect(outcome.hits).toEqual([])
    }
  })

  it('find-events: as many events of the anti-lock brakes as there are rises, and every hit within its recording', async () => {
    const { metrics, hits } = await analyse('find-events', files, sample('find-events'), 'events')
    const abs = await samplesOf('AbsActive')
    const rises = abs.map(({ values }) => values.filter((value, i) => value === 1 && values[i - 1] !== 1).length)
    expect(metrics['ABS at work']).toBe(rises.reduce((sum, one) => sum + one, 0))
    expect(metrics['ABS at work']).toBeGreaterThan(0)
    for (const { id, hits: own } of hits) {
      const file = files.find((one) => one.id === id)
      const seconds = (Date.parse(file?.endDate ?? '') - Date.parse(file?.startDate ?? '')) / 1000
      for (const { StartTime, EndTime } of own) {
        expect(StartTime).toBeGreaterThanOrEqual(0)
        expect(EndTime).toBeGreaterThanOrEqual(StartTime)
        expect(EndTime).toBeLessThanOrEqual(seconds)
      }
    }
  })

  it('find-events: a limit decides, and an expression that cannot be read is said', async () => {
    const configuration = { EventDefinitions: [{ Description: 'moves', StartExpression: 'VehicleSpeed > 5' }], MostEvents: 0 }
    expect((await analyse('find-events', files, configuration, 'limit')).verdict).toBe('fail')
    const wrong = { EventDefinitions: [{ Description: 'moves', StartExpression: '__import__("os")' }] }
    await expect(analyse('find-events', files, wrong, 'wrong')).rejects.toThrow('not allowed')
  })

  it('trip-summary and gps-summary: the same way by wheels and by satellites, and the greatest speed', async () => {
    const trips = await analyse('trip-summary', files, {}, 'way')
    const routes = await analyse('gps-summary', files, {}, 'way')
    const speeds = await samplesOf('VehicleSpeed')
    const greatest = Math.max(...speeds.map(({ values }) => values.reduce((most, value) => Math.max(most, value), 0)))
    expect(trips.metrics['Greatest speed']).toBeCloseTo(greatest, 6)
    const [driven, seen] = [trips.metrics.Distance ?? 0, routes.metrics.Distance ?? 0]
    expect(driven).toBeGreaterThan(1)
    expect(Math.abs(driven - seen) / driven).toBeLessThan(0.03)
  })

  it('message-inventory: every frame of one file of each upload is counted, and what is missing fails', async () => {
    const uploads = files.filter(({ path }) => path.endsWith('.vsb'))
    let frames = 0
    for (const { path } of uploads) frames += (await ourFrames(new Uint8Array(readFileSync(path)))).frames.length
    const outcome = await analyse('message-inventory', files, sample('message-inventory'), 'count')
    expect(outcome.metrics.Frames).toBe(frames)
    expect(outcome.verdict).toBe('pass')
    expect(outcome.report).toContain('Powertrain')
    const missing = await analyse('message-inventory', files, { ExpectedMessages: [{ id: '0x7FF', name: 'Nobody' }] }, 'missing')
    expect(missing.verdict).toBe('fail')
  })

  it('trouble-code-report: the codes of the read-outs, and hits in the recordings of their time', async () => {
    const texts = files.filter(({ path }) => path.endsWith('.xml')).map(({ path }) => readFileSync(path, 'utf8'))
    const codes = new Set(texts.flatMap((text) => [...text.matchAll(/<dtc code="(\w+)"/g)].map(([, code]) => code)))
    expect(codes.size).toBeGreaterThan(0)
    const outcome = await analyse('trouble-code-report', files, {}, 'codes')
    expect(outcome.metrics['Trouble codes']).toBe(codes.size)
    const said = new Set(outcome.hits.flatMap(({ hits }) => hits.map(({ Description }) => Description.slice(0, 5))))
    expect(said).toEqual(codes)
    for (const { id } of outcome.hits) expect(files.find((file) => file.id === id)?.path).toMatch(/\.(vsb|mf4)$/)
  })

  it('histogram: all of the time is in the bins', async () => {
    const outcome = await analyse('histogram', files, sample('histogram'), 'time')
    const lines = readFileSync(join(outcome.folder, 'histogram-VehicleSpeed.csv'), 'utf8').trim().split('\n').slice(1)
    const seconds = lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)
    const speeds = await samplesOf('VehicleSpeed')
    const all = speeds.reduce((sum, { timeNs }) => sum + ((timeNs.at(-1) ?? 0) - (timeNs[0] ?? 0)) / 1e9, 0)
    expect(seconds).toBeCloseTo(all, 3)
  })
})
