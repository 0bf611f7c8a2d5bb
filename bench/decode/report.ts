/**
 * By signal (or `frames`): count, sum of values (identifiers), sum weighted by place (of data), sum of seconds. Equal when
 * the results are.
 */
export type Digest = Readonly<Record<string, readonly number[]>>

/** Seconds that something took: by the clock, and of processors (user and system, all threads of the program). */
export interface Taken {
  readonly wall: number
  readonly cpu: number
}

/** What one side prints, ours and the peers'. */
export interface Report {
  /** From the start of the program to its first round: the language, its libraries, the program itself. */
  readonly start: Taken
  /** Each round in turn; the first is the cold one. */
  readonly rounds: readonly Taken[]
  readonly digest: Digest
  /** Largest resident memory, bytes. */
  readonly peakBytes: number
}

const secondsAt = 3

/** The first difference of two digests in words, or null when they agree to 1e-9. */
export function difference(ours: Digest, theirs: Digest): string | null {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  if (names.size === 0) return 'nothing was found by either'
  for (const name of names) {
    const [a, b] = [ours[name], theirs[name]]
    if (!a || !b) return `${name} is missing on ${a ? 'their' : 'our'} side`
    for (let i = 0; i < a.length; i++) {
      const [x, y] = [a[i] ?? NaN, b[i] ?? NaN]
      // Python's seconds since 1970 are a double: a quarter of a microsecond each.
      const allowed = i === secondsAt ? 1e-6 * (a[0] ?? 0) : 1e-9 * Math.max(1, Math.abs(x), Math.abs(y))
      if (!(Math.abs(x - y) <= allowed)) return `${name}: ${x} here, ${y} there`
    }
  }
  return null
}
