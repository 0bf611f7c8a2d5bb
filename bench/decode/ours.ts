import { open, readFile } from 'node:fs/promises'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { FrameStream } from '#recording/frames.ts'
import type { SampleBlock } from '#recording/signals.ts'
import { fileSource } from '#server/command-line/recordings/file-source.ts'
import { preferNativeInflater } from '#server/native-inflater.ts'
import type { Digest, Report, Taken } from './report.ts'

/**
 * Our side, in a process of its own: `ours.ts TASK FILE DBC ROUNDS`. Tasks: `physical` keeps every signal's times and
 * physical values in memory, as the peers do; `frames` passes over the frames.
 */
const [task, file = '', dbc = '', rounds = '1'] = process.argv.slice(2)

/** One signal: column `column` of every block of its message. */
interface Kept {
  readonly blocks: readonly SampleBlock[]
  readonly column: number
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
    const decoder = new FrameDecoder([{ catalog }], stream.buses, { values: 'physical' })
    const kept: SampleBlock[][] = []
    const keep = (block: SampleBlock): unknown => (kept[block.group] ??= []).push(block)
    for await (const block of stream.blocks) decoder.decode(block).forEach(keep)
    return new Map(
      decoder.groups.flatMap(({ signals }, group) =>
        signals.map(({ name }, column) => [name, { blocks: kept[group] ?? [], column }] as const),
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
function digestOf({ blocks, column }: Kept): number[] {
  let [count, sum, weighted, seconds] = [0, 0, 0, 0]
  for (const { timeNs, raw, valid } of blocks)
    for (let i = 0; i < timeNs.length; i++) {
      const value = valid[column]?.[i] === 0 ? NaN : (raw[column]?.[i] ?? NaN)
      sum += value
      weighted += value * ((count++ % 97) + 1)
      seconds += (timeNs[i] ?? NaN) / 1e9
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

/** Since `begun` by the clock and since `before` of processors. */
function takenSince(begun: number, before?: NodeJS.CpuUsage): Taken {
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - begun) / 1000, cpu: (user + system) / 1e6 }
}

// As the server and the command line do.
preferNativeInflater()
const start = takenSince(0)
const taken: Taken[] = []
let digest: Digest = {}
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage()
  const begun = performance.now()
  const result = task === 'physical' ? await physical() : await frames()
  taken.push(takenSince(begun, before))
  if (typeof result !== 'number' && round === 0)
    digest = Object.fromEntries([...result].map(([name, kept]) => [name, digestOf(kept)]))
}
const peakBytes = await peakMemory()
if (task === 'frames') digest = await frameDigest()
const report: Report = { start, rounds: taken, digest, peakBytes }
console.log(JSON.stringify(report))
