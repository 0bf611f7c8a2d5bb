import { open, readFile } from 'node:fs/promises'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { physicalColumns } from '#recording/decode/physical.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { FrameStream } from '#recording/frames.ts'
import { fileSource } from '#server/command-line/recordings/file-source.ts'
import type { Digest, Report } from './report.ts'

/**
 * Our side, in a process of its own: `ours.ts TASK FILE DBC ROUNDS`. Tasks: `physical` keeps every signal's times and
 * physical values in memory, as the peers do; `frames` passes over the frames.
 */
const [task, file = '', dbc = '', rounds = '1'] = process.argv.slice(2)

/** One signal: column `column` of every part of its message. */
interface Kept {
  readonly parts: readonly Part[]
  readonly column: number
}

interface Part {
  readonly times: Float64Array
  /** Column after column, each as long as `times`. */
  readonly values: Float64Array
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
    const kept: Part[][] = []
    for await (const block of stream.blocks)
      for (const samples of decoder.decode(block)) {
        const signals = decoder.groups[samples.group]?.signals ?? []
        const parts = (kept[samples.group] ??= [])
        parts.push({ times: samples.timeNs, values: physicalColumns(samples, signals) })
      }
    return new Map(
      decoder.groups.flatMap(({ signals }, group) =>
        signals.map(({ name }, column) => [name, { parts: kept[group] ?? [], column }] as const),
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
function digestOf({ parts, column }: Kept): number[] {
  let [count, sum, weighted, seconds] = [0, 0, 0, 0]
  for (const { times, values } of parts)
    for (let i = 0; i < times.length; i++) {
      const value = values[column * times.length + i] ?? NaN
      sum += value
      weighted += value * ((count++ % 97) + 1)
      seconds += (times[i] ?? NaN) / 1e9
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

/** Of this program alone: what getrusage tells begins with the size of the parent. */
async function peakMemory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kibibytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  return (kibibytes === undefined ? process.resourceUsage().maxRSS : Number(kibibytes)) * 1024
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
const peakBytes = await peakMemory()
if (task === 'frames') digest = await frameDigest()
const report: Report = { seconds, digest, peakBytes }
console.log(JSON.stringify(report))
