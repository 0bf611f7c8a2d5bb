import type { Job, RunStatus } from '#contract/jobs.ts'

const ended: ReadonlySet<RunStatus> = new Set(['FINISHED', 'ERROR', 'CANCELED', 'UNKNOWN'])
export const hasEnded = ({ runStatus }: Pick<Job, 'runStatus'>): boolean => ended.has(runStatus)

/** What stands for a job that a lookup does not find (any more). */
export const placeholderJob = (id: number): Job => ({
  id,
  _href: `/api/v1/jobQueue/${id}`,
  arguments: '',
  dateCreated: new Date(0).toISOString(),
  device: null,
  finished: null,
  jobType: 'UNKNOWN',
  lastError: null,
  lastProcess: null,
  priority: 0,
  processOwner: null,
  runStatus: 'UNKNOWN',
  runType: 'DISTILLER',
  started: null,
  version: 0,
  lookupId: null,
  outcome: null,
})

/** A job for each id, in their order: those that were not found are placeholders. */
export function jobOfEach(ids: readonly number[], found: readonly Job[]): Job[] {
  const byId = new Map(found.map((job) => [job.id, job]))
  return ids.toSorted((a, b) => a - b).map((id) => byId.get(id) ?? placeholderJob(id))
}
