import type { DatabaseFilter } from '#contract/quick-view.ts'

/** What is typed above a column: `> 5`, `= ok`, `!= ok`, `null`, `not null`, or any text that it contains. */
export function databaseFilterOf(column: string, typed: string): DatabaseFilter | null {
  const text = typed.trim()
  if (text === '') return null
  if (/^null$/i.test(text)) return { column, is: 'null', value: '' }
  if (/^not null$/i.test(text)) return { column, is: 'not null', value: '' }
  const compared = /^(<=|>=|<>|!=|=|<|>)\s*(.*)$/s.exec(text)
  const [is, value] = compared === null ? (['contains', text] as const) : [operator(compared[1] ?? ''), compared[2] ?? '']
  return { column, is, value: value.slice(0, 1000) }
}

function operator(sign: string): DatabaseFilter['is'] {
  switch (sign) {
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '=':
      return sign
    default:
      return '<>'
  }
}
