import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock } from '../../recording-error.ts'
import { fragmentsOf, unpackedLength, unpackFragment, type Fragment } from './fragments.ts'

const lengthBytes = 4
const windowBytes = 1024 * 1024
const none = new Uint8Array(0)

/** Values of variable length: each a length (u32) and that many bytes, found by the offset that a record holds. */
export interface VariableValues {
  /** The value at `offset`, or null when it must be brought to hand first. */
  atHand(offset: number): Uint8Array | null
  bring(offset: number): Promise<Uint8Array>
}

/** No values: what a channel without a data link has. */
export const noVariableValues: VariableValues = { atHand: () => none, bring: async () => none }

interface Piece {
  fragment: Fragment
  start: number
  length: number
}

/** Values in data blocks of their own (SD, DZ, lists of them). Keeps one piece of at most 1 MiB, or one unpacked block. */
export class StoredValues implements VariableValues {
  #source: ByteSource
  #pieces: readonly Piece[]
  #size: number
  #window: Uint8Array = none
  #windowStart = 0
  #allowance: number

  private constructor(source: ByteSource, pieces: readonly Piece[], size: number) {
    this.#source = source
    this.#pieces = pieces
    this.#size = size
    // Offsets rise in what writers make; a damaged file must not make every value unpack a block.
    this.#allowance = 4 * size + 64 * windowBytes
  }

  static async open(source: ByteSource, link: number, unfinalized: boolean): Promise<StoredValues> {
    const pieces: Piece[] = []
    let size = 0
    for await (const fragment of fragmentsOf(source, link, unfinalized)) {
      const inFile = Math.min(fragment.length, source.size - fragment.offset)
      const length = fragment.kind === 'plain' ? inFile : await unpackedLength(source, fragment.offset)
      pieces.push({ fragment, start: size, length })
      size += length
    }
    return new StoredValues(source, pieces, size)
  }

  atHand(offset: number): Uint8Array | null {
    const at = offset - this.#windowStart
    const window = this.#window
    if (at < 0 || at + lengthBytes > window.length) return null
    const length = lengthAt(window, at)
    return at + lengthBytes + length > window.length ? null : window.subarray(at + lengthBytes, at + lengthBytes + length)
  }

  async bring(offset: number): Promise<Uint8Array> {
    const length = lengthAt(await this.#bytes(offset, lengthBytes), 0)
    return this.#bytes(offset + lengthBytes, length)
  }

  async #bytes(start: number, length: number): Promise<Uint8Array> {
    if (!(start >= 0 && start + length <= this.#size))
      throw new DamagedBlock(
        `A value of variable length outside of its ${this.#size} bytes`,
        this.#pieces[0]?.fragment.offset ?? 0,
      )
    const out = new Uint8Array(length)
    for (let at = start; at < start + length;) {
      if (at < this.#windowStart || at >= this.#windowStart + this.#window.length) await this.#load(at)
      const part = this.#window.subarray(at - this.#windowStart, start + length - this.#windowStart)
      out.set(part, at - start)
      at += part.length
    }
    return out
  }

  async #load(at: number): Promise<void> {
    const piece = this.#pieces[this.#pieceOf(at)]
    if (!piece || piece.length === 0) throw new DamagedBlock('A value of variable length in an empty block', 0)
    const { fragment, start, length } = piece
    if (fragment.kind === 'packed') {
      this.#window = await unpackFragment(this.#source, fragment.offset)
      this.#windowStart = start
    } else {
      const within = at - start
      const wanted = Math.min(windowBytes, length - within)
      this.#window = await readExactly(this.#source, fragment.offset + within, wanted, 'A value of variable length')
      this.#windowStart = at
    }
    this.#allowance -= this.#window.length
    if (this.#allowance < 0) throw new DamagedBlock('Values of variable length in no order', fragment.offset)
  }

  #pieceOf(at: number): number {
    let low = 0
    let high = this.#pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#pieces[middle]?.start ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}

const mostQueuedBytes = 64 * 1024 * 1024

/** Values that come between the records of an unsorted file; kept until the records that name them are done. */
export class PassingValues implements VariableValues {
  #bytes: Uint8Array = new Uint8Array(windowBytes)
  #filled = 0
  #start = 0
  /** File offset of the group (CG) that holds them. */
  readonly place: number
  static readonly longest = 16 * 1024 * 1024

  constructor(place: number) {
    this.place = place
  }

  get crowded(): boolean {
    return this.#filled > mostQueuedBytes / 2
  }

  /** Appends one value with its length in front. */
  add(from: Uint8Array, at: number, length: number): void {
    const end = this.#filled + length
    if (end > mostQueuedBytes) throw new DamagedBlock('Values of variable length that no record names', this.place)
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.#filled))
      this.#bytes = grown
    }
    this.#bytes.set(from.subarray(at, at + length), this.#filled)
    this.#filled = end
  }

  /** Lets go of all values before `offset`. */
  drop(offset: number): void {
    const count = Math.min(offset - this.#start, this.#filled)
    if (count <= 0) return
    this.#bytes.copyWithin(0, count, this.#filled)
    this.#filled -= count
    this.#start += count
  }

  atHand(offset: number): Uint8Array | null {
    const at = offset - this.#start
    if (!(at >= 0 && at + lengthBytes <= this.#filled)) return null
    const end = at + lengthBytes + lengthAt(this.#bytes, at)
    return end > this.#filled ? null : this.#bytes.subarray(at + lengthBytes, end)
  }

  async bring(): Promise<Uint8Array> {
    throw new DamagedBlock('A record that names a value of variable length which is not there', this.place)
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
}
