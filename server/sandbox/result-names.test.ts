import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResultNames, safeName } from './result-names.ts'

test.each([
  ['report.html', 'report.html'],
  ['a/b/c.txt', 'a/b/c.txt'],
  ['../../etc/passwd', '_/_/etc/passwd'],
  ['/etc/passwd', 'etc/passwd'],
  ['C:\\temp\\x', 'C__temp_x'],
  ['nul', '_nul'],
  ['Aux.csv', '_Aux.csv'],
  ['a\u0000b\u001b[31m\n', 'a_b_[31m_'],
  ['x\u202egpj.exe', 'x_gpj.exe'],
  ['', '_'],
  ['...', '_'],
  ['. .', '_'],
  ['e\u0301.txt', '\u00e9.txt'],
])('%j becomes %j', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

test('any name becomes one that every system can have, and no two are equal without regard to case', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 20 }), (given) => {
      const names = new ResultNames()
      const taken = given.map((name) => names.take(name))
      for (const name of taken) {
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(410)
        for (const part of name.split('/')) {
          expect(part).not.toMatch(/^\.{0,2}$/)
          expect(part).not.toMatch(/[<>:"\\|?*]/)
          expect([...part].every((letter) => letter >= ' ')).toBe(true)
        }
      }
      expect(new Set(taken.map((name) => name.normalize('NFKC').toLowerCase())).size).toBe(given.length)
    }),
    { numRuns: 300 },
  )
})

test('a long name keeps its ending, and an equal one gets a number before it', () => {
  const names = new ResultNames()
  const long = `${'x'.repeat(300)}.html`
  expect(names.take(long)).toMatch(/^x{115}\.html$/)
  expect(names.take(long)).toMatch(/^x{115} \(2\)\.html$/)
})
