import type { Column } from './decoded-columns.ts'
import { sameNumber } from './seen-value.ts'

interface Tolerance {
  timeNs: bigint
  /** True when the oracle leaves out values that stand for "not available". */
  partial?: boolean
}

const mostTold = 8

/** What differs between the columns of two decoders, a line each, and how many values are equal. */
export function columnDifferences(
  ours: readonly Column[],
  theirs: readonly Column[],
  tolerance: Tolerance,
): { told: string[]; compared: number } {
  const told: string[] = []
  let compared = 0
  const left = new Set(ours.filter(({ values }) => values.length > 0))
  for (const column of theirs.filter(({ values }) => values.length > 0)) {
    const candidates = [...left].filter(({ key }) => sameKey(key, column.key))
    const reasons = candidates.map((candidate) => ({ candidate, reason: difference(candidate, column, tolerance) }))
    const found = reasons.find(({ reason }) => reason === null)
    if (found) {
      left.delete(found.candidate)
      compared += column.values.length
    } else told.push(`${column.key}: ${reasons[0]?.reason ?? 'only the oracle has it'}`)
  }
  if (!tolerance.partial) for (const { key } of left) told.push(`${key}: the oracle has it not`)
  return { told: told.slice(0, mostTold), compared }
}

function sameKey(ours: string, theirs: string): boolean {
  const [a, b] = [ours.split(' '), theirs.split(' ')]
  if (b[0] === '*') return a[3] === b[3]
  return a.every((part, i) => b[i] === '*' || b[i] === part)
}

function difference(ours: Column, theirs: Column, { timeNs, partial = false }: Tolerance): string | null {
  if (!partial && ours.values.length !== theirs.values.length)
    return `${ours.values.length} values, the oracle has ${theirs.values.length}`
  let own = 0
  for (const [i, time] of theirs.times.entries()) {
    const value = theirs.values[i] ?? NaN
    while (partial && own < ours.times.length && (ours.times[own] ?? 0n) < time - timeNs) own++
    const late = (ours.times[own] ?? -1n) - time
    if (late > timeNs || late < -timeNs) return `value ${i}: at ${ours.times[own]} ns, the oracle says ${time}`
    if (!sameNumber(ours.values[own] ?? NaN, value)) return `value ${i}: ${ours.values[own]}, the oracle says ${value}`
    own++
  }
  const text = [...theirs.texts].find(([value, name]) => ours.texts.get(value) !== name)
  return text ? `${text[0]} is ${ours.texts.get(text[0])}, the oracle says ${text[1]}` : null
}
