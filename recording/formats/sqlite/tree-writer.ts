import { pageSize, putVarint, type PageWriter, varintBytes } from './page-writer.ts'

/** A cell of an interior page takes at most 2 + 4 + 9 bytes. */
const childrenPerPage = 256

interface Child {
  page: number
  /** The largest row id below it. */
  lastRowId: number
}

/**
 * The interior pages over leaves that are written in the order of their row ids. A level holds back its last children,
 * so that no page ends with a single one.
 */
export class TreeWriter {
  #pages: PageWriter
  #levels: Child[][] = []

  constructor(pages: PageWriter) {
    this.#pages = pages
  }

  async addLeaf(page: number, lastRowId: number): Promise<void> {
    await this.#add(0, { page, lastRowId })
  }

  /** Writes what is left and gives the number of the root page. */
  async finish(): Promise<number> {
    for (let depth = 0; ; depth++) {
      const level = this.#levels[depth] ?? []
      const [only] = level
      if (!this.#levels[depth + 1] && level.length === 1 && only) return only.page
      await this.#write(depth, level.splice(0))
    }
  }

  async #add(depth: number, child: Child): Promise<void> {
    const level = (this.#levels[depth] ??= [])
    level.push(child)
    if (level.length === childrenPerPage + 2) await this.#write(depth, level.splice(0, childrenPerPage))
  }

  /** Interior page: the children with their largest row ids, the last one apart (file format, 1.6). */
  async #write(depth: number, children: Child[]): Promise<void> {
    const last = children.pop()
    if (!last) return
    const page = await this.#pages.next()
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
    let content = pageSize
    for (const [i, child] of children.entries()) {
      content -= 4 + varintBytes(child.lastRowId)
      view.setUint32(content, child.page)
      putVarint(page, content + 4, child.lastRowId)
      view.setUint16(12 + i * 2, content)
    }
    page[0] = 0x05
    view.setUint16(3, children.length)
    view.setUint16(5, content)
    view.setUint32(8, last.page)
    await this.#add(depth + 1, { page: this.#pages.pageCount, lastRowId: last.lastRowId })
  }
}
