/** A moment in absolute time, finer than a Date: UTC epoch milliseconds plus the rest in nanoseconds. */
export interface Instant {
  /** Whole milliseconds since 1970-01-01T00:00:00Z. */
  epochMs: number
  /** Nanoseconds after `epochMs`, 0 to 999,999. */
  nanos: number
}

/** `instant` moved by `nanoseconds` (may be negative; exact up to 104 days). */
export function addNanoseconds(instant: Instant, nanoseconds: number): Instant {
  const total = instant.nanos + Math.round(nanoseconds)
  const milliseconds = Math.floor(total / 1e6)
  return { epochMs: instant.epochMs + milliseconds, nanos: total - milliseconds * 1e6 }
}

/** Nanoseconds from `earlier` to `later` (exact up to 104 days). */
export function nanosecondsBetween(earlier: Instant, later: Instant): number {
  return (later.epochMs - earlier.epochMs) * 1e6 + later.nanos - earlier.nanos
}

/** The instant of a whole number of nanoseconds since the epoch. */
export function instantFromEpochNanoseconds(nanoseconds: bigint): Instant {
  const milliseconds = nanoseconds / 1_000_000n
  const rest = nanoseconds % 1_000_000n
  if (rest < 0n) return { epochMs: Number(milliseconds) - 1, nanos: Number(rest) + 1_000_000 }
  return { epochMs: Number(milliseconds), nanos: Number(rest) }
}

/** Nanoseconds since the epoch, for formats that store them. */
export function epochNanoseconds(instant: Instant): bigint {
  return BigInt(instant.epochMs) * 1_000_000n + BigInt(instant.nanos)
}
