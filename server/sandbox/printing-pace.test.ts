import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PrintingPace } from './printing-pace.ts'

const mebibyte = 1024 * 1024

/** How long it took, in ms, to take so many MiB. */
async function take(pace: PrintingPace, bytes: Buffer, mebibytes: number): Promise<number> {
  const begin = performance.now()
  for (let left = mebibytes * mebibyte; left > 0; left -= bytes.length) await pace.take(bytes)
  return performance.now() - begin
}

test('what a box may print at once is read at once, and more is read slowly', async () => {
  const begin = performance.now()
  const pace = new PrintingPace()
  const bytes = Buffer.alloc(65_536, 'x')
  // before anything else has its turn
  expect(await Promise.race([take(pace, bytes, 30), setImmediate('later')])).not.toBe('later')
  await take(pace, bytes, 4)
  // from the beginning on: what may be printed grows meanwhile
  expect(performance.now() - begin).toBeGreaterThan(500)
})

test('short lines are more work than their bytes', async () => {
  const pace = new PrintingPace()
  expect(await take(pace, Buffer.alloc(10_000, 'x\n'), 0.35)).toBeGreaterThan(500)
})

test('a box that ends is waited for no more', async () => {
  const pace = new PrintingPace()
  const waiting = pace.take(Buffer.alloc(64 * mebibyte))
  pace.hurry()
  await waiting
  await pace.take(Buffer.alloc(64 * mebibyte))
})
