import { expect, test } from 'vitest'
import { knownError } from '#web/api/errors.ts'
import { atOnce, forEachId } from './each.ts'

const signal = new AbortController().signal

test('a few run at the same time, never more', async () => {
  let [running, most] = [0, 0]
  const ended: number[] = []
  const ids = Array.from({ length: 40 }, (_, i) => i + 1)
  const outcome = await forEachId(
    ids,
    async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      await Promise.resolve()
      running--
    },
    { signal, onProgress: (count) => ended.push(count) },
  )
  expect(most).toBe(atOnce)
  expect(outcome.done.toSorted((a, b) => a - b)).toEqual(ids)
  expect(ended).toEqual(ids)
})

test('one that fails does not stop the others', async () => {
  const refuse = async (id: number) => {
    if (id % 2 === 0) throw knownError('forbidden')
  }
  const { done, failed } = await forEachId([1, 2, 3, 4], refuse, { signal })
  expect(done).toEqual([1, 3])
  expect([...failed].map(([id, { message }]) => [id, message])).toEqual([
    [2, 'Forbidden'],
    [4, 'Forbidden'],
  ])
})

test('nothing more begins once it is told to stop', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const ids = Array.from({ length: 100 }, (_, i) => i + 1)
  const { done } = await forEachId(
    ids,
    async (id) => {
      begun.push(id)
      if (id === 3) stop.abort()
    },
    { signal: stop.signal },
  )
  expect(begun.length).toBeLessThanOrEqual(atOnce)
  expect(done).toContain(1)
})
