import { readExactly, type ByteSource, type ReadWish } from '../byte-source.ts'
import { DamagedBlock } from '../recording-error.ts'
import { blockHeadBytes, headBytes } from './layout.ts'

/** Where blocks come from. */
export interface Blocks {
  /**
   * The block at `offset`, read and understood once. `parse` must be the same function for the same block; `weight` is
   * what its result takes in memory, bytes. Throws DamagedBlock for a place where no block can be.
   */
  block<X>(offset: number, length: number, weight: number, parse: (bytes: Uint8Array, offset: number) => X): Promise<X>
}

interface Kept {
  readonly value: Promise<unknown>
  readonly wish: ReadWish | undefined
  readonly parse: unknown
  readonly weight: number
}

/** Reads blocks and keeps those used last, up to a number of bytes. */
export class BlockCache implements Blocks {
  readonly #source: ByteSource
  readonly #blocksEnd: number
  readonly #most: number
  readonly #kept = new Map<number, Kept>()
  #weight = 0

  constructor(source: ByteSource, blocksEnd: number, most: number) {
    this.#source = source
    this.#blocksEnd = blocksEnd
    this.#most = most
  }

  /** Bytes that are kept now. */
  get weight(): number {
    return this.#weight
  }

  /** The same blocks, read as somebody wishes. */
  wished(wish: ReadWish | undefined): Blocks {
    if (wish === undefined) return this
    return { block: (offset, length, weight, parse) => this.block(offset, length, weight, parse, wish) }
  }

  /** The same blocks; what is not kept already is read without being kept: for who goes through many of them once. */
  passing(wish: ReadWish | undefined): Blocks {
    return {
      block: async (offset, length, weight, parse) => {
        if (this.#kept.get(offset)?.parse === parse) return await this.block(offset, length, weight, parse, wish)
        wish?.signal.throwIfAborted()
        return await this.#read(offset, length, parse, wish)
      },
    }
  }

  async block<X>(
    offset: number,
    length: number,
    weight: number,
    parse: (bytes: Uint8Array, offset: number) => X,
    wish?: ReadWish,
  ): Promise<X> {
    wish?.signal.throwIfAborted()
    const kept = this.#kept.get(offset)
    if (kept?.parse === parse) {
      this.#kept.delete(offset)
      this.#kept.set(offset, kept)
      try {
        // The same function made it, so it gave an X.
        return (await kept.value) as X
      } catch (error) {
        // Whoever asked first does not want it any more; this one does.
        if (kept.wish?.signal.aborted !== true || kept.wish === wish) throw error
        return await this.block(offset, length, weight, parse, wish)
      }
    }
    const value = this.#read(offset, length, parse, wish)
    if (kept) this.#forget(offset, kept)
    const entry = { value, wish, parse, weight }
    this.#kept.set(offset, entry)
    this.#weight += weight
    // A read that failed may be tried again.
    value.catch(() => this.#kept.get(offset) === entry && this.#forget(offset, entry))
    for (const [oldest, old] of this.#kept) {
      if (this.#weight <= this.#most || oldest === offset) break
      this.#forget(oldest, old)
    }
    return value
  }

  async #read<X>(
    offset: number,
    length: number,
    parse: (bytes: Uint8Array, offset: number) => X,
    wish: ReadWish | undefined,
  ): Promise<X> {
    const fits = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= headBytes && length > blockHeadBytes
    if (!fits || offset % 8 !== 0 || offset + length > this.#blocksEnd)
      throw new DamagedBlock(`A directory that points to byte ${offset}`, this.#blocksEnd)
    return parse(await readExactly(this.#source, offset, length, 'A block', wish), offset)
  }

  #forget(offset: number, { weight }: Kept): void {
    this.#kept.delete(offset)
    this.#weight -= weight
  }
}
