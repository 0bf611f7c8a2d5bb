import type { Job } from '#contract/jobs.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { JobRow } from './store.ts'
import { findJob, listJobRows } from './store.ts'

export function jobHandlers({ database }: Platform): HandlersOf<'listJobs' | 'getJob'> {
  return {
    async listJobs({ caller, query }) {
      return (await listJobRows(database, caller.organizationId, query)).map(presentJob)
    },

    async getJob({ caller, params }) {
      const row = await findJob(database, caller.organizationId, params.id)
      if (row === undefined) throw notFound()
      return presentJob(row)
    },
  }
}

/** A job as everybody sees it. */
export function presentJob(row: JobRow): Job {
  return {
    id: row.id,
    _href: `/api/v1/jobQueue/${row.id}`,
    arguments: row.arguments,
    dateCreated: row.date_created.toISOString(),
    device: row.device_id === null ? null : { id: row.device_id },
    finished: row.finished?.toISOString() ?? null,
    jobType: row.job_type,
    lastError: row.last_error,
    lastProcess: row.last_process,
    priority: row.priority,
    processOwner: row.process_owner,
    runStatus: row.run_status,
    runType: row.run_type,
    started: row.started?.toISOString() ?? null,
    version: row.version,
    lookupId: row.lookup_id,
    outcome: row.outcome,
  }
}
