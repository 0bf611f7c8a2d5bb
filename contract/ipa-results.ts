import { z } from 'zod'
import { analyzerType } from './analyzers.ts'
import { byteCount, id, idParams, idText, moment } from './fields.ts'
import { ipaUser, named, page, pageHeaders } from './ipa-fields.ts'
import { runStatus } from './jobs.ts'
import { operation } from './operation.ts'

/** trial: a reviewer tried a script on a sample. */
export const resultType = z.enum([...analyzerType.options, 'trial'])
export type ResultType = z.infer<typeof resultType>

export const resultFile = z.object({
  id,
  filename: z.string(),
  size: byteCount,
  /** Lower case, without the dot. */
  extension: z.string(),
  sha256: z.string(),
})
export type ResultFile = z.infer<typeof resultFile>

/** One figure that a script told, to be drawn over time. */
export const metric = z.object({
  name: z.string().max(100),
  value: z.number(),
  unit: z.string().max(32).default(''),
  /** Good up to here, where the script says so. */
  limit: z.number().nullish(),
})
export type Metric = z.infer<typeof metric>

/** What ran, so that it can be told apart and repeated. */
export const provenance = z.object({
  script_version: z.int(),
  script_sha256: z.string(),
  configurations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  environment: z.string(),
  environment_hash: z.string().nullable(),
  /** Of the ids and hashes of all data files, in their order. */
  inputs_sha256: z.string(),
})

/** A run and what came of it. */
export const result = z.object({
  id,
  /** Null when the analyzer is gone, and of trials. */
  analyzer: named.nullable(),
  type: resultType,
  /** Of the result itself; the job queue's state is `run_status`. */
  status: z.enum(['new', 'running', 'complete', 'failed', 'canceled']),
  /** Null when it has left the queue. */
  job_id: id.nullable(),
  run_status: runStatus,
  script: named.nullable(),
  configs: z.array(named),
  /** Those that the caller sees; of a list the first 200. */
  files: z.array(resultFile),
  /** How many the caller sees. */
  file_count: z.int(),
  user: ipaUser.nullable(),
  exec_user: ipaUser.nullable(),
  /** The caller's own; otherwise it was shared with the caller, or the caller is an administrator. */
  own: z.boolean(),
  shared_with: z.array(ipaUser),
  inputs: z.object({ files: z.int(), bytes: byteCount }),
  /** Of the upload that an ingress run analysed. */
  upload: z.object({ id, displayName: z.string(), vehicle: z.string() }).nullable(),
  /** 0 to 100, where the script tells. */
  progress: z.number().nullable(),
  /** Why it ended, or why it waits, in one sentence. */
  reason: z.string().nullable(),
  exit_code: z.int().nullable(),
  peak_memory: byteCount.nullable(),
  /** Milliseconds. */
  duration: z.int().nullable(),
  verdict: z.object({ verdict: z.enum(['pass', 'fail', 'none']), text: z.string() }).nullable(),
  metrics: z.array(metric),
  provenance,
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
  updated_at: moment,
  may_cancel: z.boolean(),
  may_delete: z.boolean(),
  may_share: z.boolean(),
})
export type Result = z.infer<typeof result>

/** Files of one answer at most; the others are counted. */
export const mostListedFiles = 200

export const listResults = operation({
  id: 'listResults',
  method: 'GET',
  path: '/ipa/result',
  access: 'ipa',
  summary: 'Results, newest first: the own ones and those shared with the caller.',
  query: z.object({
    analyzer_type: resultType.optional(),
    /** Made within; ends included. */
    start: moment.optional(),
    end: moment.optional(),
    /** Only those that have files. */
    hasResults: z.enum(['true', 'false']).optional(),
    /** Only those made or changed since, for polling. */
    since_created_at: moment.optional(),
    /** `all` (own and shared) unless told; administrators may ask for everybody's. */
    owner: z.enum(['all', 'own', 'shared', 'everybody']).default('all'),
    analyzer_id: idText.optional(),
    ...page(500),
  }),
  answer: z.array(result),
  headers: pageHeaders,
})

export const getResult = operation({
  id: 'getResult',
  method: 'GET',
  path: '/ipa/result/{id}',
  access: 'ipa',
  summary: 'One result with all its files.',
  params: idParams,
  answer: result,
})

export const deleteResult = operation({
  id: 'deleteResult',
  method: 'DELETE',
  path: '/ipa/result/{id}',
  access: 'ipa',
  summary: 'Deletes a result that has ended, with its files: its owner and administrators.',
  params: idParams,
})

