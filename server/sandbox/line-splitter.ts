import { StringDecoder } from 'node:string_decoder'

/** Characters of a line that are kept. */
export const maxLineLength = 16_384

/** Makes lines of a stream's bytes. Of what a line overwrites itself with (`\r`, progress bars) the last is kept. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  #line = ''

  add(bytes: Buffer): Generator<string> {
    return this.#split(this.#decoder.write(bytes))
  }

  /** The last line, when it has no end. */
  *end(): Generator<string> {
    yield* this.#split(this.#decoder.end())
    if (this.#line !== '') yield shown(this.#line)
    this.#line = ''
  }

  *#split(text: string): Generator<string> {
    const parts = text.split('\n')
    for (const [index, part] of parts.entries()) {
      // one character more tells that the line was longer
      if (this.#line.length <= maxLineLength) this.#line += part.slice(0, maxLineLength + 1)
      if (index === parts.length - 1) return
      yield shown(this.#line)
      this.#line = ''
    }
  }
}

function shown(line: string): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line
  const last = whole.slice(whole.lastIndexOf('\r') + 1)
  return last.length > maxLineLength ? `${last.slice(0, maxLineLength)} ...` : last
}
