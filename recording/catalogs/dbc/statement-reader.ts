import type { Target } from './draft.ts'
import { TokenReader } from './token-reader.ts'

/** Why a statement is passed over; caught where statements are read, and becomes a note. */
export class StatementFault extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** What the tokens of a statement should be. */
export class StatementReader {
  readonly tokens: TokenReader

  constructor(text: string) {
    this.tokens = new TokenReader(text)
  }

  fault(expected: string): StatementFault {
    const { kind, value, line } = this.tokens
    const found = kind === 'end' ? 'the end of the file' : `"${value.slice(0, 40)}"`
    return new StatementFault(`Expected ${expected}, found ${found}`, line)
  }

  isMark(mark: string): boolean {
    return this.tokens.kind === 'mark' && this.tokens.value === mark
  }

  isWord(word: string): boolean {
    return this.tokens.kind === 'word' && this.tokens.value === word
  }

  /** Goes past a mark when it is there. */
  pass(mark: string): boolean {
    if (!this.isMark(mark)) return false
    this.tokens.advance()
    return true
  }

  demand(mark: string): void {
    if (!this.pass(mark)) throw this.fault(`"${mark}"`)
  }

  name(what: string): string {
    const name = this.tokens.takeName()
    if (name === null) throw this.fault(what)
    return name
  }

  /** A finite number with its sign. */
  number(what: string): number {
    const sign = this.pass('-') ? -1 : 1
    if (sign > 0) this.pass('+')
    const value = this.tokens.kind === 'number' ? Number(this.tokens.value) : Number.NaN
    if (!Number.isFinite(value)) throw this.fault(what)
    this.tokens.advance()
    // Without -0, which JSON does not keep.
    return sign * value + 0
  }

  isNumber(): boolean {
    return this.tokens.kind === 'number' || this.isMark('-') || this.isMark('+')
  }

  /** An integer from `least` to `most`. */
  integer(what: string, least: number, most: number): number {
    const line = this.tokens.line
    const value = this.number(what)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new StatementFault(`${what.charAt(0).toUpperCase()}${what.slice(1)} ${value} is not from ${least} to ${most}`, line)
    return value
  }

  /** A message's number as the file spells it; some tools write those with bit 31 as negative numbers. */
  messageNumber(): number {
    const number = this.integer('a message number', -0x8000_0000, 0xffff_ffff)
    return number < 0 ? number + 0x1_0000_0000 : number
  }

  string(what: string): string {
    if (this.tokens.kind !== 'string') throw this.fault(what)
    const { value, closed, line } = this.tokens
    this.tokens.advance()
    if (!closed) throw new StatementFault('A quote is not closed', line)
    return value
  }

  /** What a comment or an attribute speaks of; the network when nothing is named. */
  target(): Target {
    const { kind, value } = this.tokens
    if (kind !== 'word') return { kind: 'network' }
    this.tokens.advance()
    if (value === 'BU_') return { kind: 'node', name: this.name('the name of a node') }
    if (value === 'BO_') return { kind: 'message', number: this.messageNumber() }
    if (value === 'SG_') return { kind: 'signal', number: this.messageNumber(), name: this.name('the name of a signal') }
    if (value === 'EV_') this.name('the name of an environment variable')
    return { kind: 'other' }
  }

  /** Goes past the closing `;`; sloppy tools leave it out, so that a new statement ends one as well. */
  close(): void {
    while (this.tokens.kind !== 'end' && !this.tokens.beginsStatement) {
      if (this.pass(';')) return
      this.tokens.advance()
    }
  }

  /** Goes to the next line that begins a statement. */
  recover(): void {
    while (this.tokens.kind !== 'end' && !this.tokens.beginsStatement) this.tokens.advance()
  }
}
