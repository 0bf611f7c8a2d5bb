import { rowsPerGroupLimit, searchSort } from '#contract/archive.ts'
import type { SearchBody, SearchSort } from '#contract/archive.ts'
import type { Search } from '#web/router/search.ts'

/** Groups (or uploads) of one page that the user may choose. */
export const resultCounts = [5, 10, 25, 50] as const
export type ResultCount = (typeof resultCounts)[number]

/** What is searched for. */
export interface Criteria {
  fleets: readonly number[]
  vehicles: readonly number[]
  /** ISO 8601 in UTC; both ends inclusive. */
  start: string | null
  end: string | null
  names: readonly string[]
  extensions: readonly string[]
  max: ResultCount
}

/** A search as the address bar holds it: criteria, order and page (from 1). */
export interface ArchiveSearch extends Criteria {
  sort: SearchSort
  order: 'asc' | 'desc'
  page: number
}

export const everything: ArchiveSearch = {
  fleets: [],
  vehicles: [],
  start: null,
  end: null,
  names: [],
  extensions: [],
  max: 50,
  sort: 'uploadId',
  order: 'desc',
  page: 1,
}

const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const textOf = (value: string | string[] | undefined): string | undefined => listOf(value).at(-1)
const whole = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

function momentOf(text: string | undefined): string | null {
  const milliseconds = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}

/** Reads an address's query. What cannot be understood is left out: an old or mistyped link still finds something. */
export function searchOfQuery(query: Search): ArchiveSearch {
  const ids = (key: string) =>
    distinct(
      listOf(query[key])
        .map(whole)
        .filter((id) => id !== null),
    )
  const sort = searchSort.safeParse(textOf(query['sort']))
  return {
    fleets: ids('f'),
    vehicles: ids('v'),
    start: momentOf(textOf(query['from'])),
    end: momentOf(textOf(query['to'])),
    names: distinct(
      listOf(query['name'])
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
    extensions: distinct(
      listOf(query['ext'])
        .map((extension) => extension.trim().toLowerCase())
        .filter((extension) => extension !== ''),
    ),
    max: resultCounts.find((count) => String(count) === textOf(query['max'])) ?? everything.max,
    sort: sort.success ? sort.data : everything.sort,
    order: textOf(query['order']) === 'asc' ? 'asc' : 'desc',
    page: whole(textOf(query['page'])) ?? 1,
  }
}

/** The query of a search; what is as usual is left out, so that short searches have short addresses. */
export function queryOfSearch(search: ArchiveSearch): Search {
  const entries: Array<[string, string | readonly string[], boolean]> = [
    ['f', search.fleets.map(String), search.fleets.length > 0],
    ['v', search.vehicles.map(String), search.vehicles.length > 0],
    ['from', search.start ?? '', search.start !== null],
    ['to', search.end ?? '', search.end !== null],
    ['name', search.names, search.names.length > 0],
    ['ext', search.extensions, search.extensions.length > 0],
    ['max', String(search.max), search.max !== everything.max],
    ['sort', search.sort, search.sort !== everything.sort],
    ['order', search.order, search.order !== everything.order],
    ['page', String(search.page), search.page !== 1],
  ]
  return Object.fromEntries(
    entries.filter(([, , told]) => told).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
  )
}

/** The whole request of a search; `hidesPersistent` is the user's preference, not part of the address. */
export function requestOf(
  search: ArchiveSearch,
  { grouped, hidesPersistent }: { grouped: boolean; hidesPersistent: boolean },
): SearchBody {
  return {
    ...(search.fleets.length > 0 ? { fleetId: [...search.fleets] } : {}),
    ...(search.vehicles.length > 0 ? { vehicleId: [...search.vehicles] } : {}),
    ...(search.start === null ? {} : { startDate: search.start }),
    ...(search.end === null ? {} : { endDate: search.end }),
    ...(search.extensions.length > 0 ? { extensions: [...search.extensions] } : {}),
    ...(search.names.length > 0 ? { names: [...search.names] } : {}),
    sort: search.sort,
    order: search.order,
    offset: (search.page - 1) * search.max,
    max: search.max,
    onlyGroups: grouped,
    ...(hidesPersistent ? { hidePersistentFiles: true } : {}),
  }
}

/** What may follow a search: another page, another order, or new criteria. */
export type FollowUp = { page: number } | { sort: SearchSort; order: 'asc' | 'desc' } | Criteria

/**
 * The next search. A page alone, or an order alone, repeats the last search with that replaced; another order begins at
 * its first page. New criteria are a new search in the usual order.
 */
export function followUp(last: ArchiveSearch, next: FollowUp): ArchiveSearch {
  if ('page' in next) return { ...last, page: next.page }
  if ('sort' in next) return { ...last, ...next, page: 1 }
  return { ...next, sort: everything.sort, order: everything.order, page: 1 }
}

export const criteriaOf = ({ fleets, vehicles, start, end, names, extensions, max }: Criteria): Criteria => ({
  fleets,
  vehicles,
  start,
  end,
  names,
  extensions,
  max,
})

/** Ids and words count as equal in any order. */
export function sameCriteria(a: Criteria, b: Criteria): boolean {
  const plain = ({ fleets, vehicles, start, end, names, extensions, max }: Criteria) =>
    JSON.stringify([
      [...fleets].toSorted(),
      [...vehicles].toSorted(),
      start,
      end,
      [...names].toSorted(),
      [...extensions].toSorted(),
      max,
    ])
  return plain(a) === plain(b)
}

export const isUnrestricted = (criteria: Criteria) => sameCriteria({ ...criteria, max: everything.max }, everything)

/** One answer holds so many rows at most; beyond it, groups may lack uploads. */
export const isCutOff = (rows: number, max: number): boolean => rowsPerGroupLimit * max <= rows
