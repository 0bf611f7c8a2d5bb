import type { DatasetFilter } from '#contract/datasets.ts'

/** The filters of a dataset, each kind together. Empty lists and null dates do not restrict. */
export interface Criteria {
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  /** Parts of names, without regard to case. */
  readonly names: readonly string[]
  /** Lower case, without the dot. */
  readonly extensions: readonly string[]
  readonly start: string | null
  readonly end: string | null
}

/** Comma-separated logs that say so in their names; the archive keeps them as `csv`. */
export const logExtensions: ReadonlySet<string> = new Set(['log csv', 'log file .csv'])

/** What the filters ask for together. A fleet and a vehicle are one criterion: any of these vehicles, as in a search. */
export function criteriaOf(filters: readonly DatasetFilter[]): Criteria {
  const texts = (type: DatasetFilter['type']): string[] =>
    filters.flatMap((filter) => (filter.type === type && Array.isArray(filter.value) ? filter.value : []))
  const date = (type: 'StartDate' | 'EndDate'): string | null => {
    const filter = filters.find((one) => one.type === type)
    return filter !== undefined && typeof filter.value === 'string' ? filter.value : null
  }
  return {
    fleets: texts('Fleet').map(Number),
    vehicles: texts('Vehicle').map(Number),
    names: texts('Collection'),
    extensions: texts('Extension').map((extension) => extension.toLowerCase().replace(/^\./, '')),
    start: date('StartDate'),
    end: date('EndDate'),
  }
}
