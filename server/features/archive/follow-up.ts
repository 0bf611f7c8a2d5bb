import type { Kysely } from 'kysely'
import type { SearchBody } from '#contract/archive.ts'
import type { Database } from '#server/database/schema.ts'

/** Rows (or groups) of a page when the request does not say. */
export const defaultMax = 50

export type Search = Omit<SearchBody, 'remember'> & Required<Pick<SearchBody, 'sort' | 'order' | 'offset' | 'max' | 'onlyGroups'>>

const defaults: Search = { sort: 'uploadId', order: 'desc', offset: 0, max: defaultMax, onlyGroups: false }

/** The search that a request means: the session's last one with the offset, or the sort and order, replaced; or a new one. */
export function meantSearch({ remember, ...body }: SearchBody, last: SearchBody | null): Search {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  const names = new Set(given.map(([name]) => name))
  const follows = remember !== false && (isOnly(names, ['offset']) || isOnly(names, ['sort', 'order']))
  return { ...defaults, ...(follows ? last : null), ...Object.fromEntries(given) }
}

function isOnly(names: ReadonlySet<string>, allowed: readonly string[]): boolean {
  return names.size > 0 && [...names].every((name) => allowed.includes(name))
}

export async function lastSearch(database: Kysely<Database>, sessionId: number): Promise<SearchBody | null> {
  const row = await database.selectFrom('session').where('id', '=', sessionId).select('last_search').executeTakeFirst()
  return row?.last_search ?? null
}

export async function rememberSearch(database: Kysely<Database>, sessionId: number, search: Search): Promise<void> {
  await database
    .updateTable('session')
    .set({ last_search: JSON.stringify(search) })
    .where('id', '=', sessionId)
    .execute()
}
