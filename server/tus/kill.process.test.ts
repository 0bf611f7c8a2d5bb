import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killSweep } from './testing/kill-sweep.ts'

const kills = 70

test(`no acknowledged byte is lost by ${kills} times kill -9 in the middle of uploads`, { timeout: 180_000 }, async () => {
  const result = await killSweep(join(import.meta.dirname, 'testing/engine-program.ts'), kills)
  expect(result.problems).toEqual([])
  expect(result.kills).toBe(kills)
  // kills that hit no request would prove nothing
  expect(result.comparisons).toBeGreaterThan(kills / 2)
  expect(result.completed).toBeGreaterThan(0)
})

test('the sweep notices a server that acknowledges before it writes', { timeout: 180_000 }, async () => {
  const result = await killSweep(join(import.meta.dirname, 'testing/early-answer-program.ts'), kills)
  expect(result.problems).not.toEqual([])
})
