import { expect, test } from 'vitest'
import { dateProblems, queryOfSearch, searchOfQuery } from './search-state.ts'

test('an address is read as far as it means something, and written without what is usual', () => {
  const usual = { type: 'manual', owner: 'all', start: null, end: null, hasResults: false, analyzer: null, result: null } as const
  expect(searchOfQuery({})).toEqual(usual)
  expect(searchOfQuery({ type: 'other', owner: '1', start: 'soon', analyzer: '-3', result: 'x' })).toEqual(usual)
  expect(Object.values(queryOfSearch(usual)).every((value) => value === undefined)).toBe(true)
  const search = {
    type: 'ingress',
    owner: 'shared',
    start: '2026-11-01T00:00:00.000Z',
    end: '2026-11-02T00:00:00.000Z',
    hasResults: true,
    analyzer: 3,
    result: 9,
  } as const
  expect(searchOfQuery(queryOfSearch(search))).toEqual(search)
})

test('dates in the wrong order are told at the one that was changed', () => {
  const [early, late] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'].map((iso) => ({ kind: 'moment', iso }) as const)
  if (early === undefined || late === undefined) throw new Error('two dates')
  expect(dateProblems(late, early, 'start')).toEqual({ start: 'Start date must be on or before the end date.', end: null })
  expect(dateProblems(late, early, 'end')).toEqual({ start: null, end: 'End date must be on or after the start date.' })
  expect(dateProblems(early, early, 'end')).toEqual({ start: null, end: null })
  expect(dateProblems({ kind: 'wrong' }, { kind: 'none' }, 'end').start).toBe('Use yyyy/MM/dd HH:mm:ss')
})
