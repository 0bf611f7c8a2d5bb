import type { ByteSource } from '../../byte-source.ts'
import { channelType, type Channel } from './channels.ts'
import type { RecordBatch } from './record-batch.ts'
import { readWords, wordColumn, type WordColumn } from './word-column.ts'

/** Flags of a frame from a byte of its record: a table from the byte to the flags it stands for. */
export interface FlagByte {
  byteOffset: number
  table: Uint8Array
}

const textTypes = [6, 7]
const letterT = 0x54
const noFlags = new Uint8Array(256)

/** Where the flags of a group's frames are. */
export class FlagColumns {
  #bytes: FlagByte[] = []
  #odd: { column: WordColumn; flag: number }[] = []
  #constant: number

  /** `constant`: flags that every frame of the group has. */
  constructor(constant: number) {
    this.#constant = constant
  }

  /** A channel that is not 0 (or says "Tx") where the flag is set. */
  async add(source: ByteSource, channel: Channel, flag: number, recordBytes: number): Promise<void> {
    const { type, byteOffset, bitOffset, bitCount, dataType } = channel
    if (textTypes.includes(dataType)) {
      const inRecord = type === channelType.fixed && bitOffset === 0 && bitCount >= 8 && byteOffset < recordBytes
      if (inRecord) this.#addByte(byteOffset, (byte) => byte === letterT, flag)
      return
    }
    const column = await wordColumn(source, channel, recordBytes)
    if (column?.kind === 'constant') this.#constant |= column.value === 0 ? 0 : flag
    else if (column?.kind === 'byte')
      this.#addByte(column.byteOffset, (byte) => ((byte >>> column.shift) & column.mask) !== 0, flag)
    else if (column?.kind === 'table') this.#addByte(column.byteOffset, (byte) => column.table[byte] !== 0, flag)
    else if (column?.kind === 'odd' || column?.kind === 'half' || column?.kind === 'word') this.#odd.push({ column, flag })
  }

  /** The flags as a constant and tables of single bytes; null when that is not all. */
  get tables(): { constant: number; bytes: readonly FlagByte[] } | null {
    return this.#odd.length === 0 ? { constant: this.#constant, bytes: this.#bytes } : null
  }

  #addByte(byteOffset: number, isSet: (byte: number) => boolean, flag: number): void {
    let entry = this.#bytes.find((other) => other.byteOffset === byteOffset)
    if (!entry) this.#bytes.push((entry = { byteOffset, table: new Uint8Array(256) }))
    for (let byte = 0; byte < 256; byte++) if (isSet(byte)) entry.table[byte] = (entry.table[byte] ?? 0) | flag
  }

  /** Puts the flags of all records of the batch at their rows. */
  read(batch: RecordBatch, into: Uint8Array, scratch: Uint32Array): void {
    const { bytes, starts, rows, count } = batch
    const constant = this.#constant
    if (this.#bytes.length === 0) for (let i = 0; i < count; i++) into[rows[i] ?? 0] = constant
    // Most writers use one to five bytes; three at a time keeps the loop straight.
    for (let first = 0; first < this.#bytes.length; first += 3) {
      const [a, b, c] = [this.#at(first), this.#at(first + 1), this.#at(first + 2)]
      const [atA, atB, atC] = [a.byteOffset, b.byteOffset, c.byteOffset]
      const [tableA, tableB, tableC] = [a.table, b.table, c.table]
      for (let i = 0; i < count; i++) {
        const start = starts[i] ?? 0
        const row = rows[i] ?? 0
        const before = first === 0 ? constant : (into[row] ?? 0)
        into[row] =
          before |
          (tableA[bytes[start + atA] ?? 0] ?? 0) |
          (tableB[bytes[start + atB] ?? 0] ?? 0) |
          (tableC[bytes[start + atC] ?? 0] ?? 0)
      }
    }
    for (const { column, flag } of this.#odd) {
      readWords(column, batch, scratch)
      for (let i = 0; i < count; i++) if ((scratch[i] ?? 0) !== 0) into[rows[i] ?? 0] = (into[rows[i] ?? 0] ?? 0) | flag
    }
  }

  #at(index: number): FlagByte {
    return this.#bytes[index] ?? { byteOffset: this.#bytes[0]?.byteOffset ?? 0, table: noFlags }
  }
}
