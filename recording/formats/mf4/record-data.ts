import { type BlockWriter, fields } from './block-writer.ts'
import { packed } from './pack.ts'

const blockBytes = 4 * 1024 * 1024
const firstBytes = 64 * 1024

/** The records of one group: gathered, written as blocks of up to 4 MiB, listed at the end. */
export class RecordData {
  #writer: BlockWriter
  #recordBytes: number
  #compress: boolean
  #pending: Uint8Array
  #filled = 0
  #blocks: { offset: number; length: number }[] = []
  recordCount = 0

  /** `compress`: blocks are transposed and deflated (DZ). */
  constructor(writer: BlockWriter, recordBytes: number, compress = false) {
    this.#writer = writer
    this.#recordBytes = recordBytes
    this.#compress = compress
    this.#pending = new Uint8Array(Math.ceil(firstBytes / recordBytes) * recordBytes)
  }

  /** Room for one more record, zeroed: write it from the offset given. */
  async next(): Promise<{ bytes: Uint8Array; at: number }> {
    return this.room(1)
  }

  /** Room for `count` more records one after the other, zeroed; at most a few MiB at once. */
  async room(count: number): Promise<{ bytes: Uint8Array; at: number }> {
    const wanted = count * this.#recordBytes
    if (this.#filled + wanted > blockBytes) await this.#flush()
    if (this.#filled + wanted > this.#pending.length) {
      const grown = new Uint8Array(Math.max(this.#filled + wanted, Math.min(blockBytes, this.#pending.length * 2)))
      grown.set(this.#pending.subarray(0, this.#filled))
      this.#pending = grown
    }
    const at = this.#filled
    this.#filled += wanted
    this.recordCount += count
    return { bytes: this.#pending, at }
  }

  async #flush(): Promise<void> {
    if (this.#filled === 0) return
    const records = this.#pending.slice(0, this.#filled)
    const offset = this.#compress
      ? await this.#writer.block('DZ', [], await packed(records, this.#recordBytes))
      : await this.#writer.block('DT', [], records)
    this.#blocks.push({ offset, length: this.#filled })
    this.#pending.fill(0, 0, this.#filled)
    this.#filled = 0
  }

  /** Writes what is left; gives the link for the DG block: nothing, one block, or a list with the offsets of its parts. */
  async finish(): Promise<number> {
    await this.#flush()
    const [first] = this.#blocks
    if (!first || (this.#blocks.length === 1 && !this.#compress)) return first?.offset ?? 0
    let start = 0
    const starts = this.#blocks.map(({ length }) => ['u64', (start += length) - length] as const)
    const count = this.#blocks.length
    const data = fields(['u8', 0], ['u8', 0], ['u16', 0], ['u32', count], ...starts)
    const list = await this.#writer.block('DL', [0, ...this.#blocks.map((block) => block.offset)], data)
    if (!this.#compress) return list
    // A list of compressed blocks hangs below an HL block that names the kind of compression: 1, transposed.
    return this.#writer.block('HL', [list], fields(['u16', 0], ['u8', 1], ['u8', 0], ['u32', 0]))
  }
}
