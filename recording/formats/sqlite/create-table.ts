/** What the SQL text of a table says of it. */
export interface TableShape {
  columns: SqliteColumn[]
  withoutRowId: boolean
}

export interface SqliteColumn {
  name: string
  /** As it was declared, empty when it was not. */
  type: string
  /** `INTEGER PRIMARY KEY`: the column is the row id and the record holds null for it. */
  isRowId: boolean
  /** What rows have that were written before the column was added: a constant, null where there is none. */
  defaultValue: string | number | null
}

interface Token {
  text: string
  quoted: boolean
}

const tableConstraints: ReadonlySet<string> = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'])
const columnConstraints: ReadonlySet<string> = new Set(
  'CONSTRAINT PRIMARY NOT NULL UNIQUE CHECK DEFAULT COLLATE REFERENCES GENERATED AS'.split(' '),
)

/** Columns of a CREATE TABLE statement, as SQLite keeps it in its schema; null when it is none. */
export function tableShape(sql: string): TableShape | null {
  const tokens = tokensOf(sql)
  const open = tokens.findIndex((token) => token.text === '(' && !token.quoted)
  if (open < 0 || word(tokens[0]) !== 'CREATE') return null
  const parts: Token[][] = [[]]
  let depth = 1
  let at = open + 1
  for (; at < tokens.length && depth > 0; at++) {
    const token = tokens[at]
    if (!token) break
    if (!token.quoted && token.text === '(') depth++
    else if (!token.quoted && token.text === ')') depth--
    if (depth === 1 && !token.quoted && token.text === ',') parts.push([])
    else if (depth > 0) parts.at(-1)?.push(token)
  }
  const columns = parts.filter((part) => part[0] && !tableConstraints.has(word(part[0]))).map(columnOf)
  markRowId(columns, parts)
  const after = tokens.slice(at).map(word)
  return { columns, withoutRowId: after.some((text, i) => text === 'WITHOUT' && after[i + 1] === 'ROWID') }
}

function columnOf(part: readonly Token[]): SqliteColumn {
  const words = part.map(word)
  const end = words.findIndex((text, i) => i > 0 && columnConstraints.has(text))
  const type = part.slice(1, end < 0 ? undefined : end).map(({ text }) => text)
  const key = words.indexOf('PRIMARY')
  return {
    name: part[0]?.text ?? '',
    type: type.join(' '),
    // A descending key is a historical exception.
    isRowId: type.join(' ').toUpperCase() === 'INTEGER' && words[key + 1] === 'KEY' && key > 0 && words[key + 2] !== 'DESC',
    defaultValue: defaultOf(part[words.indexOf('DEFAULT', 1) + 1], words.includes('DEFAULT', 1), type.join(' ')),
  }
}

function defaultOf(token: Token | undefined, hasDefault: boolean, type: string): string | number | null {
  if (!hasDefault || !token) return null
  const isNumber = !token.quoted && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(token.text)
  if (!isNumber) return token.quoted ? token.text : ({ TRUE: 1, FALSE: 0 }[token.text.toUpperCase()] ?? null)
  // Columns of text keep numbers as text (type affinity).
  return /CHAR|CLOB|TEXT/i.test(type) ? token.text : Number(token.text)
}

/** The table constraint PRIMARY KEY (column) does the same as the column's own. */
function markRowId(columns: readonly SqliteColumn[], parts: readonly (readonly Token[])[]): void {
  for (const part of parts) {
    const words = part.map(word)
    const key = words.indexOf('PRIMARY')
    if (key < 0 || !tableConstraints.has(words[0] ?? '') || words[key + 2] !== '(' || words[key + 4] !== ')') continue
    const column = columns.find(({ name }) => name.toUpperCase() === part[key + 3]?.text.toUpperCase())
    if (column?.type.toUpperCase() === 'INTEGER') column.isRowId = true
  }
}

const word = (token: Token | undefined): string => (token && !token.quoted ? token.text.toUpperCase() : '')
const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '[': ']' }

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length;) {
    const letter = sql[at] ?? ''
    const close = closing[letter]
    if (/\s/.test(letter)) at++
    else if (sql.startsWith('--', at)) at = endOf(sql, '\n', at)
    else if (sql.startsWith('/*', at)) at = endOf(sql, '*/', at + 2)
    else if (close) {
      let text = ''
      for (at++; at < sql.length; at++) {
        if (sql[at] !== close) text += sql[at]
        else if (close !== ']' && sql[at + 1] === close) text += sql[at++]
        else break
      }
      at++
      tokens.push({ text, quoted: true })
    } else {
      const text = /^[\p{L}\p{N}_$.+-]+/u.exec(sql.slice(at, at + 1000))?.[0] ?? letter
      tokens.push({ text, quoted: false })
      at += text.length
    }
  }
  return tokens
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found < 0 ? sql.length : found + mark.length
}
