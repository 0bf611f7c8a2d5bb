import { framesPerBlock } from '../../frames.ts'
import type { RecordBatch } from './record-batch.ts'
import { readTimes, type TimeColumn } from './time-column.ts'

/** What a header pass does with groups of signals; frames come as blocks. */
export interface SignalVisitor {
  /** A group with `signals` channels beside its time. */
  group(signals: number): void
  /** `count` samples (records) that lie between two times; null for a group without times. */
  samples(count: number, firstNs: number | null, lastNs: number | null): void
}

/** Counts the samples of one group of signals. */
export class SampleCount {
  #time: TimeColumn | null
  #visitor: SignalVisitor
  #times = new Float64Array(0)

  constructor(time: TimeColumn | null, visitor: SignalVisitor) {
    this.#time = time
    this.#visitor = visitor
  }

  /** Counts the batch, whose rows must be 0, 1, 2, ..., as `samples` samples. */
  count(batch: RecordBatch, samples = batch.count): void {
    if (!this.#time) return this.#visitor.samples(samples, null, null)
    if (this.#times.length === 0) this.#times = new Float64Array(framesPerBlock)
    batch.spread()
    readTimes(this.#time, batch, this.#times)
    let [first, last] = [Infinity, -Infinity]
    for (let i = 0; i < batch.count; i++) {
      const time = this.#times[i] ?? NaN
      if (time < first) first = time
      if (time > last) last = time
    }
    const timed = first <= last
    this.#visitor.samples(samples, timed ? first : null, timed ? last : null)
  }
}
