import type { Printed } from './run-store.ts'

export const mostLines = 10_000
/** Of all lines of a log, bytes. */
export const mostLogBytes = 4 * 1024 * 1024
/** Of one line, bytes. */
export const mostLineBytes = 8 * 1024
/** What a script says last is why it failed: so many lines are kept beyond the room. */
export const lastLines = 200

/**
 * What a script prints, within bounds: the first lines, and the last ones. Those between are counted. Numbers are those
 * that the lines had for the script, so that a gap can be seen.
 */
export class RunLog {
  /** Taken in, and not yet given out. */
  #waiting: Printed[] = []
  #kept: Printed[] = []
  #last: Printed[] = []
  #number = 0
  #bytes = 0

  add(stream: 'out' | 'err', text: string, at: Date): void {
    const line = { number: ++this.#number, at, stream, text: bounded(text) }
    const bytes = Buffer.byteLength(line.text) + 1
    const hasRoom = this.#last.length === 0 && this.#kept.length < mostLines - lastLines && this.#bytes + bytes <= mostLogBytes
    if (!hasRoom) {
      this.#last.push(line)
      if (this.#last.length > lastLines) this.#last.shift()
      return
    }
    this.#bytes += bytes
    this.#kept.push(line)
    this.#waiting.push(line)
  }

  /** Lines that the box did not even hand out. */
  skip(lines: number): void {
    this.#number += lines
  }

  /** Lines that nobody has got so far. */
  take(): readonly Printed[] {
    const lines = this.#waiting
    this.#waiting = []
    return lines
  }

  /** The last lines beyond the room, once nothing comes any more. */
  takeLast(): readonly Printed[] {
    const lines = this.#last
    this.#last = []
    this.#kept.push(...lines)
    return lines
  }

  /** Lines that were left out, or would be if this were the end. */
  get cut(): number {
    return this.#number - this.#kept.length - this.#last.length
  }

  /** Everything that is kept, as a text. */
  get text(): string {
    let before = 0
    const lines: string[] = []
    for (const { number, text } of [...this.#kept, ...this.#last]) {
      if (number > before + 1) lines.push(`... ${number - before - 1} lines left out ...`)
      before = number
      lines.push(text)
    }
    return lines.map((line) => `${line}\n`).join('')
  }

  /** The last line on standard error that says something; of a traceback it is the error. */
  get lastError(): string | undefined {
    return [...this.#kept, ...this.#last].findLast(({ stream, text }) => stream === 'err' && text.trim() !== '')?.text.trim()
  }
}

/** PostgreSQL keeps no zero characters. */
function bounded(text: string): string {
  const line = text.toWellFormed().replaceAll('\u0000', '\uFFFD')
  if (Buffer.byteLength(line) <= mostLineBytes) return line
  // a character that is cut in two becomes a replacement character
  return `${new TextDecoder().decode(Buffer.from(line).subarray(0, mostLineBytes - 16)).replace(/\uFFFD+$/, '')} ...`
}
