import { expect, test } from 'vitest'
import { ProcessorShares, readList } from './processor-shares.ts'

test('each box at work gets processors of its own, and more boxes than processors share those with the fewest', () => {
  const shares = new ProcessorShares([0, 1])
  const [first, second, third] = [shares.take(1), shares.take(0.5), shares.take(1)]
  expect([first.processors, second.processors, third.processors]).toEqual([[0], [1], [0]])
  second.release()
  second.release()
  expect(shares.take(1).processors).toEqual([1])
  third.release()
  first.release()
  expect(shares.take(1).processors).toEqual([0])
})

test('boxes at work count for more than those that wait', () => {
  const shares = new ProcessorShares([0, 1])
  const [working, waiting, other] = [shares.take(1), shares.take(1), shares.take(1)]
  working.begin()
  working.begin()
  expect([waiting.processors, other.processors, shares.take(1).processors]).toEqual([[1], [0], [1]])
  expect([working, waiting, other].map((share) => share.company())).toEqual([0, 0, 1])
  other.begin()
  working.release()
  expect([working, waiting, other].map((share) => share.company())).toEqual([1, 0, 0])
})

test('a box that may keep all of them busy is kept to none', () => {
  const shares = new ProcessorShares([0, 1, 4, 5])
  expect(shares.take(4).processors).toBeNull()
  expect(shares.take(9).processors).toBeNull()
  expect([shares.take(2).processors, shares.take(2).processors, shares.take(3).processors]).toEqual([
    [0, 1],
    [4, 5],
    [0, 1, 4],
  ])
  expect(new ProcessorShares([]).take(1).processors).toBeNull()
})

test('reads lists of processors as the kernel writes them', () => {
  expect([readList('0-2,5\n'), readList('3'), readList('\n')]).toEqual([[0, 1, 2, 5], [3], []])
})
