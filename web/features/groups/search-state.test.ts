import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#web/router/search.ts'
import {
  criteriaOf,
  everything,
  followUp,
  isCutOff,
  queryOfSearch,
  requestOf,
  sameCriteria,
  searchOfQuery,
} from './search-state.ts'
import type { ArchiveSearch } from './search-state.ts'

const full: ArchiveSearch = {
  fleets: [3],
  vehicles: [7, 9],
  start: '2026-11-01T00:00:00.000Z',
  end: '2026-11-21T08:00:00.000Z',
  names: ['ColdStart', 'a&b = c'],
  extensions: ['vsb', 'mf4'],
  max: 25,
  sort: 'vehicle',
  order: 'asc',
  page: 4,
}

test('the address holds the whole search, there and back', () => {
  const address = stringifySearch(queryOfSearch(full))
  expect(searchOfQuery(parseSearch(address.slice(1)))).toEqual(full)
})

test('the usual search has an empty address', () => {
  expect(queryOfSearch(everything)).toEqual({})
  expect(searchOfQuery({})).toEqual(everything)
})

test('what an address says wrongly is left out', () => {
  const query = parseSearch('f=x&f=-1&v=7&v=7&from=yesterday&max=7&sort=color&order=up&page=0&ext=VSB&ext=&name=%20')
  expect(searchOfQuery(query)).toEqual({ ...everything, vehicles: [7], extensions: ['vsb'] })
})

test('a page number beyond any archive does not become a wrong number', () => {
  expect(searchOfQuery({ page: '99999999999999999999' }).page).toBe(1)
})

test('a request carries the criteria, its order and its offset', () => {
  expect(requestOf(full, { grouped: true, hidesPersistent: false })).toEqual({
    fleetId: [3],
    vehicleId: [7, 9],
    startDate: full.start,
    endDate: full.end,
    extensions: ['vsb', 'mf4'],
    names: ['ColdStart', 'a&b = c'],
    sort: 'vehicle',
    order: 'asc',
    offset: 75,
    max: 25,
    onlyGroups: true,
  })
  expect(requestOf(everything, { grouped: false, hidesPersistent: false })).toEqual({
    sort: 'uploadId',
    order: 'desc',
    offset: 0,
    max: 50,
    onlyGroups: false,
  })
})

test('the preference to hide persistent files goes along with each search', () => {
  expect(requestOf(everything, { grouped: true, hidesPersistent: true }).hidePersistentFiles).toBe(true)
  expect(queryOfSearch(everything)).toEqual({})
})

test('another page repeats the last search', () => {
  expect(followUp(full, { page: 5 })).toEqual({ ...full, page: 5 })
})

test('another order repeats the last search from its first page', () => {
  expect(followUp(full, { sort: 'name', order: 'desc' })).toEqual({ ...full, sort: 'name', order: 'desc', page: 1 })
})

test('new criteria are a new search: upload id descending, first page', () => {
  const next = followUp(full, { ...criteriaOf(full), vehicles: [1] })
  expect(next).toEqual({ ...full, vehicles: [1], sort: 'uploadId', order: 'desc', page: 1 })
})

test('criteria are the same in any order of ids and words', () => {
  expect(sameCriteria(full, { ...full, vehicles: [9, 7], page: 1 } as ArchiveSearch)).toBe(true)
  expect(sameCriteria(full, { ...full, max: 50 })).toBe(false)
})

test('the warning comes when 200 times the page size is at most the number of rows', () => {
  expect(isCutOff(999, 5)).toBe(false)
  expect(isCutOff(1000, 5)).toBe(true)
})
