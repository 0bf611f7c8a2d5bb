/** Why a catalog cannot be used at all, as a sentence with what can be done; lesser faults are notes of the catalog. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  /** Line of the source, from 1; null when it speaks of the file as a whole. */
  readonly line: number | null

  constructor(what: string, remedy: string, line: number | null = null) {
    super(`${what}${line === null ? '' : ` (line ${line})`}; ${remedy}.`)
    this.line = line
  }
}
