import { DamagedBlock } from '../../recording-error.ts'

/** No file has more channels, or more text in their names. */
const mostChannels = 1_000_000
const mostTextBytes = 256 * 1024 * 1024

/**
 * What one pass over a file may use. Links can make one block serve a million times; each use is paid for here, so that
 * a small damaged file ends as quickly as a whole one.
 */
export class ReadingBudget {
  #channels = mostChannels
  #textBytes = mostTextBytes
  #dataBytes: number

  /** All data blocks together are no longer than the file. */
  constructor(fileBytes: number) {
    this.#dataBytes = fileBytes
  }

  spendChannel(nameBytes: number, offset: number): void {
    this.#textBytes -= nameBytes
    if (--this.#channels < 0 || this.#textBytes < 0) throw new DamagedBlock('More channels than a file can have', offset)
  }

  spendData(bytes: number, offset: number): void {
    this.#dataBytes -= bytes
    if (this.#dataBytes < 0) throw new DamagedBlock('Data blocks longer than the whole file', offset)
  }
}
