const stepsLookedAt = 1024
const stepsNeeded = 8
const timesMedian = 10

/**
 * The longest step of a chunk, ns, that is not a gap: 10 times the median of its positive steps; see "Gap" in
 * docs/reference/signal-store.md. `beforeNs`, the time before the chunk, and `limitBefore`, the limit of the chunk
 * before, are NaN for the first chunk.
 */
export function gapLimit(times: Float64Array, rows: number, beforeNs: number, limitBefore: number): number {
  // Odd, so that times which come in pairs do not show one of their two steps only.
  const stride = Math.ceil(rows / stepsLookedAt) | 1
  const steps = new Float64Array(Math.ceil(rows / stride))
  let count = 0
  for (let i = 0; i < rows; i += stride) {
    const step = (times[i] ?? 0) - (i === 0 ? beforeNs : (times[i - 1] ?? 0))
    if (step > 0) steps[count++] = step
  }
  if (count < stepsNeeded && limitBefore === limitBefore) return limitBefore
  if (count < 2) return Infinity
  const sorted = steps.subarray(0, count).sort()
  return timesMedian * (sorted[(count - 1) >> 1] ?? 0)
}
