/** A function of the raw value. */
export type Formula = (x: number) => number

const constants: Readonly<Record<string, number>> = { PI: Math.PI, E: Math.E, INF: Infinity, INFINITY: Infinity, NAN: NaN }

const functions: Readonly<Record<string, { count: number; of: (a: number, b: number, c: number) => number }>> = {
  ABS: { count: 1, of: Math.abs },
  SQRT: { count: 1, of: Math.sqrt },
  EXP: { count: 1, of: Math.exp },
  LN: { count: 1, of: Math.log },
  LOG: { count: 1, of: Math.log },
  LOG10: { count: 1, of: Math.log10 },
  LOG2: { count: 1, of: Math.log2 },
  SIN: { count: 1, of: Math.sin },
  COS: { count: 1, of: Math.cos },
  TAN: { count: 1, of: Math.tan },
  SINH: { count: 1, of: Math.sinh },
  COSH: { count: 1, of: Math.cosh },
  TANH: { count: 1, of: Math.tanh },
  ASIN: { count: 1, of: Math.asin },
  ARCSIN: { count: 1, of: Math.asin },
  ACOS: { count: 1, of: Math.acos },
  ARCCOS: { count: 1, of: Math.acos },
  ATAN: { count: 1, of: Math.atan },
  ARCTAN: { count: 1, of: Math.atan },
  ATAN2: { count: 2, of: Math.atan2 },
  ARCTAN2: { count: 2, of: Math.atan2 },
  FLOOR: { count: 1, of: Math.floor },
  CEIL: { count: 1, of: Math.ceil },
  TRUNC: { count: 1, of: Math.trunc },
  ROUND: { count: 1, of: Math.round },
  SGN: { count: 1, of: Math.sign },
  SIGN: { count: 1, of: Math.sign },
  MIN: { count: 2, of: Math.min },
  MAX: { count: 2, of: Math.max },
  POW: { count: 2, of: (a, b) => a ** b },
  MOD: { count: 2, of: (a, b) => a % b },
  WHERE: { count: 3, of: (a, b, c) => (a ? b : c) },
}

/** Binary operators by how tightly they bind, loosest first. `^` is a power (ASAM general expression syntax). */
const operators: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { '||': (a, b) => Number(a !== 0 || b !== 0) },
  { '&&': (a, b) => Number(a !== 0 && b !== 0) },
  { '|': (a, b) => a | b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  { '<=': (a, b) => Number(a <= b), '>=': (a, b) => Number(a >= b), '<': (a, b) => Number(a < b), '>': (a, b) => Number(a > b) },
  { '<<': (a, b) => a * 2 ** b, '>>': (a, b) => Math.floor(a / 2 ** b) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b },
]

const tokenPattern =
  /\s*(0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|\*\*|\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%^|&<>()!~,?:])/y
const longestFormula = 10_000
const deepest = 200

/** Parses an algebraic conversion in X (or X1): numbers, operators and functions as ASAP2 has them. Null when it is none. */
export function parseFormula(text: string): Formula | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const parser = new Parser(tokens)
  const formula = parser.expression(0)
  return formula && parser.ended ? formula : null
}

function tokensOf(text: string): string[] | null {
  const trimmed = text.trimEnd()
  if (trimmed.length === 0 || trimmed.length > longestFormula) return null
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < trimmed.length) {
    const match = tokenPattern.exec(trimmed)
    if (!match?.[1]) return null
    tokens.push(match[1])
  }
  return tokens
}

/** Recursive descent; every method gives null where the text is no formula. */
class Parser {
  #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get ended(): boolean {
    return this.#at === this.#tokens.length
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }

  expression(level: number): Formula | null {
    if (++this.#depth > deepest * operators.length) return null
    const formula = level === operators.length ? this.#power() : this.#binary(level)
    this.#depth--
    return formula
  }

  #binary(level: number): Formula | null {
    let left = this.expression(level + 1)
    for (;;) {
      const token = this.#tokens[this.#at] ?? ''
      const own = operators[level]
      // Names such as "constructor" are no operators.
      const operate = own && Object.hasOwn(own, token) ? own[token] : undefined
      if (!left || !operate) return left
      this.#at++
      const [a, b] = [left, this.expression(level + 1)]
      if (!b) return null
      left = (x) => operate(a(x), b(x))
    }
  }

  /** Binds tighter than a sign before it and looser than one after it, and from the right: -2 ** 2 is -4. */
  #power(): Formula | null {
    if (++this.#depth > deepest * operators.length) return null
    const formula = this.#signed()
    this.#depth--
    return formula
  }

  #signed(): Formula | null {
    if (this.#take('-')) return then(this.#power(), (value) => -value)
    if (this.#take('+')) return this.#power()
    if (this.#take('!')) return then(this.#power(), (value) => Number(value === 0))
    if (this.#take('~')) return then(this.#power(), (value) => ~value)
    const base = this.#atom()
    if (!base || !(this.#take('**') || this.#take('^'))) return base
    const exponent = this.#power()
    return exponent && ((x) => base(x) ** exponent(x))
  }

  #atom(): Formula | null {
    const token = this.#tokens[this.#at++]
    if (token === undefined) return null
    if (token === '(') {
      const inner = this.expression(0)
      return inner && this.#take(')') ? inner : null
    }
    if (/^[\d.]/.test(token)) {
      const value = Number(token)
      return () => value
    }
    const name = token.toUpperCase()
    const known = functions[name]
    if (known && this.#take('(')) return this.#call(known)
    if (name === 'X' || name === 'X1') return (x) => x
    const constant = constants[name]
    return constant === undefined ? null : () => constant
  }

  #call({ count, of }: { count: number; of: (a: number, b: number, c: number) => number }): Formula | null {
    const values: Formula[] = []
    for (let i = 0; i < count; i++) {
      const value = (i === 0 || this.#take(',')) && this.expression(0)
      if (!value) return null
      values.push(value)
    }
    const [a, b, c] = values
    if (!a || !this.#take(')')) return null
    return (x) => of(a(x), b?.(x) ?? 0, c?.(x) ?? 0)
  }
}

function then(formula: Formula | null, of: (value: number) => number): Formula | null {
  return formula && ((x) => of(formula(x)))
}
