import type { Column } from './decoded-columns.ts'

/**
 * Values of a column at given times, as asammdf resamples: real numbers on the line between their neighbours (`linear`),
 * whole ones as the sample before (`previous`); before the first and after the last sample the nearest one.
 */
export function resampled({ times, values }: Column, at: readonly bigint[], how: 'linear' | 'previous'): number[] {
  let next = 0
  return at.map((time) => {
    while (next < times.length && (times[next] ?? 0n) <= time) next++
    const before = values[Math.max(0, next - 1)] ?? NaN
    if (next === 0 || next === times.length || how === 'previous') return before
    const [from, to] = [times[next - 1] ?? 0n, times[next] ?? 0n]
    return before + ((values[next] ?? NaN) - before) * (Number(time - from) / Number(to - from))
  })
}
