/**
 * Heatshrink, an LZSS for small devices (public, github.com/atomicobject/heatshrink). Bits from the most significant:
 * 1 and 8 bits are a byte; 0, `windowBits` bits and `lookaheadBits` bits are a copy of count + 1 bytes from index + 1 back.
 */
export interface HeatshrinkShape {
  windowBits: number
  lookaheadBits: number
}

/** Where unpacking stands: a bit of the packed bytes, and the bytes before it that copies may reach back to. */
export interface HeatshrinkState {
  bit: number
  /** The last 2^windowBits bytes unpacked, zeros where there were none. */
  window: Uint8Array
}

/** Packed bytes that are always enough for `count` unpacked ones. */
export function mostPackedBytes(count: number): number {
  return Math.ceil((count * 9) / 8) + 8
}

/**
 * Unpacks from `state.bit` (counted from the first bit of `packed`) until at least `wanted` bytes are there or whole
 * tokens end; at most 2^lookaheadBits - 1 bytes more than wanted come out. `state` moves on.
 */
export function unshrink(packed: Uint8Array, state: HeatshrinkState, shape: HeatshrinkShape, wanted: number): Uint8Array {
  const { windowBits, lookaheadBits } = shape
  const windowBytes = 2 ** windowBits
  const copyBits = windowBits + lookaheadBits
  const lookaheadMask = 2 ** lookaheadBits - 1
  const out = new Uint8Array(windowBytes + wanted + lookaheadMask + 1)
  out.set(state.window)
  const end = windowBytes + wanted
  const bits = packed.length * 8
  let bit = state.bit
  let at = windowBytes
  while (at < end && bit + 9 <= bits) {
    const byte = bit >>> 3
    // 32 bits from here hold any token: 7 bits of slack, 1 tag and at most 24 bits.
    const word =
      (((packed[byte] ?? 0) << 24) |
        ((packed[byte + 1] ?? 0) << 16) |
        ((packed[byte + 2] ?? 0) << 8) |
        (packed[byte + 3] ?? 0)) <<
      (bit & 7)
    if (word < 0) {
      out[at++] = (word >>> 23) & 0xff
      bit += 9
      continue
    }
    if (bit + 1 + copyBits > bits) break
    const token = word >>> (31 - copyBits)
    let from = at - 1 - (token >>> lookaheadBits)
    const stop = at + 1 + (token & lookaheadMask)
    while (at < stop) out[at++] = out[from++] ?? 0
    bit += 1 + copyBits
  }
  state.bit = bit
  state.window = out.slice(at - windowBytes, at)
  return out.subarray(windowBytes, at)
}
