import { expect, it } from 'vitest'
import { KeptLoops } from './kept-loops.ts'

it('keeps the loops used last, as many as have room', () => {
  const kept = new KeptLoops<number>(8)
  let made = 0
  const get = (text: string): number => kept.get(text, () => ++made)
  expect([get('aaaa'), get('bbbb'), get('aaaa')]).toEqual([1, 2, 1])
  expect([get('cccc'), get('aaaa'), get('bbbb')]).toEqual([3, 1, 4])
  expect([get('much longer than that'), get('much longer than that')]).toEqual([5, 5])
  expect(get('aaaa')).toBe(6)
})
