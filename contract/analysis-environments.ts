import { z } from 'zod'
import { byteCount, line, moment } from './fields.ts'
import { operation } from './operation.ts'

/** Comes with the product, and is the one that analyzers use unless told. */
export const defaultEnvironment = 'default'

/** The Python that scripts run in. */
export const analysisEnvironment = z.object({
  name: z.string(),
  /** The one that analyzers use unless told. */
  usual: z.boolean(),
  state: z.enum(['waiting', 'building', 'ready', 'failed']),
  /** 0 to 100 while it is built. */
  progress: z.number().nullable(),
  step: z.string(),
  /** What is wrong and what to do. */
  problem: z.string().nullable(),
  hash: z.string().nullable(),
  python: z.string().nullable(),
  packages: z.array(z.object({ name: z.string(), version: z.string() })),
  size: byteCount.nullable(),
  created_at: moment.nullable(),
})
export type AnalysisEnvironment = z.infer<typeof analysisEnvironment>

/** A check of the sandbox by itself, at the start. */
export const sandboxProbe = z.object({ name: z.string(), held: z.boolean(), found: z.string() })

export const analysisStatus = z.object({
  /** Whether runs are done now. */
  enabled: z.boolean(),
  /** Why not, and what to do. */
  reason: z.string().nullable(),
  sandbox: z.enum(['bubblewrap', 'docker', 'scripted']).nullable(),
  probes: z.array(sandboxProbe),
  environments: z.array(analysisEnvironment),
  /** Runs that wait and that are at work, of the organization. */
  waiting: z.int(),
  running: z.int(),
  /** What one run may use. */
  limits: z.object({
    seconds: z.number(),
    memory: byteCount,
    processors: z.number(),
    processes: z.int(),
    /** Bytes and number of the files of one result. */
    output: byteCount,
    output_files: z.int(),
  }),
  /** Who may upload scripts. */
  script_upload: z.enum(['everyone', 'admins']),
})
export type AnalysisStatus = z.infer<typeof analysisStatus>

export const getAnalysisStatus = operation({
  id: 'getAnalysisStatus',
  method: 'GET',
  path: '/ipa/status',
  access: 'ipa',
  summary: 'Whether analyses run here, in which sandbox and in which environments.',
  answer: analysisStatus,
})

export const createAnalysisEnvironment = operation({
  id: 'createAnalysisEnvironment',
  method: 'POST',
  path: '/ipa/environment',
  access: 'operator',
  summary:
    'Builds another environment in the background: numpy, pandas and what a requirements file names. The usual one stays as it is.',
  body: z.object({
    name: line(30).regex(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/, '3 to 30 lower-case letters, digits and hyphens'),
    requirements: z
      .string()
      .min(1, 'Required field')
      .max(64 * 1024),
  }),
  answer: analysisEnvironment,
  status: 202,
})

export const deleteAnalysisEnvironment = operation({
  id: 'deleteAnalysisEnvironment',
  method: 'DELETE',
  path: '/ipa/environment/{name}',
  access: 'operator',
  summary: 'Deletes an environment that no analyzer uses; never the usual one.',
  params: z.object({ name: z.string().max(32) }),
})
