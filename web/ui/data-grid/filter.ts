import type { GridValue } from './column.ts'

const comparison = /^(<=|>=|<|>|=)\s*(-?\d+(?:\.\d+)?)$/
const range = /^(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)$/

/**
 * Whether a cell passes what was typed above its column: a part of its words without regard to case. Numbers also take
 * `> 5`, `<= 3` and `2 .. 7` (both ends included).
 */
export function passes(value: GridValue, text: string, wanted: string): boolean {
  const asked = wanted.trim()
  if (asked === '') return true
  if (typeof value === 'number') {
    const compared = comparison.exec(asked)
    if (compared !== null) return holds(value, compared[1] ?? '', Number(compared[2]))
    const between = range.exec(asked)
    if (between !== null) return value >= Number(between[1]) && value <= Number(between[2])
  }
  return text.toLowerCase().includes(asked.toLowerCase())
}

function holds(value: number, sign: string, bound: number): boolean {
  if (sign === '<') return value < bound
  if (sign === '<=') return value <= bound
  if (sign === '>') return value > bound
  return sign === '>=' ? value >= bound : value === bound
}
