import type { Decimal } from './values.ts'
import { numberOf, timeOf } from './values.ts'

/** Filters by the number of their column; -1 looks at every column. */
export type Filters = ReadonlyArray<{ readonly column: number; readonly text: string }>

type Test = (field: string) => boolean

/**
 * What a filter asks for: `> 5`, `<= 2026-11-04`, `10..20`, `= ok` (exactly), `!= ok`, or any other text (contains,
 * without regard to case). Null for an empty one.
 */
export function fieldTest(text: string, decimal: Decimal): Test | null {
  const wanted = text.trim()
  if (wanted === '') return null
  const value = (field: string) => numberOf(field, decimal) ?? timeOf(field)
  const range = /^(\S+)\.\.(\S+)$/.exec(wanted)
  const [low, high] = [value(range?.[1] ?? ''), value(range?.[2] ?? '')]
  if (low !== null && high !== null) {
    return (field) => {
      const number = value(field)
      return number !== null && number >= low && number <= high
    }
  }
  const compared = /^(<=|>=|<>|!=|=|<|>)\s*(.*)$/.exec(wanted)
  if (compared !== null) return comparison(compared[1] ?? '', compared[2] ?? '', value)
  const lower = wanted.toLowerCase()
  return (field) => field.toLowerCase().includes(lower)
}

function comparison(operator: string, text: string, value: (field: string) => number | null): Test {
  const limit = value(text)
  const same = (field: string) => field.trim() === text || (limit !== null && value(field) === limit)
  if (operator === '=') return same
  if (operator === '!=' || operator === '<>') return (field) => !same(field)
  const isWithin: Record<string, (number: number, against: number) => boolean> = {
    '<': (number, against) => number < against,
    '<=': (number, against) => number <= against,
    '>': (number, against) => number > against,
    '>=': (number, against) => number >= against,
  }
  const test = isWithin[operator]
  return (field) => {
    const number = value(field)
    return limit !== null && number !== null && test !== undefined && test(number, limit)
  }
}

/** Whether a row passes all filters; null when there are none. */
export function rowTest(filters: Filters, decimal: Decimal): ((fields: readonly string[]) => boolean) | null {
  const tests = filters.flatMap(({ column, text }) => {
    const test = fieldTest(text, decimal)
    return test === null ? [] : [{ column, test }]
  })
  if (tests.length === 0) return null
  return (fields) => tests.every(({ column, test }) => (column < 0 ? fields.some(test) : test(fields[column] ?? '')))
}
