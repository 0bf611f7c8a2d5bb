const mostTexts = 65_536
const mostTextLength = 8 * 1024 * 1024

/** The different texts of one signal; its raw values are indices into `texts`, which grows. */
export class TextDictionary {
  readonly texts: string[] = []
  #indices = new Map<string, number>()
  #length = 0
  #full = -1

  /**
   * Index of `text`. A signal with too many different texts (65,535, or 8 Mi UTF-16 units) keeps its rows; all further
   * texts become one that says so.
   */
  index(text: string): number {
    const known = this.#indices.get(text)
    if (known !== undefined) return known
    if (this.#full >= 0) return this.#full
    if (this.texts.length >= mostTexts - 1 || this.#length + text.length > mostTextLength) {
      this.#full = this.texts.push('(not kept: the signal has too many different texts)') - 1
      return this.#full
    }
    const index = this.texts.push(text) - 1
    this.#indices.set(text, index)
    this.#length += text.length
    return index
  }
}
