interface Timed {
  /** Of what comes next; infinite at the end. */
  readonly timeNs: number
}

/** Things by time, the earliest first: a binary heap, since a recording has hundreds of groups. */
export class TimeQueue<T extends Timed> {
  #heap: T[] = []

  constructor(items: Iterable<T>) {
    for (const item of items) this.add(item)
  }

  /** Time of the earliest; infinite when nothing more comes. */
  get timeNs(): number {
    return this.#heap[0]?.timeNs ?? Infinity
  }

  /** What is at its end is left out. */
  add(item: T): void {
    if (item.timeNs === Infinity) return
    const heap = this.#heap
    let at = heap.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || above.timeNs <= item.timeNs) break
      heap[at] = above
      at = parent
    }
    heap[at] = item
  }

  /** Takes the earliest out. @throws RangeError when there is none */
  take(): T {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined) throw new RangeError('Nothing is left in the queue')
    if (heap.length > 0) this.#sink(last)
    return first
  }

  #sink(item: T): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      const [left, right] = [heap[child], heap[child + 1]]
      if (left === undefined) break
      if (right !== undefined && right.timeNs < left.timeNs) child++
      const below = heap[child]
      if (below === undefined || below.timeNs >= item.timeNs) break
      heap[at] = below
      at = child
    }
    heap[at] = item
  }
}
