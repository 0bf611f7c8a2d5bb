import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('queries are asked again when their topic is told of, at most once a second', async () => {
  const queries = new QueryClient()
  const asked = { jobs: 0, fleets: 0 }
  const watch = (name: 'jobs' | 'fleets', topics?: string[]) =>
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
