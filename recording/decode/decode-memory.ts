const alignment = 16
/** Memory grows by at least this: each time all views of it are made anew. */
const leastGrowth = 1024 * 1024

/**
 * One run of bytes that a decoder works in, with everything that its loops read and write; addresses are bytes from its
 * beginning. What is taken stays taken as long as the decoder lives. Views are looked up here each time, since they end when the memory grows.
 */
export class DecodeMemory {
  buffer: ArrayBuffer
  u8: Uint8Array
  u16: Uint16Array
  i32: Int32Array
  u32: Uint32Array
  f64: Float64Array
  readonly #grow: (bytes: number) => ArrayBuffer
  #end: number

  /** `grow` gives the same memory with more bytes; the first `reserved` are not given out. */
  constructor(buffer: ArrayBuffer, reserved: number, grow: (bytes: number) => ArrayBuffer) {
    this.buffer = buffer
    this.#end = Math.ceil(reserved / alignment) * alignment
    this.#grow = grow
    this.u8 = new Uint8Array(buffer)
    this.u16 = new Uint16Array(buffer)
    this.i32 = new Int32Array(buffer)
    this.u32 = new Uint32Array(buffer)
    this.f64 = new Float64Array(buffer)
  }

  /** The address of `bytes` that nobody else has. */
  take(bytes: number): number {
    const at = this.#end
    this.#end += Math.ceil(bytes / alignment) * alignment
    const missing = this.#end - this.buffer.byteLength
    if (missing > 0) this.#see(this.#grow(Math.max(missing, leastGrowth, this.buffer.byteLength / 4)))
    return at
  }

  #see(buffer: ArrayBuffer): void {
    this.buffer = buffer
    this.u8 = new Uint8Array(buffer)
    this.u16 = new Uint16Array(buffer)
    this.i32 = new Int32Array(buffer)
    this.u32 = new Uint32Array(buffer)
    this.f64 = new Float64Array(buffer)
  }
}
