import type { Report, Taken } from './report.ts'

/** Both sides, one after the other: what disturbs the machine for a while disturbs both. */
export interface Pair {
  readonly ours: Report
  readonly theirs: Report
}

/** What is compared of a report. */
export type Aspect = (report: Report) => Taken

/** The first round of a new program, its libraries loaded. */
export const cold: Aspect = ({ rounds }) => rounds[0] ?? nothing

/** The median of the later half of the rounds: the first half warms up. Of a program with one round, that one. */
export const warm: Aspect = ({ rounds }) => {
  const later = rounds.slice(Math.floor(rounds.length / 2))
  return { wall: median(later.map(({ wall }) => wall)), cpu: median(later.map(({ cpu }) => cpu)) }
}

/** From the start of the program to the result of its first round. */
export const fromStart: Aspect = (report) => {
  const first = cold(report)
  return { wall: report.start.wall + first.wall, cpu: report.start.cpu + first.cpu }
}

export interface Compared {
  readonly ours: Taken
  readonly theirs: Taken
  /** Their time over ours: the median of the pairs' ratios. */
  readonly ratio: Taken
}

export function compared(pairs: readonly Pair[], aspect: Aspect): Compared {
  const over = (of: (pair: Pair) => number): number => median(pairs.map(of))
  const both = (of: (pair: Pair, kind: 'wall' | 'cpu') => number): Taken => ({
    wall: over((pair) => of(pair, 'wall')),
    cpu: over((pair) => of(pair, 'cpu')),
  })
  return {
    ours: both(({ ours }, kind) => aspect(ours)[kind]),
    theirs: both(({ theirs }, kind) => aspect(theirs)[kind]),
    ratio: both(({ ours, theirs }, kind) => aspect(theirs)[kind] / aspect(ours)[kind]),
  }
}

/** Waiting that is no longer noise: a program on one processor that had it alone takes as long as it computes. */
const mostWaiting = 1.1

/** True when either side had to wait for its processor, so that the clock tells of others' work too. */
export function isLoaded(pairs: readonly Pair[]): boolean {
  const { ours, theirs } = compared(pairs, warm)
  return ours.wall > ours.cpu * mostWaiting || theirs.wall > theirs.cpu * mostWaiting
}

const nothing: Taken = { wall: NaN, cpu: NaN }

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}
