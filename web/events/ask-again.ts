import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

/** News within this time are answered by asking once, milliseconds: a fleet that comes home uploads hundreds of files. */
const atMostEveryMs = 1_000

/** Asks queries with `meta.topics` again when one of their topics is told of; the first news at once. */
export function askAgain(queries: QueryClient, now: () => number = Date.now) {
  const waiting = new Set<unknown>()
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function ask() {
    timer = undefined
    last = now()
    const topics = new Set(waiting)
    waiting.clear()
    void queries.invalidateQueries({ predicate: (query) => topicsOf(query).some((topic) => topics.has(topic)) })
  }

  return (news: ChangeEvent | 'anything') => {
    if (news === 'anything') return void queries.invalidateQueries({ predicate: (query) => topicsOf(query).length > 0 })
    waiting.add(news.topic)
    timer ??= setTimeout(ask, Math.max(0, last + atMostEveryMs - now()))
  }
}

function topicsOf({ meta }: Query): readonly unknown[] {
  const topics = meta?.['topics']
  return Array.isArray(topics) ? topics : []
}
