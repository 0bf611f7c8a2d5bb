import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'
import type { Follows } from './ask-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('queries are asked again when their topic is told of, at most once a second', async () => {
  const queries = new QueryClient()
  const asked = { jobs: 0, fleets: 0 }
  const watch = (name: 'jobs' | 'fleets', topics?: Follows['topics']) =>
    new QueryObserver(queries, {
      queryKey: [name],
      queryFn: () => ++asked[name],
      ...(topics ? { meta: { topics } } : {}),
    }).subscribe(() => undefined)
  const ends = [watch('jobs', ['job']), watch('fleets')]
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual({ jobs: 1, fleets: 1 })

  const hear = askAgain(queries)
  hear({ topic: 'job', ids: [1] })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual({ jobs: 2, fleets: 1 })
  for (let id = 2; id < 50; id++) hear({ topic: 'job', ids: [id] })
  await vi.advanceTimersByTimeAsync(999)
  expect(asked.jobs).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.jobs).toBe(3)

  hear({ topic: 'device', ids: null })
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toEqual({ jobs: 3, fleets: 1 })
  hear('anything')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual({ jobs: 4, fleets: 1 })
  for (const end of ends) end()
})

test('a query that says what it shows is asked again for that, for many, and for a gap', async () => {
  const queries = new QueryClient()
  let asked = 0
  const meta: Follows = { topics: ['upload'], concerns: (ids) => ids === null || ids.has(7) }
  const end = new QueryObserver(queries, { queryKey: ['rows'], queryFn: () => ++asked, meta }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  const hear = askAgain(queries)
  const after = async (...news: Parameters<typeof hear>[0][]) => {
    const before = asked
    news.forEach(hear)
    await vi.advanceTimersByTimeAsync(2000)
    return asked - before
  }
  expect(await after({ topic: 'upload', ids: [8] }, { topic: 'upload', ids: [9] })).toBe(0)
  expect(await after({ topic: 'job', ids: [7] })).toBe(0)
  expect(await after({ topic: 'upload', ids: [8] }, { topic: 'upload', ids: [7] }, { topic: 'upload', ids: [9] })).toBe(1)
  expect(await after({ topic: 'upload', ids: null }, { topic: 'upload', ids: [9] })).toBe(1)
  expect(await after('anything')).toBe(1)
  end()
})
