import { idText } from '#contract/fields.ts'
import type { ReadDate } from '#web/features/groups/date-text.ts'

/** What the address of the results page holds. */
export interface ResultSearch {
  readonly type: 'manual' | 'ingress' | 'trial'
  readonly owner: 'all' | 'own' | 'shared' | 'everybody'
  /** Moments, ISO 8601. */
  readonly start: string | null
  readonly end: string | null
  readonly hasResults: boolean
  /** Of one analyzer, where a page led here from it. */
  readonly analyzer: number | null
  /** The result whose details are open. */
  readonly result: number | null
}

const types = ['manual', 'ingress', 'trial'] as const
const owners = ['all', 'own', 'shared', 'everybody'] as const
const momentOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null
const idOf = (value: unknown): number | null => idText.safeParse(value).data ?? null

/** Reads an address; what it cannot mean is left out. */
export function searchOfQuery(query: Readonly<Record<string, unknown>>): ResultSearch {
  return {
    type: types.find((type) => type === query.type) ?? 'manual',
    owner: owners.find((owner) => owner === query.owner) ?? 'all',
    start: momentOf(query.start),
    end: momentOf(query.end),
    hasResults: query.hasResults === 'true',
    analyzer: idOf(query.analyzer),
    result: idOf(query.result),
  }
}

/** The address of a search; what is usual is left out. */
export function queryOfSearch({ type, owner, start, end, hasResults, analyzer, result }: ResultSearch) {
  return {
    type: type === 'manual' ? undefined : type,
    owner: owner === 'all' ? undefined : owner,
    start: start ?? undefined,
    end: end ?? undefined,
    hasResults: hasResults ? 'true' : undefined,
    analyzer: analyzer === null ? undefined : String(analyzer),
    result: result === null ? undefined : String(result),
  }
}

export interface SearchProblems {
  readonly start: string | null
  readonly end: string | null
}

/** What is wrong with typed dates: the side that was changed last is told about their order. */
export function dateProblems(start: ReadDate, end: ReadDate, changed: 'start' | 'end'): SearchProblems {
  const wrong = (read: ReadDate) => (read.kind === 'wrong' ? 'Use yyyy/MM/dd HH:mm:ss' : null)
  if (start.kind === 'moment' && end.kind === 'moment' && start.iso > end.iso)
    return changed === 'start'
      ? { start: 'Start date must be on or before the end date.', end: null }
      : { start: null, end: 'End date must be on or after the start date.' }
  return { start: wrong(start), end: wrong(end) }
}

/** A search needs something to search by. */
export const nothingChosen = 'Select a start date, end date, or enable Has Results before searching.'
