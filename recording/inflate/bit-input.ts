/** Bits of DEFLATE data, lowest first. `hold` has `held` bits at hand. */
export class BitInput {
  readonly bytes: Uint8Array
  readonly end: number
  at: number
  hold = 0
  held = 0
  /** Bytes unpacked so far. */
  written = 0

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.end = bytes.length
    this.at = at
  }

  /** True when more bits were taken than the input has. */
  get overrun(): boolean {
    return this.at - (this.held >> 3) > this.end
  }

  /** The next `count` bits, at most 16; zeros past the end. */
  take(count: number): number {
    while (this.held < count) {
      this.hold |= (this.bytes[this.at++] ?? 0) << this.held
      this.held += 8
    }
    const value = this.hold & ((1 << count) - 1)
    this.hold >>>= count
    this.held -= count
    return value
  }

  /** Drops the rest of the byte in hand and goes back to whole bytes. */
  toByte(): void {
    this.at -= this.held >> 3
    this.hold = 0
    this.held = 0
  }
}
