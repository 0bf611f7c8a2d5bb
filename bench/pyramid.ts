import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readStore, writeStore } from './pyramid/file-store.ts'
import { plainLoop, pyramid, readOnce } from './pyramid/passes.ts'

/**
 * npm run bench -- pyramid [--millions 100] [--rounds 7] [--folder DISK]
 * The signal store of one float64 signal: written to a file and shown, then its pyramid beside the memory limit: the
 * least that any pass over the same values in the same memory can do, fetching each of them once.
 */
const { values } = parseArgs({
  options: {
    millions: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '7' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const count = Number(values.millions) * 1e6
const columns = 1200
const target = 2

const folder = await mkdtemp(join(values.folder, 'bench-pyramid-'))
try {
  const file = join(folder, 'signals')
  const before = process.resourceUsage().maxRSS
  const written = await writeStore(file, count)
  const peak = process.resourceUsage().maxRSS
  const rate = count / written.seconds / 1e6
  say(`whole store to a file: ${written.seconds.toFixed(1)} s, ${rate.toFixed(0)} M samples/s, ${mebi(written.bytes)} MiB`)
  say(`  peak memory ${mebi(peak * 1024)} MiB, ${mebi((peak - before) * 1024)} MiB more than before it`)
  const { overviewMs, overviewBytes, zoomMs, zoomBytes } = await readStore(file, columns, 600)
  say(`overview of ${columns} columns, open included: ${overviewMs.toFixed(1)} ms, ${kibi(overviewBytes)} KiB read`)
  say(`zooms: p50 ${at(zoomMs, 0.5).toFixed(1)} ms, p95 ${at(zoomMs, 0.95).toFixed(1)} ms (16), ${kibi(zoomBytes)} KiB read each`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

const samples = new Float64Array(count)
for (let i = 0; i < count; i++) samples[i] = Math.sin(i / 977) * 100 + (i % 7)
const expected = plainLoop(samples)
for (const kind of ['wasm', 'scalar'] as const) {
  const found = pyramid(samples, kind)
  if (found.least !== expected.least || found.greatest !== expected.greatest) throw new Error(`${kind}: another pyramid`)
}
const rounds = Number(values.rounds)
const times = { limit: [] as number[], wasm: [] as number[], scalar: [] as number[], loop: [] as number[] }
for (let round = 0; round < rounds; round++) {
  times.limit.push(readOnce(samples).ms)
  times.wasm.push(pyramid(samples, 'wasm').ms)
  times.loop.push(plainLoop(samples).ms)
  if (round === 0) times.scalar.push(pyramid(samples, 'scalar').ms)
}
const limit = fastest(times.limit)
say(`memory limit (each value fetched once): ${limit.toFixed(0)} ms, ${((count * 8) / limit / 1e6).toFixed(1)} GB/s`)
for (const [name, ms] of [
  ['pyramid, WebAssembly', fastest(times.wasm)],
  ['pyramid, TypeScript', fastest(times.scalar)],
  ['only least and greatest, plain loop', fastest(times.loop)],
] as const)
  say(`${name}: ${ms.toFixed(0)} ms, ${(ms / limit).toFixed(2)} x the limit`)
const ratio = fastest(times.wasm) / limit
say(`pyramid / limit ${ratio.toFixed(2)}, target at most ${target}: ${ratio <= target ? 'met' : 'missed'}`)
say(`peak memory ${mebi(process.resourceUsage().maxRSS * 1024)} MiB, of it ${mebi(samples.byteLength)} MiB are the values`)

function say(line: string): void {
  console.log(line)
}

/** Of some rounds: on a busy machine only the fastest says what the work itself takes. */
function fastest(list: readonly number[]): number {
  return Math.min(...list)
}

function at(sorted: readonly number[], place: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * place))] ?? NaN
}

function mebi(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function kibi(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}
