import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem } from '#server/http/problem.ts'
import type { Authenticate } from '#server/http/register.ts'
import type { Platform } from '#server/platform.ts'
import { audibleTo } from './audible.ts'
import type { Listener } from './event-stream.ts'
import type { EventStreams } from './event-streams.ts'

/** @param authenticate asked again while a stream is open, so that logout ends it */
export function eventHandlers(
  { database }: Platform,
  streams: EventStreams,
  authenticate: Authenticate,
): HandlersOf<'streamEvents'> {
  return {
    async streamEvents({ caller, query, request, reply }) {
      const { organizationId, userId } = caller
      const { authorization } = request.headers
      const audible: Listener['audible'] = (topic, ids) => audibleTo(database, caller, topic, ids)
      const listener = { organizationId, userId, topics: new Set(query.topic), audible }
      const stream = streams.open(listener, () => isSignedIn(authenticate, authorization))
      request.raw.once('close', () => stream.end())
      reply.headers({
        'content-type': 'text/event-stream',
        // A connection kept for later would keep the server from stopping.
        connection: 'close',
        // Proxies that gather answers would keep events back.
        'x-accel-buffering': 'no',
      })
      await reply.send(stream.bytes)
    },
  }
}

async function isSignedIn(authenticate: Authenticate, authorization: string | undefined): Promise<boolean> {
  try {
    return (await authenticate(authorization)).kind === 'user'
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return false
    throw error
  }
}
