import { expect, test } from 'vitest'
import { job } from '#contract/jobs.ts'
import { hasEnded, jobOfEach, placeholderJob } from './job-of-each.ts'

test('a job that is not found is a placeholder: of unknown type and status, that has ended', () => {
  const known = { ...placeholderJob(7), jobType: 'EXPORT' as const, runStatus: 'STARTED' as const, priority: -3 }
  const [first, second] = jobOfEach([8, 7], [known])
  expect(first).toBe(known)
  expect(second).toMatchObject({ id: 8, jobType: 'UNKNOWN', runStatus: 'UNKNOWN', runType: 'DISTILLER', priority: 0 })
  expect(job.parse(second)).toEqual(second)
  expect([known, second].map((one) => one && hasEnded(one))).toEqual([false, true])
})
