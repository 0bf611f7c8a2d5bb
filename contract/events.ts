import { z } from 'zod'
import { id, repeated } from './fields.ts'
import { operation } from './operation.ts'

/**
 * What pages show that changes by itself, and what the ids are. `upload`: files came, were recycled or restored (uploads);
 * `recording`: what is known of a recording (file versions); `job`: a job's state (jobs); `device`: a logger was heard from
 * (devices); `fleet`: fleets, their vehicles, and who carries which logger (fleets); `download`: a zip of the caller's (user
 * downloads); `notification`: of the caller's; `script`, `dataset`, `analyzer`: analyses' parts; `run`: a run's state, progress or
 * log (results).
 */
export const eventTopic = z.enum([
  'upload',
  'recording',
  'job',
  'device',
  'fleet',
  'download',
  'notification',
  'script',
  'dataset',
  'analyzer',
  'run',
])
export type EventTopic = z.infer<typeof eventTopic>

/** Something changed: ask for it again. It never says what, so that nothing is told that a call would not tell. */
export const changeEvent = z.object({
  topic: eventTopic,
  /** Null: many, or nobody knows which. */
  ids: z.array(id).nullable(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

/** Streams that one user may hold at the same time. */
export const mostStreams = 20

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/v1/events',
  access: 'session',
  summary: 'Server-sent events: `ready`, then `change` with a topic and ids whenever something of the caller changes.',
  query: z.object({ topic: repeated(eventTopic) }),
  kind: 'stream',
})
