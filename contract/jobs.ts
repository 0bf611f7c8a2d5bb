import { z } from 'zod'
import { id, idParams, idText, moment, repeated, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

export const runStatus = z.enum(['NEW', 'LATER', 'STARTED', 'FINISHED', 'ERROR', 'CANCELED', 'UNKNOWN'])
export type RunStatus = z.infer<typeof runStatus>

/**
 * Kinds of jobs that exist so far, and what `lookupId` means: INGEST looks into a received file (file version), DECODE
 * decodes a recording again (file version), CATALOG_IMPORT reads a catalog (catalog version), EXPORT writes a recording in
 * another format (file version), DOWNLOAD checks that the files of a zip can be had (user download),
 * MAIL sends a notification as mail (notification), IPA_MANUAL and IPA_INGRESS run a script (result).
 */
export const jobType = z.enum([
  'INGEST',
  'DECODE',
  'CATALOG_IMPORT',
  'EXPORT',
  'DOWNLOAD',
  'MAIL',
  'IPA_MANUAL',
  'IPA_INGRESS',
  'UNKNOWN',
])
export type JobType = z.infer<typeof jobType>

export const job = z.object({
  id,
  _href: z.string(),
  arguments: z.string(),
  dateCreated: moment,
  device: z.object({ id }).nullable(),
  finished: moment.nullable(),
  jobType,
  lastError: z.string().nullable(),
  lastProcess: z.string().nullable(),
  priority: z.int(),
  processOwner: z.string().nullable(),
  runStatus,
  runType: z.enum(['SERVER', 'DISTILLER']),
  started: moment.nullable(),
  /** Rises with every claim; an answer of an older claim is refused. */
  version: z.int(),
  lookupId: z.int().nullable(),
  /** What a finished job did, in one sentence; null where there is nothing to say. */
  outcome: z.string().nullable(),
})
export type Job = z.infer<typeof job>

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/api/v1/jobQueue',
  access: 'session',
  summary: 'Jobs of the organization, newest first; with `ids` only those.',
  query: z.object({ ids: repeated(idText), max: z.coerce.number().pipe(z.int().min(1).max(500)).default(100) }),
  answer: z.array(job),
})

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: '/api/v1/jobQueue/{id}',
  access: 'session',
  summary: 'One job.',
  params: idParams,
  answer: job,
})

export const createJob = operation({
  id: 'createJob',
  method: 'POST',
  path: '/api/v1/jobQueue',
  access: 'session',
  summary:
    'Queues a job: IPA_MANUAL runs a manual analyzer of the caller, whose id is in `arguments`; of several scripts the first job is told.',
  body: z.object({
    arguments: z.coerce.string().pipe(requiredLine(1000)),
    jobType: z.string().max(64),
    /** Follows from the kind. */
    runType: z.string().max(64).optional(),
    /** Of jobs for a logger. */
    device: z.unknown().optional(),
  }),
  answer: job,
  status: 201,
})

export const cancelJob = operation({
  id: 'cancelJob',
  method: 'POST',
  path: '/api/v1/jobQueue/{id}/cancel',
  access: 'session',
  summary: "Cancels a job that waits or is at work: a run's owner, and administrators. One that has ended stays as it is.",
  params: idParams,
  answer: job,
})

export const deleteJob = operation({
  id: 'deleteJob',
  method: 'DELETE',
  path: '/api/v1/jobQueue/{id}',
  access: 'session',
  summary: "Withdraws a job that waits, or deletes one that has ended: a run's owner, and administrators. Results stay.",
  params: idParams,
})
