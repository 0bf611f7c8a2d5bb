import { useQuery } from '@tanstack/react-query'
import { listJobs } from '#contract/jobs.ts'
import type { Job } from '#contract/jobs.ts'
import { call } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { hasEnded, jobOfEach } from './job-of-each.ts'

/** Jobs are looked at this often until they have ended, while the server cannot tell of changes, milliseconds. */
export const jobPollMs = 5000
/** Ids of one call: an address must stay short. */
const idsOfCall = 200

/** Jobs by their ids, followed until each has ended. */
export function useJobs(ids: readonly number[]) {
  return useQuery<Job[]>({
    queryKey: ['jobs', ids],
    enabled: ids.length > 0,
    meta: { topics: ['job'], concerns: (changed) => changed === null || ids.some((id) => changed.has(id)) },
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.every(hasEnded) ? false : pollUnlessLive(jobPollMs)),
    queryFn: async ({ signal }): Promise<Job[]> => {
      const parts = Array.from({ length: Math.ceil(ids.length / idsOfCall) }, (_, part) =>
        ids.slice(part * idsOfCall, (part + 1) * idsOfCall),
      )
      const jobs = await Promise.all(parts.map((part) => call(listJobs, { query: { ids: part, max: idsOfCall }, signal })))
      return jobOfEach(ids, jobs.flat())
    },
  })
}
