import { statementWords } from './keywords.ts'

export type TokenKind = 'word' | 'number' | 'string' | 'mark' | 'end'

const newline = 10
const carriageReturn = 13
const quote = 34
const slash = 47
const backslash = 92
/** Letters that are searched for the end of a comment with bare quotes. */
const longestComment = 1024

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Letters, digits, `_` and `.`, and whatever lies beyond ASCII: umlauts do occur in names. */
function isWordPart(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 46 || code > 0xa0
}

/** Reads a DBC text token by token; the fields are those of the current one. Linear in the text's length. */
export class TokenReader {
  readonly #text: string
  #start = 0
  #end = 0
  #line = 1
  /** Up to here a string was looked for its closing quote in vain; it is not looked for again. */
  #openUntil = 0
  kind: TokenKind = 'end'
  /** The token's text; a string's content without its quotes. */
  value = ''
  /** Line of the token's first letter, from 1. */
  line = 1
  /** Nothing but spaces stands before it on its line. */
  firstOnLine = true
  /** False when a string's closing quote is missing; it then ends with its line. */
  closed = true

  constructor(text: string) {
    this.#text = text
    this.advance()
  }

  /** Goes to the next token; stays at the end of the text. */
  advance(): void {
    this.#skipSpaces()
    const text = this.#text
    this.#start = this.#end
    this.line = this.#line
    if (this.#start >= text.length) {
      this.kind = 'end'
      this.value = ''
      return
    }
    const code = text.charCodeAt(this.#start)
    if (code === quote) this.#readString()
    else if (isWordPart(code)) this.#readWord(isDigit(code) || code === 46)
    else {
      this.kind = 'mark'
      this.#end = this.#start + 1
      this.value = text[this.#start] ?? ''
    }
  }

  /** True on a line that begins a statement. */
  get beginsStatement(): boolean {
    return this.kind === 'word' && this.firstOnLine && statementWords.has(this.value)
  }

  /** True when nothing follows the token on its line. */
  get lastOnLine(): boolean {
    for (let i = this.#end; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i)
      if (code === newline || code === carriageReturn) return true
      if (!isSpace(code)) return false
    }
    return true
  }

  /** The current token and all that follows it up to a space or `:`, as some tools write names; goes on behind it. */
  takeName(): string | null {
    if (this.kind !== 'word' && this.kind !== 'number') return null
    let end = this.#end
    for (; end < this.#text.length; end++) {
      const code = this.#text.charCodeAt(end)
      if (isSpace(code) || code === 58 || code === 59 || code === 44 || code === quote) break
    }
    const name = this.#text.slice(this.#start, end)
    this.#end = end
    this.advance()
    return name
  }

  /**
   * For comments that hold bare quotes: makes the current string reach to the last quote of its last line, when only
   * `;` follows that.
   */
  widenString(): void {
    let lineEnd = this.#end
    const limit = Math.min(this.#text.length, lineEnd + longestComment)
    while (lineEnd < limit && !isLineEnd(this.#text.charCodeAt(lineEnd))) lineEnd++
    const rest = this.#text.slice(this.#end, lineEnd)
    const last = rest.lastIndexOf('"')
    if (last < 0 || rest.slice(last + 1).trim() !== ';') return
    this.value += `"${rest.slice(0, last)}`
    this.#end += last + 1
  }

  #skipSpaces(): void {
    const text = this.#text
    this.firstOnLine = this.#end === 0
    while (this.#end < text.length) {
      const code = text.charCodeAt(this.#end)
      if (!isSpace(code)) {
        if (code !== slash || text.charCodeAt(this.#end + 1) !== slash) return
        // Not of the format, but found: a comment as in C++, to the end of the line.
        while (this.#end < text.length && !isLineEnd(text.charCodeAt(this.#end))) this.#end++
        continue
      }
      if (this.#countLine(code, this.#end)) this.firstOnLine = true
      this.#end++
    }
  }

  /** Counts a line at its end: LF, CR LF or a bare CR. */
  #countLine(code: number, at: number): boolean {
    if (code !== newline && (code !== carriageReturn || this.#text.charCodeAt(at + 1) === newline)) return false
    this.#line++
    return true
  }

  #readWord(mayBeNumber: boolean): void {
    const text = this.#text
    let end = this.#start
    while (end < text.length && isWordPart(text.charCodeAt(end))) end++
    const last = text.charCodeAt(end - 1) | 32
    const sign = text.charCodeAt(end)
    // 1e-3 and 1E+3: the sign belongs to the number.
    if (mayBeNumber && last === 101 && (sign === 43 || sign === 45) && isDigit(text.charCodeAt(end + 1))) {
      end += 2
      while (end < text.length && isDigit(text.charCodeAt(end))) end++
    }
    this.#end = end
    this.value = text.slice(this.#start, end)
    this.kind = mayBeNumber && !Number.isNaN(Number(this.value)) ? 'number' : 'word'
  }

  #readString(): void {
    const text = this.#text
    this.kind = 'string'
    this.closed = true
    let lineEnd = -1
    let escapes = false
    let at = this.#start + 1
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.value = unescaped(text.slice(this.#start + 1, at), escapes)
        this.#end = at + 1
        return
      }
      if (code === backslash && text.charCodeAt(at + 1) === quote && !endsStatement(text, at + 2)) {
        escapes = true
        at++
      } else if (code === newline || code === carriageReturn) {
        if (lineEnd < 0) lineEnd = at
        // A quote too few must not swallow the messages that follow.
        if (this.#start < this.#openUntil || beginsStatementAt(text, at + 1)) break
        this.#countLine(code, at)
      }
    }
    this.closed = false
    this.#openUntil = Math.max(this.#openUntil, at)
    this.#end = lineEnd < 0 ? text.length : lineEnd
    this.#line = this.line
    this.value = unescaped(text.slice(this.#start + 1, this.#end), escapes)
  }
}

function isLineEnd(code: number): boolean {
  return code === newline || code === carriageReturn
}

function unescaped(value: string, escapes: boolean): string {
  return escapes ? value.replaceAll('\\"', '"') : value
}

/** `"C:\"; `: a path's last backslash does not escape the closing quote. */
function endsStatement(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  if (text[at] !== ';') return false
  at++
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  return at >= text.length || isLineEnd(text.charCodeAt(at))
}

/** Does the line that begins here look like `BO_ 12` or `CM_ SG_`? Prose in comments seldom does. */
function beginsStatementAt(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  const begin = at
  while (at < text.length && at - begin < 20 && isWordPart(text.charCodeAt(at))) at++
  return text.charCodeAt(at - 1) === 95 && statementWords.has(text.slice(begin, at)) && isSpace(text.charCodeAt(at))
}
