import { z } from 'zod'
import { byteCount, id, idParams, line, moment } from './fields.ts'
import { datasetType } from './datasets.ts'
import { ipaDescription, ipaUser, named, page, pageHeaders } from './ipa-fields.ts'
import { operation } from './operation.ts'

/** manual: on demand over static datasets. ingress: on every new upload that a dynamic dataset matches. */
export const analyzerType = z.enum(['manual', 'ingress'])
export type AnalyzerType = z.infer<typeof analyzerType>

export const lastStatus = z.enum(['new', 'running', 'complete', 'failed'])

export const analyzer = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: analyzerType,
  /** The first one; null when it is missing. */
  script: named.nullable(),
  scripts: z.array(named),
  /** Those that are not missing. */
  configs: z.array(named),
  /** Those that are not missing and that the caller may see. */
  datasets: z.array(named.extend({ type: datasetType })),
  /** What was chosen and is gone. */
  missing: z.array(z.enum(['script', 'config', 'dataset'])),
  script_exec_user: id.nullable(),
  /** Users with whom each result is shared. */
  share_users: z.array(ipaUser),
  /** An analysis environment by name; null: the usual one. */
  environment: z.string().nullable(),
  /** Of an ingress analyzer. */
  active: z.boolean(),
  user: ipaUser.nullable(),
  /** Null: it has never run. */
  last_status: lastStatus.nullable(),
  last_run: moment.nullable(),
  results: z.int(),
  created_at: moment,
  updated_at: moment,
  /** What the caller may do now; `reason` says why not. */
  may_edit: z.boolean(),
  may_run: z.boolean(),
  may_delete: z.boolean(),
  /** `active` alone may be changed while it runs, too. */
  may_switch: z.boolean(),
  reason: z.string().nullable(),
})
export type Analyzer = z.infer<typeof analyzer>

/** One id or several; never none. */
const ids = z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(id).min(1, 'Required field').max(100))

const fields = {
  name: line(30).min(1, 'Required field'),
  description: ipaDescription.default(''),
  type: analyzerType,
  script_id: ids,
  configs: ids,
  datasets: ids,
  script_exec_user: id.nullish(),
  share_users: z.array(id).max(100).default([]),
  environment: line(64).nullish(),
  active: z.boolean().default(false),
  /** Classic clients send it; nothing follows from it. */
  frequency: z.object({ interval: z.string(), start_schedule: z.string() }).partial().optional(),
}

export const listAnalyzers = operation({
  id: 'listAnalyzers',
  method: 'GET',
  path: '/ipa/analyzer',
  access: 'ipa',
  summary: 'The analyzers of the organization, newest first.',
  query: z.object({ type: analyzerType.optional() }),
  answer: z.array(analyzer),
})

export const createAnalyzer = operation({
  id: 'createAnalyzer',
  method: 'POST',
  path: '/ipa/analyzer',
  access: 'ipa',
  summary: 'Makes an analyzer of accepted scripts; ingress ones by administrators.',
  body: z.object(fields),
  answer: analyzer,
  status: 201,
})

export const getAnalyzer = operation({
  id: 'getAnalyzer',
  method: 'GET',
  path: '/ipa/analyzer/{id}',
  access: 'ipa',
  summary: 'One analyzer.',
  params: idParams,
  answer: analyzer,
})

export const updateAnalyzer = operation({
  id: 'updateAnalyzer',
  method: 'PUT',
  path: '/ipa/analyzer/{id}',
  access: 'ipa',
  summary:
    'Changes an analyzer that is not running: its owner and administrators. What is left out stays. `active` alone may be changed at any time.',
  params: idParams,
  // defaults would count as given
  body: z
    .object({
      ...fields,
      description: ipaDescription,
      share_users: z.array(id).max(100),
      active: z.boolean(),
    })
    .partial(),
  answer: analyzer,
})

export const deleteAnalyzer = operation({
  id: 'deleteAnalyzer',
  method: 'DELETE',
  path: '/ipa/analyzer/{id}',
  access: 'ipa',
  summary: 'Deletes an analyzer that is not running; its results stay.',
  params: idParams,
})

export const deleteAnalyzerResults = operation({
  id: 'deleteAnalyzerResults',
  method: 'DELETE',
  path: '/ipa/analyzer/{id}/results',
  access: 'ipa',
  summary: 'Deletes all results of an analyzer that is not running.',
  params: idParams,
})

/** done: a run of what the analyzer is now. stale: of an older script, configuration or environment. */
export const coverageState = z.enum(['done', 'running', 'failed', 'stale', 'missing'])
export type CoverageState = z.infer<typeof coverageState>

const coverageCount = z.object({ state: coverageState, files: z.int(), bytes: byteCount })

export const getAnalyzerCoverage = operation({
  id: 'getAnalyzerCoverage',
  method: 'GET',
  path: '/ipa/analyzer/{id}/coverage',
  access: 'ipa',
  summary: 'Which files of the archive that an ingress analyzer matches were analysed, newest first, and how many of each state.',
  params: idParams,
  query: z.object({ state: coverageState.optional(), ...page(100) }),
  answer: z.object({
    counts: z.array(coverageCount),
    files: z.array(
      z.object({
        /** Of the file version. */
        id,
        filename: z.string(),
        size: byteCount,
        upload_id: id,
        vehicle: z.string(),
        received_at: moment,
        state: coverageState,
        result_id: id.nullable(),
      }),
    ),
  }),
  headers: pageHeaders,
})

/** Files whose runs one backfill queues; ask again for the rest. */
export const mostBackfillRuns = 500

export const backfillAnalyzer = operation({
  id: 'backfillAnalyzer',
  method: 'POST',
  path: '/ipa/analyzer/{id}/backfill',
  access: 'admin',
  summary:
    'Runs an ingress analyzer over files that are in the archive already, oldest first, at most 500 files at a time; with `dry_run` only says how many there are.',
  params: idParams,
  body: z.object({
    states: z.array(z.enum(['missing', 'stale', 'failed'])).min(1),
    /** Only what was recorded at least in part between them; ends included. */
    startDate: moment.nullish(),
    endDate: moment.nullish(),
    dry_run: z.boolean().default(false),
  }),
  /** `files` and `bytes`: of what was asked for; `queued`: files whose runs were made now. */
  answer: z.object({ files: z.int(), bytes: byteCount, queued: z.int() }),
})
