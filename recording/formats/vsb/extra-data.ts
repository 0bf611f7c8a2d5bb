import { feedRange, FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { DamagedBlock } from '../../recording-error.ts'
import type { VsbPreamble } from './preamble.ts'

/** More than any bus carries in one message. */
export const mostExtraBytes = 1024 * 1024

/**
 * Extra data of versions 0x102 and 0x103: numbered from 1, in one section before the records, which mostly ask
 * for them in order. Going back starts over, a bounded number of times.
 */
export class ExtraDataSection {
  #source: ByteSource
  #preamble: VsbPreamble
  #reader: FeedReader
  #next = 1
  #rewinds = 0

  constructor(source: ByteSource, preamble: VsbPreamble) {
    this.#source = source
    this.#preamble = preamble
    this.#reader = this.#open()
  }

  #open(): FeedReader {
    return new FeedReader(feedRange(this.#source, this.#preamble.extraDataStart, this.#preamble.extraDataEnd))
  }

  /** The bytes of entry `number`; DamagedBlock naming the record at `recordOffset` when there is no such entry. */
  async entry(number: number, recordOffset: number): Promise<Uint8Array> {
    if (number < this.#next) {
      if (++this.#rewinds > 1000) throw new DamagedBlock('A record asks for extra data far out of order', recordOffset)
      this.#reader = this.#open()
      this.#next = 1
    }
    for (;;) {
      if (!(await this.#reader.fill(4)))
        throw new DamagedBlock(`A record asks for extra data ${number}, which does not exist,`, recordOffset)
      const length = this.#reader.view.getUint32(this.#reader.at, true)
      this.#reader.at += 4
      if (length > mostExtraBytes) throw new DamagedBlock(`Extra data of ${length} bytes`, this.#reader.offset)
      if (!(await this.#reader.fill(length))) throw new DamagedBlock('Extra data reach past their section', this.#reader.offset)
      const bytes = this.#reader.bytes.subarray(this.#reader.at, this.#reader.at + length)
      this.#reader.at += length
      if (this.#next++ === number) return bytes
    }
  }
}