/** The largest file that comes in a JSON answer, bytes; larger ones by a download token. */
export const largestInlineFile = 16 * 1024 * 1024

export const getResultFile = operation({
  id: 'getResultFile',
  method: 'GET',
  path: '/ipa/result/file/{id}',
  access: 'ipa',
  summary: 'A file of a result; up to 16 MiB, larger ones by a download token of the type resultFile.',
  params: idParams,
  answer: resultFile.extend({ result_id: id, file: z.base64() }),
})

export const deleteResultFile = operation({
  id: 'deleteResultFile',
  method: 'DELETE',
  path: '/ipa/result/file/{id}',
  access: 'ipa',
  summary: "Deletes a file of a result: the result's owner and administrators.",
  params: idParams,
})

export const logLine = z.object({
  /** From 1. */
  number: z.int().positive(),
  at: moment,
  stream: z.enum(['out', 'err']),
  text: z.string(),
})
export type LogLine = z.infer<typeof logLine>

export const getResultLog = operation({
  id: 'getResultLog',
  method: 'GET',
  path: '/ipa/result/{id}/log',
  access: 'ipa',
  summary: 'What a run has printed after a line, at most 1,000 lines; the event stream tells when there are more.',
  params: idParams,
  query: z.object({ after: z.coerce.number().pipe(z.int().nonnegative()).default(0) }),
  answer: z.object({
    lines: z.array(logLine),
    /** Lines that were cut because the log was full. */
    cut: z.int(),
    progress: z.number().nullable(),
    ended: z.boolean(),
  }),
})

export const listResultInputs = operation({
  id: 'listResultInputs',
  method: 'GET',
  path: '/ipa/result/{id}/inputs',
  access: 'ipa',
  summary: 'The files that a run read; those that were recycled since are left out.',
  params: idParams,
  query: z.object(page(200)),
  answer: z.array(
    z.object({ id, filename: z.string(), size: byteCount, upload_id: id, vehicle: z.string(), sha256: z.string() }),
  ),
  headers: pageHeaders,
})

export const shareResults = operation({
  id: 'shareResults',
  method: 'POST',
  path: '/ipa/result/share',
  access: 'ipa',
  summary: "Shares files of the caller's results (all files of `results`) with users of the organization, or ends that.",
  body: z.object({
    results: z.array(id).max(500).default([]),
    files: z.array(id).max(2000).default([]),
    users: z.array(id).min(1, 'Must select at least one option').max(100),
    shared: z.boolean().default(true),
  }),
})

/** Files of several results as one zip. */
export const requestResultFiles = operation({
  id: 'requestResultFiles',
  method: 'POST',
  path: '/ipa/result/download',
  access: 'ipa',
  summary: 'A token for one download of several files as a zip.',
  body: z.object({ results: z.array(id).max(500).default([]), files: z.array(id).max(5000).default([]) }),
  answer: z.object({ token: z.string(), files: z.int(), bytes: byteCount }),
})

export const cancelResult = operation({
  id: 'cancelResult',
  method: 'POST',
  path: '/ipa/result/{id}/cancel',
  access: 'ipa',
  summary: 'Cancels a run that waits or is at work: its owner and administrators.',
  params: idParams,
  answer: result,
})

export const repeatResult = operation({
  id: 'repeatResult',
  method: 'POST',
  path: '/ipa/result/{id}/repeat',
  access: 'ipa',
  summary: 'Runs again with the same inputs, and the accepted version of the script.',
  params: idParams,
  answer: result,
  status: 201,
})

export const tryIpaScript = operation({
  id: 'tryIpaScript',
  method: 'POST',
  path: '/ipa/script/{id}/trial',
  access: 'admin',
  summary: 'Runs the newest version of a script, accepted or not, on a sample, before it is reviewed.',
  params: idParams,
  body: z.object({ upload_file_version_id: z.array(id).min(1).max(20), config_id: id.nullish() }),
  answer: result,
  status: 201,
})

export const getAnalyzerMetrics = operation({
  id: 'getAnalyzerMetrics',
  method: 'GET',
  path: '/ipa/analyzer/{id}/metrics',
  access: 'ipa',
  summary: "Figures that an analyzer's runs told, of the results that the caller sees, oldest first; at most 1,000 runs.",
  params: idParams,
  answer: z.array(
    z.object({ result_id: id, at: moment, verdict: z.enum(['pass', 'fail', 'none']).nullable(), metrics: z.array(metric) }),
  ),
})
