import type { DatasetFilter } from '#contract/datasets.ts'

/** What a dataset asks for, as it is edited. */
export interface DatasetCriteria {
  readonly fleets: readonly number[]
  readonly vehicles: readonly number[]
  readonly names: readonly string[]
  readonly extensions: readonly string[]
  /** ISO 8601 in UTC; ends included. */
  readonly start: string | null
  readonly end: string | null
}

/** Badges of the types of datasets. */
export const typeTags = { static: { tone: 'dark', word: 'static' }, dynamic: { tone: 'warn', word: 'dynamic' } } as const

export const noCriteria: DatasetCriteria = { fleets: [], vehicles: [], names: [], extensions: [], start: null, end: null }

/** As the server keeps them; what does not restrict is left out. */
export function filtersOf({ fleets, vehicles, names, extensions, start, end }: DatasetCriteria): DatasetFilter[] {
  const filters: DatasetFilter[] = []
  if (fleets.length > 0) filters.push({ type: 'Fleet', value: fleets.map(String) })
  if (vehicles.length > 0) filters.push({ type: 'Vehicle', value: vehicles.map(String) })
  if (names.length > 0) filters.push({ type: 'Collection', value: [...names] })
  if (extensions.length > 0) filters.push({ type: 'Extension', value: [...extensions] })
  if (start !== null) filters.push({ type: 'StartDate', value: start })
  if (end !== null) filters.push({ type: 'EndDate', value: end })
  return filters
}

export function criteriaOfFilters(filters: readonly DatasetFilter[]): DatasetCriteria {
  const texts = (type: DatasetFilter['type']): string[] =>
    filters.flatMap((filter) => (filter.type === type && Array.isArray(filter.value) ? filter.value : []))
  const date = (type: DatasetFilter['type']): string | null => {
    const found = filters.find((filter) => filter.type === type)?.value
    return typeof found === 'string' ? found : null
  }
  return {
    fleets: texts('Fleet').map(Number),
    vehicles: texts('Vehicle').map(Number),
    names: texts('Collection'),
    extensions: texts('Extension'),
    start: date('StartDate'),
    end: date('EndDate'),
  }
}

/** Extensions that are offered when files are chosen: their value, and the name on the button. */
export const staticExtensions = [
  ['asc', 'ASC'],
  ['blf', 'BLF'],
  ['csv', 'CSV'],
  ['dat', 'DAT'],
  ['db', 'DB'],
  ['img', 'IMG'],
  ['log csv', 'LOG CSV'],
  ['mat', 'MAT'],
  ['mf4', 'MF4'],
  ['vsb', 'VSB'],
  ['xml', 'XML'],
] as const

/** The same for what will be uploaded. */
export const dynamicExtensions = [
  ['asc', 'ASC'],
  ['blf', 'BLF'],
  ['csv', 'CSV'],
  ['dat', 'DAT'],
  ['db', 'DB'],
  ['img', 'IMG'],
  ['log csv', 'Log File .CSV'],
  ['mat', 'MAT'],
  ['mf4', 'MF4'],
  ['pcap', 'PCAP'],
  ['pcapng', 'PCAPNG'],
  ['vsb', 'VSB'],
  ['xml', 'XML'],
] as const

/** A file version as the extension toggles count it: a csv that is a log by its name is one of both. */
export const hasExtension = (file: { extension: string; fileName: string }, wanted: string): boolean =>
  wanted === 'log csv' ? file.extension === 'csv' && /log/i.test(file.fileName) : file.extension === wanted
