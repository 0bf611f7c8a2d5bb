import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeEvent, EventTopic } from '#contract/events.ts'

/** News within this time are answered by asking once, milliseconds: a fleet that comes home uploads hundreds of files. */
const atMostEveryMs = 1_000

/** What of the changed may be in the answer; ids as the topic has them, null: many, or nobody knows which. */
export type Concerns = (ids: ReadonlySet<number> | null) => boolean

/** The `meta` of a query that follows changes; without `concerns` every change of its topics asks again. */
export interface Follows {
  readonly topics: readonly EventTopic[]
  readonly concerns?: Concerns
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Partial<Follows>
  }
}

/** Asks queries with `meta.topics` again when one of their topics is told of; the first news at once. */
export function askAgain(queries: QueryClient, now: () => number = Date.now) {
  const waiting = new Map<EventTopic, Set<number> | null>()
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function ask() {
    timer = undefined
    last = now()
    const news = [...waiting]
    waiting.clear()
    const isConcerned = ({ meta }: Query) =>
      news.some(([topic, ids]) => meta?.topics?.includes(topic) && (meta.concerns?.(ids) ?? true))
    void queries.invalidateQueries({ predicate: isConcerned })
  }

  return (news: ChangeEvent | 'anything') => {
    if (news === 'anything') return void queries.invalidateQueries({ predicate: ({ meta }) => meta?.topics !== undefined })
    const { topic, ids } = news
    const known = waiting.get(topic)
    waiting.set(topic, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
    timer ??= setTimeout(ask, Math.max(0, last + atMostEveryMs - now()))
  }
}
