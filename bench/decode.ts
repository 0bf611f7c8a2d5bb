import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureLoop } from './decode/decode-loop.ts'
import { benchDbc, benchFile, type BenchFormat } from './decode/files.ts'
import { difference, type Report } from './decode/report.ts'
import { peersPython, runOurs, runPeer } from './decode/run-side.ts'

/**
 * npm run bench -- decode [--only mf4-physical] [--scale 1] [--rounds 8]
 * The same file, in the same run, each side in processes of its own on one core; results are compared before times are.
 * cold: the first round of a new process (imports done), the median of three; warm: the best of the later rounds.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '8' },
  },
})
const rounds = Number(values.rounds)
const scale = Number(values.scale)
const folder = join(import.meta.dirname, '../var/bench')
const coldStarts = 3

interface Case {
  readonly name: string
  readonly format: BenchFormat
  readonly frames: number
  readonly ours: 'physical' | 'frames'
  readonly peer: 'asammdf' | 'cantools' | 'numpy' | 'frames'
  readonly against: string
  /** Rounds of the peer in one process; a slow one is as fast the first time. */
  readonly peerRounds: number
  readonly target: { readonly warm?: number; readonly cold?: number }
}

const cases: readonly Case[] = [
  {
    name: 'mf4-physical',
    format: 'mf4',
    frames: 2_000_000,
    ours: 'physical',
    peer: 'asammdf',
    against: 'asammdf: open, extract_bus_logging, select of all signals',
    peerRounds: 3,
    target: { warm: 10, cold: 6 },
  },
  {
    name: 'blf-physical',
    format: 'blf',
    frames: 500_000,
    ours: 'physical',
    peer: 'cantools',
    against: 'python-can and cantools',
    peerRounds: 1,
    target: { warm: 40 },
  },
  {
    name: 'asc-frames',
    format: 'asc',
    frames: 1_000_000,
    ours: 'frames',
    peer: 'frames',
    against: 'python-can',
    peerRounds: 1,
    target: { warm: 20 },
  },
  {
    name: 'blf-frames',
    format: 'blf',
    frames: 500_000,
    ours: 'frames',
    peer: 'frames',
    against: 'python-can',
    peerRounds: 1,
    target: {},
  },
  {
    name: 'vsb-physical',
    format: 'vsb',
    frames: 2_000_000,
    ours: 'physical',
    peer: 'numpy',
    against: 'numpy: structured array, shifts and masks of whole columns',
    peerRounds: 3,
    target: {},
  },
]

const dbc = benchDbc(folder)
const python = await peersPython()
for (const each of cases) if (values.only === undefined || values.only === each.name) await compare(each)
if (values.only === undefined || values.only === 'loop') {
  const { framesPerSecond, physicalFramesPerSecond } = measureLoop()
  console.log(
    `decode loop alone: ${millions(framesPerSecond)} M frames/s raw, ${millions(physicalFramesPerSecond)} M frames/s physical`,
  )
}

async function compare({ name, format, frames, ours, peer, against, peerRounds, target }: Case): Promise<void> {
  const count = Math.round(frames * scale)
  const file = await benchFile(folder, format, count)
  const mine = await runOurs(ours, file, dbc, rounds)
  const theirs = await runPeer(python, peer, file, dbc, peerRounds)
  const differs = difference(mine.digest, theirs.digest)
  if (differs !== null) throw new Error(`${name}: the results differ, ${differs}`)
  const mineCold = [mine]
  for (let i = 1; i < coldStarts; i++) mineCold.push(await runOurs(ours, file, dbc, 1))
  const theirsCold = [theirs]
  if (peerRounds > 1) for (let i = 1; i < coldStarts; i++) theirsCold.push(await runPeer(python, peer, file, dbc, 1))

  console.log(`${name}: ${millions(count)} M frames, ${megabytes(statSync(file).size)}, results equal; against ${against}`)
  line('warm', warm(mine), warm(theirs), count, target.warm)
  line('cold', cold(mineCold), cold(theirsCold), count, target.cold)
  console.log(`  peak memory ${megabytes(mine.peakBytes)} here, ${megabytes(theirs.peakBytes)} there`)
}

function line(when: string, mine: number, theirs: number, count: number, target: number | undefined): void {
  const ratio = theirs / mine
  const verdict = target === undefined ? '' : ` (target ${target}x: ${ratio >= target ? 'met' : 'MISSED'})`
  const speeds = `${seconds(mine)} here (${millions(count / mine)} M frames/s), ${seconds(theirs)} there`
  console.log(`  ${when} ${ratio.toFixed(1).padStart(6)}x${verdict}  ${speeds}`)
}

/** The best round after the first, where there is one. */
function warm({ seconds: taken }: Report): number {
  return Math.min(...(taken.length > 1 ? taken.slice(1) : taken))
}

function cold(starts: readonly Report[]): number {
  const firsts = starts.map(({ seconds: taken }) => taken[0] ?? NaN).toSorted((a, b) => a - b)
  return firsts[Math.floor(firsts.length / 2)] ?? NaN
}

function millions(value: number): string {
  return (value / 1e6).toFixed(value < 1e7 ? 2 : 1)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

function seconds(value: number): string {
  return `${value.toFixed(3)} s`
}
