import type { PlainSignal } from './random-recording.ts'

/** One cell by definition. */
export interface PlainCell {
  firstNs: number
  lastNs: number
  least: number
  greatest: number
  first: number
  last: number
  flags: number
  codes: number[]
}

/** Limit of gaps of one chunk, as docs/reference/signal-store.md says it. */
function limit(times: readonly number[], from: number, to: number, before: number): number {
  let stride = 1
  while (stride < (to - from) / 1024) stride += 2
  const steps: number[] = []
  for (let i = from; i < to; i += stride) if (i > 0) steps.push((times[i] ?? 0) - (times[i - 1] ?? 0))
  const positive = steps.filter((step) => step > 0).sort((a, b) => a - b)
  if (positive.length < 8 && !Number.isNaN(before)) return before
  return positive.length < 2 ? Infinity : 10 * (positive[Math.floor((positive.length - 1) / 2)] ?? 0)
}

/** For each sample, whether a gap and whether a fall of time comes before it; chunks of 16,384 samples. */
export function stepsOf({ times }: PlainSignal): { gap: boolean; falls: boolean }[] {
  let gapNs = NaN
  return times.map((time, i) => {
    if (i % 16_384 === 0) gapNs = limit(times, i, Math.min(i + 16_384, times.length), gapNs)
    const step = i === 0 ? 0 : time - (times[i - 1] ?? 0)
    return { gap: step > gapNs, falls: step < 0 }
  })
}

/** The cells of `size` samples each; values raw, made physical by `physical`. */
export function plainCells(signal: PlainSignal, size: number, physical: (raw: number) => number): PlainCell[] {
  const steps = stepsOf(signal)
  const cells: PlainCell[] = []
  for (let from = 0; from < signal.times.length; from += size) {
    const times = signal.times.slice(from, from + size)
    const real = signal.raw.slice(from, from + size).filter((value) => !Number.isNaN(value))
    const values = real.map(physical)
    const inside = steps.slice(from, from + size)
    cells.push({
      firstNs: least(times),
      lastNs: greatest(times),
      least: values.length ? least(values) : NaN,
      greatest: values.length ? greatest(values) : NaN,
      first: values[0] ?? NaN,
      last: values.at(-1) ?? NaN,
      flags:
        (inside[0]?.gap ? 1 : 0) | (inside.slice(1).some(({ gap }) => gap) ? 2 : 0) | (inside.some(({ falls }) => falls) ? 4 : 0),
      codes: [...new Set(real)],
    })
  }
  return cells
}

export function least(values: readonly number[]): number {
  return values.reduce((a, b) => (b < a ? b : a), Infinity)
}

export function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => (b > a ? b : a), -Infinity)
}
