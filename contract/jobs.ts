import { z } from 'zod'
import { id, idParams, idText, moment, repeated } from './fields.ts'
import { operation } from './operation.ts'

export const runStatus = z.enum(['NEW', 'LATER', 'STARTED', 'FINISHED', 'ERROR', 'CANCELED', 'UNKNOWN'])
export type RunStatus = z.infer<typeof runStatus>

/**
 * Kinds of jobs that exist so far, and what `lookupId` means: INGEST looks into a received file (file version), DECODE
 * decodes a recording again (file version), CATALOG_IMPORT reads a catalog (catalog version), EXPORT writes a recording in
 * another format (file version), DOWNLOAD checks that the files of a zip can be had (user download),
 * MAIL sends a notification as mail (notification), IPA_MANUAL and IPA_INGRESS run a script (result).
 */
export const jobType = z.enum(['INGEST', 'DECODE', 'CATALOG_IMPORT', 'EXPORT', 'DOWNLOAD', 'MAIL', 'UNKNOWN'])
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
