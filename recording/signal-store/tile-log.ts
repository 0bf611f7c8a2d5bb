import { DirectoryBuilder, type Directory, type DirectoryKind } from './directory.ts'
import { tilesInIndex } from './layout.ts'
import type { Packed } from './time-block.ts'

type Write = (block: Packed) => number

/** Memory of all tiles of a store that are held back. */
export interface HeldBytes {
  used: number
  readonly most: number
}

interface HeldTile {
  readonly block: Packed
  readonly columns: readonly number[]
}

/**
 * The tiles of one level of an axis or a series. As long as they are few they are held back and written together at the
 * end: the level that shows the whole recording is then one piece of the file, which is one request, and its directory
 * stands in the index. A level of more tiles than that is never looked at as a whole; it is written as it comes.
 */
export class TileLog {
  #directory: DirectoryBuilder
  readonly #memory: HeldBytes
  /** Null: they are written as they come. */
  #held: HeldTile[] | null = []

  constructor(kind: DirectoryKind, memory: HeldBytes) {
    this.#directory = new DirectoryBuilder(kind, tilesInIndex)
    this.#memory = memory
  }

  get count(): number {
    return this.#directory.count + (this.#held?.length ?? 0)
  }

  /** `columns`: of the directory's entry, after offset and length. */
  add(block: Packed, columns: readonly number[], write: Write): void {
    const { bytes } = block
    const fits = (this.#held?.length ?? tilesInIndex) < tilesInIndex && this.#memory.used + bytes.length <= this.#memory.most
    if (!fits) this.writeHeld(write)
    if (this.#held === null) return this.#put({ block, columns }, write)
    this.#held.push({ block, columns })
    this.#memory.used += bytes.length
  }

  #put({ block, columns }: HeldTile, write: Write): void {
    this.#directory.add([write(block), block.length, ...columns], write)
  }

  /** Writes what is held back; from now on tiles are written as they come. */
  writeHeld(write: Write): void {
    for (const tile of this.#held ?? []) {
      this.#memory.used -= tile.block.bytes.length
      this.#put(tile, write)
    }
    this.#held = null
  }

  finish(write: Write): Directory {
    this.writeHeld(write)
    return this.#directory.finish(write)
  }

  /** Another level that begins with the same tiles, which are written for both. */
  clone(write: Write): TileLog {
    this.writeHeld(write)
    const twin = new TileLog(this.#directory.kind, this.#memory)
    twin.#held = null
    twin.#directory = this.#directory.clone()
    return twin
  }
}
