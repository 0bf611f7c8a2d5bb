import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import { decodeText } from '../mf4/text-decoding.ts'

// Blocks of MDF 3: two letters, u16 length of the whole block, the fields. Links are u32 offsets, 0 for none.
const headBytes = 4

/** Reads the blocks of one file in its byte order. */
export class Mdf3Blocks {
  readonly source: ByteSource
  readonly little: boolean

  constructor(source: ByteSource, little: boolean) {
    this.source = source
    this.little = little
  }

  /** The block at `offset`; DamagedBlock when it is another or has fewer than `least` bytes. Offsets count from its letters. */
  async read(offset: number, id: string, least: number): Promise<Mdf3Block> {
    const what = `The ${id} block`
    if (offset + headBytes > this.source.size)
      throw new ShortRead(what, offset, headBytes, Math.max(0, this.source.size - offset))
    const head = await readExactly(this.source, offset, headBytes, what)
    if (String.fromCharCode(head[0] ?? 0, head[1] ?? 0) !== id) throw new DamagedBlock(`${what} is not there`, offset)
    const length = new DataView(head.buffer, head.byteOffset).getUint16(2, this.little)
    if (length < least) throw new DamagedBlock(`A ${id} block of ${length} bytes`, offset)
    return new Mdf3Block(await readExactly(this.source, offset, length, what), this.little, offset)
  }

  /** The text of a TX block, empty for a link to nothing. */
  async text(offset: number): Promise<string> {
    if (offset === 0) return ''
    const block = await this.read(offset, 'TX', headBytes)
    return block.text(headBytes, block.length - headBytes)
  }
}

/** One block's fields, by their offset in bytes from its beginning. */
export class Mdf3Block {
  readonly offset: number
  readonly length: number
  #view: DataView
  #bytes: Uint8Array
  #little: boolean

  constructor(bytes: Uint8Array, little: boolean, offset: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#little = little
    this.offset = offset
    this.length = bytes.length
  }

  u16(at: number): number {
    return this.#view.getUint16(at, this.#little)
  }

  i16(at: number): number {
    return this.#view.getInt16(at, this.#little)
  }

  u32(at: number): number {
    return this.#view.getUint32(at, this.#little)
  }

  u64(at: number): bigint {
    return this.#view.getBigUint64(at, this.#little)
  }

  f64(at: number): number {
    return this.#view.getFloat64(at, this.#little)
  }

  /** A field that older versions do not have: 0 where the block ends before it. */
  optionalU32(at: number): number {
    return at + 4 <= this.length ? this.u32(at) : 0
  }

  /** Text of at most `length` bytes up to its first zero byte. */
  text(at: number, length: number): string {
    return decodeText(this.#bytes.subarray(at, at + length), 'unstated')
  }
}
