import { z } from 'zod'
import { byteCount, moment } from './fields.ts'
import { operation } from './operation.ts'

export const health = operation({
  id: 'health',
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Whether the server and its database answer.',
  answer: z.object({ status: z.literal('ok'), version: z.string() }),
})

export const test = operation({
  id: 'test',
  method: 'GET',
  path: '/test',
  access: 'public',
  summary: 'A status, for clients that look here.',
  answer: z.object({ status: z.literal('ok') }),
})

export const metrics = operation({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Figures for a monitoring system, in the Prometheus text form; from this machine only unless a token is set.',
  kind: 'stream',
})

export const openapi = operation({
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'This interface as an OpenAPI document.',
  kind: 'stream',
})

export const serverInfo = operation({
  id: 'serverInfo',
  method: 'GET',
  path: '/api/v1/serverLogs/serverInfo',
  access: 'session',
  summary: 'Version, processors, memory and network of the server; network addresses for operators only.',
  answer: z.object({
    version: z.string(),
    cpuinfo: z.object({ modelName: z.string(), processors: z.int() }),
    /** Bytes. */
    meminfo: z.object({ memTotal: z.number(), memFree: z.number(), memAvail: z.number() }),
    network: z.array(z.object({ name: z.string(), mac: z.string() })),
    extensions: z.array(z.object({ what: z.string(), val: z.string() })),
    settings: z.array(z.object({ what: z.string(), val: z.string() })),
  }),
})

export const serverSetting = z.object({ what: z.string(), val: z.string() })
export type ServerSetting = z.infer<typeof serverSetting>

export const listServerSettings = operation({
  id: 'listServerSettings',
  method: 'GET',
  path: '/api/v1/serverSettings',
  access: 'session',
  summary:
    'Settings that pages need, the key of the map service among them; with `category=extension` the extensions of the menu.',
  query: z.object({ category: z.enum(['general', 'extension']).optional() }),
  answer: z.array(serverSetting),
})

export const serverOverview = operation({
  id: 'serverOverview',
  method: 'GET',
  path: '/api/v1/serverInformation/overview',
  access: 'admin',
  summary: "How much the caller's organization has, and what its jobs are at.",
  answer: z.object({
    version: z.string(),
    startedDate: moment,
    users: z.int(),
    fleets: z.int(),
    vehicles: z.int(),
    devices: z.int(),
    /** Uploads that can be found. */
    uploads: z.int(),
    usedBytes: byteCount,
    /** Null: no limit. */
    quotaBytes: byteCount.nullable(),
    jobs: z.object({
      waiting: z.int(),
      running: z.int(),
      /** Among the last 1,000. */
      failed: z.int(),
    }),
  }),
})

export const getDemo = operation({
  id: 'getDemo',
  method: 'GET',
  path: '/api/v1/demo',
  access: 'session',
  summary: 'Whether the demo fleet is here or on its way.',
  answer: z.object({ state: z.enum(['absent', 'arriving', 'present', 'removing']), uploads: z.int() }),
})

export const removeDemo = operation({
  id: 'removeDemo',
  method: 'DELETE',
  path: '/api/v1/demo',
  access: 'operator',
  summary: 'Removes the demo fleet with all its vehicles, devices, uploads and files.',
})
