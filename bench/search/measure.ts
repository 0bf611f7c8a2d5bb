import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { countUploads } from '#server/features/archive/count.ts'
import { resolveFilter } from '#server/features/archive/filter.ts'
import type { Search } from '#server/features/archive/follow-up.ts'
import { meantSearch } from '#server/features/archive/follow-up.ts'
import { findPage, searchUploads } from '#server/features/archive/search.ts'
import type { Case } from './cases.ts'
import type { Filled } from './fill.ts'
import { plainSearch } from './plain.ts'

/** Milliseconds of every round, by what was asked for. */
export interface Result {
  readonly name: string
  readonly total: number
  readonly times: Readonly<Record<Column, readonly number[]>>
}

const columns = ['total', 'first', 'middle', 'last', 'plain'] as const
type Column = (typeof columns)[number]

const rounds = 20
/** The plain query is slow enough to be measured once; its pages are compared first. */
const comparedRounds = 1

/** @throws Error when a page or total differs from the plain query's */
export async function measure(database: Kysely<Database>, filled: Filled, { name, search: searchOf }: Case): Promise<Result> {
  const times: Record<Column, number[]> = { total: [], first: [], middle: [], last: [], plain: [] }
  const totals: number[] = []
  for (let round = 0; round < rounds; round++) {
    const search = meantSearch(searchOf(round, filled), null)
    const pages = await pagesOf(database, filled, search)
    if (round < comparedRounds) times.plain.push(...(await compare(database, filled, pages, name)))
    totals.push(pages.total)
    times.total.push(await timed(() => count(database, filled, search)))
    times.first.push(await timed(() => searchUploads(database, filled.organizationId, search)))
    times.middle.push(await timed(() => searchUploads(database, filled.organizationId, pages.middle)))
    times.last.push(await timed(() => searchUploads(database, filled.organizationId, pages.last)))
  }
  return { name, total: percentile(totals, 0.5), times }
}

interface Pages {
  readonly first: Search
  readonly middle: Search
  readonly last: Search
  readonly total: number
}

async function pagesOf(database: Kysely<Database>, filled: Filled, first: Search): Promise<Pages> {
  const total = await count(database, filled, first)
  const at = (place: number): Search => ({ ...first, offset: Math.max(0, Math.floor(place / first.max) * first.max) })
  return { first, middle: at(total / 2), last: at(total - 1), total }
}

async function count(database: Kysely<Database>, filled: Filled, search: Search): Promise<number> {
  const filter = await resolveFilter(database, filled.organizationId, search)
  return filter === undefined ? 0 : (await countUploads(database, filter)).total
}

async function compare(database: Kysely<Database>, filled: Filled, pages: Pages, name: string): Promise<number[]> {
  const times: number[] = []
  for (const search of [pages.first, pages.middle, pages.last]) {
    const begin = performance.now()
    const plain = await plainSearch(database, filled.organizationId, search)
    if (search === pages.first) times.push(performance.now() - begin)
    const filter = await resolveFilter(database, filled.organizationId, search)
    const { ids, total } = filter === undefined ? { ids: [], total: 0 } : await findPage(database, filter, search)
    if (!isDeepStrictEqual({ ids, total }, plain)) {
      throw new Error(
        `${name}: ${JSON.stringify(search)}\nfound ${total}: ${ids.slice(0, 5).join()}...\nplain ${plain.total}: ${plain.ids.slice(0, 5).join()}...`,
      )
    }
  }
  return times
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await action()
  return performance.now() - begin
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** One line per case: milliseconds as p50/p95, and how many times sooner the first page is there than with the plain query. */
export function report(results: readonly Result[]): string {
  const head = ['search', 'matches', 'total', 'first page', 'middle page', 'last page', 'plain query', 'ratio']
  const lines = results.map(({ name, total, times }) => [
    name,
    total.toLocaleString('en'),
    ...(['total', 'first', 'middle', 'last'] as const).map(
      (column) => `${percentile(times[column], 0.5).toFixed(1)} / ${percentile(times[column], 0.95).toFixed(1)}`,
    ),
    percentile(times.plain, 0.5).toFixed(0),
    `${(percentile(times.plain, 0.5) / percentile(times.first, 0.5)).toFixed(0)} x`,
  ])
  const widths = head.map((text, column) => Math.max(text.length, ...lines.map((line) => line[column]?.length ?? 0)))
  const row = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  return [
    '\nMilliseconds p50 / p95; a page is its rows with their versions and the exact total, as the interface answers.',
    row(head),
    ...lines.map(row),
  ].join('\n')
}
