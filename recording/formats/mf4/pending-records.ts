import { type BlockWriter, fields } from './block-writer.ts'

/** Records of one group while several groups are written at once: gathered into DT blocks, which are listed at the end. */
export class PendingRecords {
  readonly recordBytes: number
  count = 0
  #writer: BlockWriter
  #blockBytes: number
  #bytes: Uint8Array
  #filled = 0
  #blocks: { offset: number; length: number }[] = []

  /** `blockBytes`: about how much is gathered before it is written. */
  constructor(writer: BlockWriter, recordBytes: number, blockBytes: number) {
    this.#writer = writer
    this.recordBytes = recordBytes
    this.#blockBytes = Math.max(recordBytes, blockBytes - (blockBytes % recordBytes))
    this.#bytes = new Uint8Array(Math.min(this.#blockBytes, recordBytes * 64))
  }

  /** Room for at most `most` records, zeroed; how many fit is the length of what is given. */
  async room(most: number): Promise<{ bytes: Uint8Array; rows: number }> {
    if (this.#filled === this.#blockBytes) await this.#flush()
    const rows = Math.min(most, (this.#blockBytes - this.#filled) / this.recordBytes)
    const end = this.#filled + rows * this.recordBytes
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#blockBytes, Math.max(end, this.#bytes.length * 2)))
      grown.set(this.#bytes.subarray(0, this.#filled))
      this.#bytes = grown
    }
    const bytes = this.#bytes.subarray(this.#filled, end)
    this.#filled = end
    this.count += rows
    return { bytes, rows }
  }

  async #flush(): Promise<void> {
    if (this.#filled === 0) return
    const offset = await this.#writer.block('DT', [], this.#bytes.slice(0, this.#filled))
    this.#blocks.push({ offset, length: this.#filled })
    this.#bytes.fill(0, 0, this.#filled)
    this.#filled = 0
  }

  /** Writes what is left; gives the link for the DG block: nothing, one DT, or a DL with the offsets of its parts. */
  async finish(): Promise<number> {
    await this.#flush()
    this.#bytes = new Uint8Array(0)
    const [first] = this.#blocks
    if (!first || this.#blocks.length === 1) return first?.offset ?? 0
    const head = fields(['u8', 0], ['u8', 0], ['u16', 0], ['u32', this.#blocks.length])
    const data = new Uint8Array(head.length + this.#blocks.length * 8)
    data.set(head)
    const view = new DataView(data.buffer)
    let start = 0
    for (const [i, { length }] of this.#blocks.entries()) {
      view.setBigUint64(head.length + i * 8, BigInt(start), true)
      start += length
    }
    return this.#writer.block('DL', [0, ...this.#blocks.map(({ offset }) => offset)], data)
  }
}
