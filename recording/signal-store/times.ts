import { DamagedBlock } from '../recording-error.ts'
import { blockHeadBytes } from './layout.ts'

/** How a list of times is kept; see "Times" in docs/reference/signal-store.md. */
export interface TimePlan {
  readonly encoding: 0 | 1 | 2
  readonly base: number
  readonly unit: number
  readonly bytes: number
}

const beyondUint32 = 2 ** 32

/** The shortest encoding that keeps `times[0, count)` exactly; `regular` permits encoding 2. */
export function planTimes(times: Float64Array, count: number, regular: boolean): TimePlan {
  const plain: TimePlan = { encoding: 0, base: 0, unit: 0, bytes: count * 8 }
  let base = Infinity
  let end = -Infinity
  for (let i = 0; i < count; i++) {
    const time = times[i] ?? 0
    if (time < base) base = time
    if (time > end) end = time
  }
  if (!Number.isSafeInteger(base) || !Number.isSafeInteger(end)) return plain
  let unit = 0
  for (let i = 0; i < count; i++) {
    const distance = (times[i] ?? 0) - base
    if (unit === 0 || !Number.isInteger(distance / unit)) unit = greatestDivisor(unit, distance)
    if (unit < 1 && unit !== 0) return plain
  }
  if (unit === 0) unit = 1
  if ((end - base) / unit >= beyondUint32) return plain
  // Division may have hidden a remainder; only what comes back exactly is exact.
  let even = regular
  for (let i = 0; i < count; i++) {
    const time = times[i] ?? 0
    const place = Math.round((time - base) / unit)
    if (base + unit * place !== time) return plain
    if (place !== i) even = false
  }
  return even ? { encoding: 2, base, unit, bytes: 16 } : { encoding: 1, base, unit, bytes: 16 + count * 4 }
}

/** 0 stands for no divisor yet; gives a fraction when `b` is no whole number. */
function greatestDivisor(a: number, b: number): number {
  if (!Number.isInteger(b)) return 0.5
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/** Writes a planned list at `at` (a multiple of 8) of a buffer. */
export function writeTimes(plan: TimePlan, times: Float64Array, count: number, buffer: ArrayBuffer, at: number): void {
  if (plan.encoding === 0) {
    new Float64Array(buffer, at, count).set(times.subarray(0, count))
    return
  }
  new Float64Array(buffer, at, 2).set([plan.base, plan.unit])
  if (plan.encoding === 2) return
  const places = new Uint32Array(buffer, at + 16, count)
  for (let i = 0; i < count; i++) places[i] = Math.round(((times[i] ?? 0) - plan.base) / plan.unit)
}

/** Bytes of a list of `count` times; throws DamagedBlock for an encoding that is none. */
export function timesBytes(encoding: number, count: number, offset: number): number {
  if (encoding === 0) return count * 8
  if (encoding === 1) return 16 + count * 4
  if (encoding === 2) return 16
  throw new DamagedBlock(`A block with times of encoding ${encoding}`, offset)
}

export function readTimes(encoding: number, count: number, buffer: ArrayBuffer, at = blockHeadBytes): Float64Array {
  if (encoding === 0) return new Float64Array(buffer, at, count)
  const [base = 0, unit = 0] = new Float64Array(buffer, at, 2)
  const times = new Float64Array(count)
  if (encoding === 2) for (let i = 0; i < count; i++) times[i] = base + unit * i
  else {
    const places = new Uint32Array(buffer, at + 16, count)
    for (let i = 0; i < count; i++) times[i] = base + unit * (places[i] ?? 0)
  }
  return times
}
