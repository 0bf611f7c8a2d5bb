import type { DatabaseCell } from '#contract/quick-view.ts'

export interface ReadPage {
  readonly rows: readonly (readonly DatabaseCell[])[]
  /** The last row is among them. */
  readonly end: boolean
}

const kept = 24

/** Pages of a table of the server, the last ones looked at. */
export class PageCache {
  readonly #pageRows: number
  readonly #read: (offset: number, max: number) => Promise<ReadPage>
  readonly #pages = new Map<number, Promise<ReadPage>>()

  constructor(pageRows: number, read: (offset: number, max: number) => Promise<ReadPage>) {
    this.#pageRows = pageRows
    this.#read = read
  }

  async rows(from: number, count: number): Promise<ReadPage> {
    const first = Math.floor(from / this.#pageRows)
    const last = Math.floor((from + count - 1) / this.#pageRows)
    const pages = await Promise.all(Array.from({ length: last - first + 1 }, (_, i) => this.#page(first + i)))
    const start = from - first * this.#pageRows
    return { rows: pages.flatMap(({ rows }) => rows).slice(start, start + count), end: pages.some(({ end }) => end) }
  }

  #page(number: number): Promise<ReadPage> {
    const known = this.#pages.get(number)
    if (known !== undefined) {
      this.#pages.delete(number)
      this.#pages.set(number, known)
      return known
    }
    const page = this.#read(number * this.#pageRows, this.#pageRows)
    this.#pages.set(number, page)
    page.catch(() => this.#pages.delete(number))
    const oldest = this.#pages.keys().next()
    if (this.#pages.size > kept && !oldest.done) this.#pages.delete(oldest.value)
    return page
  }
}
