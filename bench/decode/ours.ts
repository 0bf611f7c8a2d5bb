import { open, readFile } from 'node:fs/promises'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { physicalOf } from '#recording/decode/physical.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { FrameStream } from '#recording/frames.ts'
import { fileSource } from '#server/command-line/recordings/file-source.ts'
import type { Digest, Report } from './report.ts'

/**
 * Our side, in a process of its own: `ours.ts TASK FILE DBC ROUNDS`. Tasks: `physical` keeps every signal's times and
 * physical values in memory, as the peers do; `frames` passes over the frames.
 */
const [task, file = '', dbc = '', rounds = '1'] = process.argv.slice(2)

interface Kept {
  readonly times: Float64Array[]
  readonly values: Float64Array[]
}

async function withFrames<T>(read: (stream: FrameStream) => Promise<T>): Promise<T> {
  const handle = await open(file)
  try {
    const source = await fileSource(handle)
    const format = await detectFormat(source)
    if (!format) throw new Error(`${file} is no recording`)
    return await read(await format.readFrames(source, { order: 'file', reuse: true }))
  } finally {
    await handle.close()
  }
}

async function physical(): Promise<Map<string, Kept>> {
  const catalog = parseDbc(await readFile(dbc), 'bench')
  return await withFrames(async (stream) => {
    const decoder = new FrameDecoder([{ catalog }], stream.buses)
    const kept: Kept[][] = []
    for await (const block of stream.blocks)
      for (const samples of decoder.decode(block)) {
        const signals = decoder.groups[samples.group]?.signals ?? []
        const columns = (kept[samples.group] ??= signals.map(() => ({ times: [], values: [] })))
        for (let i = 0; i < columns.length; i++) {
          const [raw, signal] = [samples.raw[i], signals[i]]
          if (!raw || !signal) continue
          columns[i]?.times.push(samples.timeNs)
          columns[i]?.values.push(physicalOf(raw, signal.conversion))
        }
      }
    return new Map(
      kept.flatMap((columns, group) =>
        columns.map((column, i) => [decoder.groups[group]?.signals[i]?.name ?? '', column] as const),
      ),
    )
  })
}

async function frames(): Promise<number> {
  return await withFrames(async (stream) => {
    let count = 0
    for await (const block of stream.blocks) count += block.count
    return count
  })
}

/** Count, sum of the values, sum weighted by place, sum of the times in seconds. */
function digestOf({ times, values }: Kept): number[] {
  let [count, sum, weighted, seconds] = [0, 0, 0, 0]
  for (const [at, part] of values.entries())
    for (let i = 0; i < part.length; i++) {
      const value = part[i] ?? NaN
      sum += value
      weighted += value * ((count++ % 97) + 1)
      seconds += (times[at]?.[i] ?? NaN) / 1e9
    }
  return [count, sum, weighted, seconds]
}

async function frameDigest(): Promise<Digest> {
  return await withFrames(async (stream) => {
    let [count, ids, data, seconds] = [0, 0, 0, 0]
    for await (const block of stream.blocks)
      for (let row = 0; row < block.count; row++) {
        const start = block.dataStart[row] ?? 0
        ids += (block.id[row] ?? 0) * ((count++ % 97) + 1)
        for (let i = 0; i < (block.length[row] ?? 0); i++) data += (block.data[start + i] ?? 0) * (i + 1)
        seconds += (block.timeNs[row] ?? NaN) / 1e9
      }
    return { frames: [count, ids, data, seconds] }
  })
}

const seconds: number[] = []
let digest: Digest = {}
for (let round = 0; round < Number(rounds); round++) {
  const begun = performance.now()
  const result = task === 'physical' ? await physical() : await frames()
  seconds.push((performance.now() - begun) / 1000)
  if (typeof result !== 'number' && round === 0)
    digest = Object.fromEntries([...result].map(([name, kept]) => [name, digestOf(kept)]))
}
const peakBytes = process.resourceUsage().maxRSS * 1024
if (task === 'frames') digest = await frameDigest()
const report: Report = { seconds, digest, peakBytes }
console.log(JSON.stringify(report))
