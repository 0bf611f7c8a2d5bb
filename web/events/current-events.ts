import type { QueryClient } from '@tanstack/react-query'
import { streamEvents } from '#contract/events.ts'
import type { EventTopic } from '#contract/events.ts'
import { addressOf } from '#web/api/call.ts'
import { accessToken } from '#web/api/client.ts'
import { askAgain } from './ask-again.ts'
import type { Concerns } from './ask-again.ts'
import { makeTabEvents } from './tab-events.ts'

/** The events of this tab. */
export const events = makeTabEvents({
  locks: navigator.locks,
  async open(signal) {
    const token = await accessToken()
    if (token === null) return null
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    return await fetch(addressOf(streamEvents), { headers, signal, cache: 'no-store' })
  },
})

/**
 * Spread into the options of a query whose answer changes by itself: it is asked again when the server tells of one of the
 * topics (and it `concerns` the answer), and polled at `pollMs` only while the server cannot tell.
 */
export const live = (topics: readonly EventTopic[], pollMs: number, concerns?: Concerns) => ({
  meta: { topics, ...(concerns ? { concerns } : {}) },
  refetchInterval: () => pollUnlessLive(pollMs),
})

/** The interval to poll at: none while the server tells of changes. */
export const pollUnlessLive = (pollMs: number): number | false => (events.isLive() ? false : pollMs)

/** Keeps the answers of `live` queries true. Call once. */
export function followChanges(queries: QueryClient): void {
  events.subscribe(askAgain(queries))
}
