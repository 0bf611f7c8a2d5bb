import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { framesInOrder } from '#recording/formats/time-order.ts'
import { epochNanoseconds } from '#recording/instant.ts'
import { realBytes, realPath, realRecordings, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'
import { columnDifferences } from './signals/column-differences.ts'
import { decodedColumns, type Column } from './signals/decoded-columns.ts'
import { ourSignals } from './signals/our-signals.ts'
import { resampled } from './signals/resampled.ts'
import { Verdicts } from './verdicts.ts'

const environment = await oracleEnvironment()
const verdicts = new Verdicts('decoded-twins', 'Recordings and what their publisher decoded from them')
const database = 'dbc/CSS-Electronics__api-examples/other/matlab-basics/dbc_files/canmod-gps.dbc'
const publisher = "the publisher's own decoding"

/** Doubles of seconds, and what is lost when they are added up. */
const timeNs = 1000n
const relative = 1e-9

interface Decoded {
  columns: Column[]
  originNs: bigint
}

/** Our decoding of the raw recording that a decoded one was made from. */
async function raw(twin: string): Promise<Decoded> {
  const name = /(\d+-[0-9A-F]{8})/.exec(basename(twin))?.[1]
  const path = realRecordings('mf4-can').find((recording) => basename(recording.path) === `${name}.MF4`)?.path ?? ''
  const source = memorySource(new Uint8Array(realBytes({ path })))
  const format = await detectFormat(source)
  if (!format) throw new Error(`the raw recording of ${twin} is not there`)
  const stream = await framesInOrder(format, source)
  const catalog = parseDbc(realBytes({ path: database }), basename(database))
  return { columns: await decodedColumns(stream, [catalog]), originNs: epochNanoseconds(stream.origin) }
}

/** The mat file has each signal's values at the times of a grid of 1 s that begins with the first sample of all. */
function matDifferences({ columns, originNs }: Decoded, mat: Record<string, number[]>): { told: string[]; compared: number } {
  const at = (mat.timestamps ?? []).map((seconds) => originNs + BigInt(Math.round(seconds * 1e9)))
  const told: string[] = []
  let compared = 0
  for (const [name, values] of Object.entries(mat)) {
    if (name === 'timestamps') continue
    const column = columns.find(({ key }) => key.endsWith(` ${name}`))
    if (!column) {
      told.push(`${name} is not there`)
      continue
    }
    const way = (['previous', 'linear'] as const).find((how) => {
      const ours = resampled(column, at, how)
      return values.every((value, i) => close(ours[i] ?? NaN, value, largest(column)))
    })
    if (way === undefined)
      told.push(`${name}: ${resampled(column, at, 'linear').slice(0, 3)}, the twin says ${values.slice(0, 3)}`)
    else compared += values.length
  }
  return { told, compared }
}

const largest = ({ values }: Column): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

/** On the line between two samples the twin's times weigh in: 1e-9 of the signal's largest value. */
const close = (a: number, b: number, scale: number): boolean => Math.abs(a - b) <= relative * Math.max(scale, 1)

describe('what we decode is what the publisher decoded', async () => {
  if (realRecordingsMissing) return it.skip(realRecordingsMissing, () => undefined)
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)

  it.each(realRecordings('mf4-signals').filter(({ path }) => path.includes('3BA199E2')))('$path', async ({ path }) => {
    const { columns, originNs } = await raw(path)
    const groups = await ourSignals(new Uint8Array(realBytes({ path })))
    const twin = groups.flatMap(({ columns: own, timeNs: times }, i) =>
      own.map(({ description: { name, conversion }, raw: values }) => ({
        key: `* ${i} * ${name}`,
        times: times.map((ns) => originNs + BigInt(Math.round(ns))),
        values: values.map((value) => (conversion.kind === 'linear' ? value * conversion.factor + conversion.offset : NaN)),
        texts: new Map<number, string>(),
      })),
    )
    const { told, compared } = columnDifferences(columns, twin, { timeNs, partial: true })
    expect(told).toEqual([])
    verdicts.add({ format: 'mf4', ability: 'decoded twin, MF4', oracle: publisher, compared, differs: null })
  })

  const mats = realRecordings('mat')
  const tables = await runOracle(environment.python, 'check_exports.py', ...mats.map((recording) => realPath(recording)))
  it.each(mats.map((recording, i) => ({ ...recording, table: tables[i] ?? '{}' })))('$path', async ({ path, table }) => {
    const { told, compared } = matDifferences(await raw(path), JSON.parse(table).columns)
    expect(told).toEqual([])
    expect(compared).toBeGreaterThan(1000)
    verdicts.add({ format: 'mf4', ability: 'decoded twin, MAT on a grid of 1 s', oracle: publisher, compared, differs: null })
  })

  it('agree with the reference', () => verdicts.agreeWithPage())
})
