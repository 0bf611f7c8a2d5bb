import { describe, expect, it } from 'vitest'
import { parseFormula } from './formula.ts'

describe('formulas', () => {
  it.each([
    ['X*2+1', 3, 7],
    ['1 + 2 * X ^ 2', 3, 19],
    ['-X**2', 3, -9],
    ['2 ** -1', 0, 0.5],
    ['2**3**2', 0, 512],
    ['(X1 - 1)/ 4', 3, 0.5],
    ['sin(X) + COS(X) * 0', Math.PI / 2, 1],
    ['pow(X, 3) - sqrt(X)', 4, 62],
    ['X > 2 && X < 4', 3, 1],
    ['(X & 6) | 1', 14, 7],
    ['1 << 4 >> 2', 0, 4],
    ['where(X >= 0, X, -X)', -5, 5],
    ['!X + ~0', 0, 0],
    ['1.5e2 + .5', 0, 150.5],
    ['exp(0 - X/10.0)', 10, Math.exp(-1)],
    ['arctan2(X, 1) + atan(1) - arcsin(0)', 1, Math.PI / 2],
    ['7 % 4', 0, 3],
    ['0x1F + X', 1, 32],
  ])('%s at %d', (text, x, expected) => {
    expect(parseFormula(text)?.(x)).toBeCloseTo(expected, 12)
  })

  it.each([
    '',
    '2 +',
    'X X',
    'alert(1)',
    'X;',
    'sin X',
    'pow(X)',
    '(X',
    'constructor',
    'X constructor X',
    '__proto__(X)',
    'Y + 1',
    '"X"',
  ])('is none: %s', (text) => expect(parseFormula(text)).toBeNull())

  it('ends on what is nested without end', () => {
    expect(parseFormula('('.repeat(5000))).toBeNull()
    expect(parseFormula('-'.repeat(9000) + 'X')).toBeNull()
    expect(parseFormula('X+'.repeat(100_000) + 'X')).toBeNull()
  })
})
