import { cellFlag, cellsPerCell, rowsPerCell } from './layout.ts'
import type { TimeTile } from './time-block.ts'

/** Cells of an axis at one level that are not written yet; grows as needed. */
export class TimeCells implements TimeTile {
  count = 0
  firstNs = new Float64Array(16)
  lastNs = new Float64Array(16)
  flags = new Uint8Array(16)

  get bytes(): number {
    return this.firstNs.length * 17
  }

  reserve(cells: number): void {
    if (cells <= this.firstNs.length) return
    const length = Math.max(cells, this.firstNs.length * 2)
    const { firstNs, lastNs, flags } = this
    this.firstNs = new Float64Array(length)
    this.lastNs = new Float64Array(length)
    this.flags = new Uint8Array(length)
    this.firstNs.set(firstNs)
    this.lastNs.set(lastNs)
    this.flags.set(flags)
  }

  clone(): TimeCells {
    const twin = new TimeCells()
    twin.count = this.count
    twin.firstNs = this.firstNs.slice()
    twin.lastNs = this.lastNs.slice()
    twin.flags = this.flags.slice()
    return twin
  }

  /** Adds the cells of `times[0, rows)`; `beforeNs` is the time before them, NaN for none. Gives true where time falls. */
  addRows(times: Float64Array, rows: number, beforeNs: number, gapNs: number): boolean {
    this.reserve(this.count + Math.ceil(rows / rowsPerCell))
    let falls = 0
    let before = beforeNs
    for (let begin = 0; begin < rows; begin += rowsPerCell) {
      const end = Math.min(begin + rowsPerCell, rows)
      let least = times[begin] ?? 0
      let greatest = least
      let flags = least - before > gapNs ? cellFlag.gapBefore : 0
      if (least < before) flags |= cellFlag.timeFalls
      before = least
      for (let i = begin + 1; i < end; i++) {
        const time = times[i] ?? 0
        if (time - before > gapNs) flags |= cellFlag.gapInside
        if (time < before) flags |= cellFlag.timeFalls
        if (time > greatest) greatest = time
        if (time < least) least = time
        before = time
      }
      falls |= flags & cellFlag.timeFalls
      this.#push(least, greatest, flags)
    }
    return falls !== 0
  }

  /** Adds the cells of the next level above `cells`. */
  addMerged(cells: TimeTile): void {
    this.reserve(this.count + Math.ceil(cells.count / cellsPerCell))
    for (let begin = 0; begin < cells.count; begin += cellsPerCell) {
      const end = Math.min(begin + cellsPerCell, cells.count)
      let least = Infinity
      let greatest = -Infinity
      let flags = (cells.flags[begin] ?? 0) & cellFlag.gapBefore
      for (let i = begin; i < end; i++) {
        const below = cells.flags[i] ?? 0
        least = Math.min(least, cells.firstNs[i] ?? 0)
        greatest = Math.max(greatest, cells.lastNs[i] ?? 0)
        flags |= below & (cellFlag.gapInside | cellFlag.timeFalls)
        // A gap between two cells lies inside the cell above both.
        if (i > begin && below & cellFlag.gapBefore) flags |= cellFlag.gapInside
      }
      this.#push(least, greatest, flags)
    }
  }

  #push(least: number, greatest: number, flags: number): void {
    this.firstNs[this.count] = least
    this.lastNs[this.count] = greatest
    this.flags[this.count++] = flags
  }
}
