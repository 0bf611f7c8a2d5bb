import { searchOfQuery } from '#web/features/groups/search-state.ts'
import type { Search } from '#web/router/search.ts'

/** What the map page shows, as its address holds it. */
export interface MapSearch {
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  /** ISO 8601 in UTC, both ends included; without both the last known positions are shown. */
  readonly start: string | null
  readonly end: string | null
  /** A file version: the route of this recording alone. */
  readonly fileId: number | null
  /** Key of the signal that colours the recording's route. */
  readonly signal: string | null
}

/** Parts that an address writes wrongly are left out. */
export function mapSearchOf(query: Search): MapSearch {
  const { fleets, vehicles, start, end } = searchOfQuery(query)
  const text = (key: string) => [query[key] ?? []].flat().at(-1)
  const fileId = Number(text('fileId'))
  return {
    fleets,
    vehicles,
    start,
    end,
    fileId: Number.isSafeInteger(fileId) && fileId > 0 ? fileId : null,
    signal: text('signal') || null,
  }
}

export function queryOfMap({ fleets, vehicles, start, end, fileId, signal }: MapSearch): Record<string, unknown> {
  return { f: fleets, v: vehicles, from: start, to: end, fileId, signal: fileId === null ? null : signal }
}

/** Routes are drawn for a range; without one there is only where vehicles are now. */
export const hasRange = ({ start, end }: MapSearch): boolean => start !== null || end !== null
