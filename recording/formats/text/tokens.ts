const space = 0x20
const tab = 0x09

/** Walks over the words of a line, which blanks part. The word at hand is `bytes[start, end)`. */
export class Tokens {
  bytes: Uint8Array = new Uint8Array(0)
  start = 0
  end = 0
  #lineEnd = 0

  /** Goes to bytes[start, end); no word is at hand yet. */
  open(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes
    this.start = start
    this.end = start
    this.#lineEnd = end
  }

  /** Goes to the next word; false when there is none. */
  next(): boolean {
    const { bytes } = this
    const lineEnd = this.#lineEnd
    let at = this.end
    while (at < lineEnd && (bytes[at] === space || bytes[at] === tab)) at++
    this.start = at
    while (at < lineEnd && bytes[at] !== space && bytes[at] !== tab) at++
    this.end = at
    return at > this.start
  }

  /** True when the word at hand is `word`, which is given in lower case; case does not matter. */
  is(word: string): boolean {
    const { bytes, start } = this
    if (this.end - start !== word.length) return false
    for (let i = 0; i < word.length; i++) {
      const letter = bytes[start + i] ?? 0
      if ((letter >= 0x41 && letter <= 0x5a ? letter + 32 : letter) !== word.charCodeAt(i)) return false
    }
    return true
  }

  /** The byte at the beginning of the word at hand. */
  get first(): number {
    return this.bytes[this.start] ?? 0
  }

  /** The word at hand as text; not for every frame. */
  text(): string {
    return latin1(this.bytes, this.start, this.end)
  }

  /** All that follows the word at hand, without blanks around it. */
  rest(): string {
    return latin1(this.bytes, this.end, this.#lineEnd).trim()
  }
}

/** bytes[start, end) as text, one character per byte: enough for names, dates and detection, and it cannot fail. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}
