/** Samples of the bench's signal, 1 ms apart. */
export const stepNs = 1_000_000

/**
 * One sample of a long drive, the same wherever it is computed: slow and fast swings, noise, rare spikes that an overview
 * must not lose. Integers only where they decide something, so that every machine gives the same bytes.
 */
export function fill(into: Float64Array, first: number): void {
  for (let i = 0; i < into.length; i++) {
    const n = first + i
    // xorshift of the sample's number
    let noise = (n + 0x9e3779b9) | 0
    noise ^= noise << 13
    noise ^= noise >>> 17
    noise ^= noise << 5
    const swing = Math.sin(n / 9.1e6) * 1000 + Math.sin(n / 31_337) * 300 + Math.sin(n / 211) * 40
    const spike = n % 7_654_321 === 1234 ? 1500 : 0
    into[i] = Math.fround(swing + spike + ((noise >>> 8) % 4096) / 64)
  }
}
