import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cases, type Case } from './decode/cases.ts'
import { measureLoop } from './decode/decode-loop.ts'
import { benchDbc, benchFile } from './decode/files.ts'
import { cold, compared, fromStart, isLoaded, median, warm, type Aspect, type Pair } from './decode/pairs.ts'
import { difference } from './decode/report.ts'
import { peersPython, runOurs, runPeer } from './decode/run-side.ts'

/**
 * npm run bench -- decode [--only mf4-physical] [--scale 1] [--rounds 24] [--pairs 5]
 * The same file, in the same run, each side in a program of its own on one processor, ours and theirs by turns; results
 * are compared before times are.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '24' },
    pairs: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const scale = Number(values.scale)
const folder = join(import.meta.dirname, '../var/bench')

say(`warm: the median of the later half of ${rounds} rounds of a program (of a slow peer its only round); cold: a program's first
round, its libraries loaded; start: from the program's start to the first result. Each ratio is the median of the pairs' ratios.
The clock decides where both sides had their processor alone; where they had to wait for it (the machine is loaded: a
side's clock is more than a tenth above its processor time), processor time decides: user and system, all threads.`)
const dbc = benchDbc(folder)
const python = await peersPython()
for (const each of cases) if (values.only === undefined || values.only === each.name) await compare(each)
if (values.only === undefined || values.only === 'loop') {
  const { framesPerSecond, physicalFramesPerSecond } = measureLoop()
  say(`decode loop alone, seconds of processor: ${millions(framesPerSecond)} M frames/s raw (70 to 80 expected),
  ${millions(physicalFramesPerSecond)} M frames/s physical`)
}

async function compare(of: Case): Promise<void> {
  const count = Math.round(of.frames * scale)
  const file = await benchFile(folder, of.format, count)
  const pairs: Pair[] = []
  for (let i = 0; i < Number(values.pairs ?? of.pairs); i++) {
    const ours = await runOurs(of.ours, file, dbc, rounds)
    const theirs = await runPeer(python, of.peer, file, dbc, of.peerRounds)
    const differs = difference(ours.digest, theirs.digest)
    if (differs !== null) throw new Error(`${of.name}: the results differ, ${differs}`)
    pairs.push({ ours, theirs })
  }
  const kind = isLoaded(pairs) ? 'cpu' : 'wall'
  say(`${of.name}: ${millions(count)} M frames, ${megabytes(statSync(file).size)}, results equal; against ${of.against}
  ${kind === 'cpu' ? 'the machine is LOADED: processor time decides' : 'the machine is idle: the clock decides'}`)
  line('warm', pairs, warm, kind, count, of.target.warm)
  line('cold', pairs, cold, kind, count, of.target.cold)
  line('start', pairs, fromStart, kind, count, undefined)
  const peak = (side: keyof Pair): string => megabytes(median(pairs.map((pair) => pair[side].peakBytes)))
  say(`  peak memory ${peak('ours')} here, ${peak('theirs')} there`)
}

function line(
  when: string,
  pairs: readonly Pair[],
  aspect: Aspect,
  kind: 'wall' | 'cpu',
  count: number,
  target: number | undefined,
): void {
  const { ours, theirs, ratio } = compared(pairs, aspect)
  const verdict = target === undefined ? '' : ` (target ${target}x: ${ratio[kind] >= target ? 'met' : 'MISSED'})`
  const other = kind === 'cpu' ? `clock ${ratio.wall.toFixed(1)}x` : `processor ${ratio.cpu.toFixed(1)}x`
  const times = (side: typeof ours): string => `${side.cpu.toFixed(3)} s of processor in ${side.wall.toFixed(3)} s`
  say(`  ${when.padEnd(5)} ${ratio[kind].toFixed(1).padStart(5)}x${verdict}, ${other}; ${times(ours)} here
         (${millions(count / ours[kind])} M frames/s), ${times(theirs)} there`)
}

function say(text: string): void {
  console.log(text)
}

function millions(value: number): string {
  return (value / 1e6).toFixed(value < 1e7 ? 2 : 1)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}
