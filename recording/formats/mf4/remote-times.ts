import { FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { framesPerBlock } from '../../frames.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import { feedFragments } from './fragments.ts'
import { readDataGroups } from './groups.ts'
import { RecordBatch } from './record-batch.ts'
import { ReadingBudget } from './reading-budget.ts'
import { readTimes, timeColumn, type TimeColumn } from './time-column.ts'

/** Times that are kept in a group of their own (column-oriented storage), read along with the records they belong to. */
export class RemoteTimes {
  #reader: FeedReader
  #column: TimeColumn
  #recordBytes: number
  #batch = new RecordBatch()
  #index = 0

  private constructor(reader: FeedReader, column: TimeColumn, recordBytes: number) {
    this.#reader = reader
    this.#column = column
    this.#recordBytes = recordBytes
  }

  /** Opens the times of the group at `link`; DamagedBlock when the file has no such group or it has no time. */
  static async open(source: ByteSource, firstDataGroup: number, link: number, finalized: boolean): Promise<RemoteTimes> {
    const budget = new ReadingBudget(source.size)
    for await (const dataGroup of readDataGroups(source, firstDataGroup, budget)) {
      const group = dataGroup.groups.find(({ offset }) => offset === link)
      if (!group) continue
      const column = await timeColumn(source, group.channels, group.recordBytes)
      if (!column || dataGroup.recordIdBytes > 0 || group.recordBytes === 0) break
      const reader = new FeedReader(feedFragments(source, dataGroup.data, !finalized, budget))
      return new RemoteTimes(reader, column, group.recordBytes)
    }
    throw new DamagedBlock('The group that should hold the times of another is not there', link)
  }

  /** The next `count` times, into the rows from `firstRow`. */
  async read(count: number, into: Float64Array, firstRow: number): Promise<void> {
    for (let done = 0; done < count;) {
      const { left } = this.#reader
      if (left < this.#recordBytes && !(await this.#reader.fill(this.#recordBytes)))
        throw new ShortRead('The times of a group', this.#reader.offset, this.#recordBytes, this.#reader.left)
      const { bytes, view, at, offset } = this.#reader
      const n = Math.min(count - done, framesPerBlock, Math.floor(this.#reader.left / this.#recordBytes))
      this.#batch.over(bytes, view, offset, this.#index)
      this.#batch.setRun(at, this.#recordBytes, n, firstRow + done)
      this.#batch.spread()
      readTimes(this.#column, this.#batch, into)
      this.#reader.at += n * this.#recordBytes
      this.#index += n
      done += n
    }
  }
}
