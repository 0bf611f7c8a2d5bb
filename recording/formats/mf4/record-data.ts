import { type BlockWriter, fields } from './block-writer.ts'

const blockBytes = 4 * 1024 * 1024

/** The records of one group: gathered, written as DT blocks of up to 4 MiB, listed at the end. */
export class RecordData {
  #writer: BlockWriter
  #recordBytes: number
  #pending: Uint8Array
  #filled = 0
  #blocks: { offset: number; length: number }[] = []
  recordCount = 0

  constructor(writer: BlockWriter, recordBytes: number) {
    this.#writer = writer
    this.#recordBytes = recordBytes
    this.#pending = new Uint8Array(recordBytes * 1024)
  }

  /** Room for one more record, zeroed: write it through the view from the offset given. */
  async next(): Promise<{ bytes: Uint8Array; at: number }> {
    if (this.#filled === this.#pending.length) {
      if (this.#pending.length * 2 > blockBytes) await this.#flush()
      else this.#grow()
    }
    const at = this.#filled
    this.#filled += this.#recordBytes
    this.recordCount++
    return { bytes: this.#pending, at }
  }

  #grow(): void {
    const grown = new Uint8Array(this.#pending.length * 2)
    grown.set(this.#pending)
    this.#pending = grown
  }

  async #flush(): Promise<void> {
    if (this.#filled === 0) return
    const offset = await this.#writer.block('DT', [], this.#pending.slice(0, this.#filled))
    this.#blocks.push({ offset, length: this.#filled })
    this.#pending.fill(0, 0, this.#filled)
    this.#filled = 0
  }

  /** Writes what is left; gives the link for the DG block: nothing, one DT, or a DL with the offsets of its parts. */
  async finish(): Promise<number> {
    await this.#flush()
    const [first] = this.#blocks
    if (!first || this.#blocks.length === 1) return first?.offset ?? 0
    let start = 0
    const starts = this.#blocks.map(({ length }) => ['u64', (start += length) - length] as const)
    const count = this.#blocks.length
    const data = fields(['u8', 0], ['u8', 0], ['u16', 0], ['u32', count], ...starts)
    return this.#writer.block('DL', [0, ...this.#blocks.map((block) => block.offset)], data)
  }
}
