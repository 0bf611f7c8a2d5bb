import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkSpecCoverage } from './spec-coverage.ts'

const root = mkdtempSync(join(tmpdir(), 'loggerhead-coverage-'))
afterAll(() => rmSync(root, { recursive: true }))
mkdirSync(join(root, 'docs/reference'), { recursive: true })
writeFileSync(join(root, 'one.test.ts'), "test('it holds', () => {})")

function check(proof: string): string[] {
  writeFileSync(
    join(root, 'docs/reference/spec-coverage.md'),
    `| id | statement | proof |\n|---|---|---|\n| core-1.1 | Users log in. | ${proof} |\n`,
  )
  return checkSpecCoverage(root)
}

test('a row names an existing test, or says open', () => {
  expect(check('open')).toEqual([])
  expect(check('`one.test.ts` it holds')).toEqual([])
})

test('a row whose test does not exist is refused', () => {
  expect(check('`one.test.ts` it flies')).toEqual([expect.stringContaining('has no test "it flies"')])
  expect(check('`two.test.ts` it holds')).toEqual([expect.stringContaining('two.test.ts does not exist')])
  expect(check('surely')).toEqual([expect.stringContaining('neither open nor')])
})
