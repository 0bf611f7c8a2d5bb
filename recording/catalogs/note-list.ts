import type { CatalogNote } from './catalog.ts'

/** A file that is wrong everywhere must not fill the memory with complaints. */
const mostNotes = 500

/** What was passed over while a catalog was read. */
export class NoteList {
  #notes: CatalogNote[] = []
  #left = 0

  /** Adds a sentence about a line (from 1). */
  add(line: number, text: string): void {
    if (this.#notes.length < mostNotes) this.#notes.push({ line, text })
    else this.#left++
  }

  /** In the order of lines; the last one counts those that found no room. */
  toNotes(): CatalogNote[] {
    const sorted = this.#notes.toSorted((a, b) => a.line - b.line)
    if (this.#left > 0) sorted.push({ line: sorted.at(-1)?.line ?? 1, text: `${this.#left} more notes are not listed.` })
    return sorted
  }
}
