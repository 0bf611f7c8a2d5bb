import type { SearchBody } from '#contract/archive.ts'
import type { Filled } from './fill.ts'

export interface Case {
  readonly name: string
  /** The search of one round; rounds differ, so that nothing is measured on one lucky value. */
  readonly search: (round: number, filled: Filled) => SearchBody
}

const day = 86_400_000
const begin = Date.parse('2024-11-01T00:00:00Z')

function days(first: number, count: number): SearchBody {
  // not at midnight, so that the days at both ends are counted one by one
  const start = begin + first * day + 5 * 3_600_000
  return { startDate: new Date(start).toISOString(), endDate: new Date(start + count * day).toISOString() }
}
const anyDay = (round: number): number => 30 + ((round * 137) % 600)
const fleetOf = (round: number, { fleets }: Filled): number[] => [1 + ((round * 7) % fleets)]
const vehicleOf = (round: number, { vehicles }: Filled): number => 1 + ((round * 7919) % vehicles)

export const cases: readonly Case[] = [
  { name: 'everything', search: () => ({}) },
  { name: 'one vehicle', search: (round, filled) => ({ vehicleId: [vehicleOf(round, filled)] }) },
  { name: 'one fleet', search: (round, filled) => ({ fleetId: fleetOf(round, filled) }) },
  { name: 'five fleets', search: (round) => ({ fleetId: [0, 1, 2, 3, 4].map((f) => 1 + ((round + f * 11) % 50)) }) },
  { name: 'extension, common', search: () => ({ extensions: ['mf4'] }) },
  { name: 'extension, rarer', search: () => ({ extensions: ['db'] }) },
  { name: 'collection name', search: (round) => ({ names: [['coldstart', 'hs_can1', 'brake_b'][round % 3] ?? ''] }) },
  {
    name: 'file name with digits',
    search: (round, { uploads }) => ({ names: [String(Math.floor((uploads * (round + 3)) / 64)).padStart(8, '0')] }),
  },
  { name: 'a day', search: (round) => days(anyDay(round), 1) },
  { name: 'a month', search: (round) => days(anyDay(round), 30) },
  { name: 'a year', search: (round) => days(30 + ((round * 37) % 300), 365) },
  { name: 'a month, extension', search: (round) => ({ ...days(anyDay(round), 30), extensions: ['mf4'] }) },
  { name: 'a month, collection', search: (round) => ({ ...days(anyDay(round), 30), names: ['coldstart_c'] }) },
  { name: 'a month, one fleet', search: (round, filled) => ({ ...days(anyDay(round), 30), fleetId: fleetOf(round, filled) }) },
  {
    name: 'a month, one fleet, extension, name',
    search: (round, filled) => ({
      ...days(anyDay(round), 30),
      fleetId: fleetOf(round, filled),
      extensions: ['mf4'],
      names: ['trip', 'brake'],
    }),
  },
  { name: 'one fleet, extension', search: (round, filled) => ({ fleetId: fleetOf(round, filled), extensions: ['csv'] }) },
  { name: 'everything by start', search: () => ({ sort: 'startDate', order: 'desc' }) },
  { name: 'extension by name', search: () => ({ extensions: ['mf4'], sort: 'name', order: 'asc' }) },
  { name: 'everything by vehicle', search: () => ({ sort: 'vehicle', order: 'asc' }) },
]
