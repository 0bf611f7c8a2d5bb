import { expect, it } from 'vitest'
import { catalogFileOf, nameOfFile } from './catalog-file.ts'
import { idText, limitsOf, placeOf, rateText } from './texts.ts'

const assignment = { id: 1, fleet: null, vehicle: null, channel: null, from: null, to: null, versionNumber: null }

it('says where an assignment holds', () => {
  expect(placeOf(assignment)).toBe('every vehicle')
  expect(placeOf({ ...assignment, fleet: { id: 1, name: 'Winter' } })).toBe('fleet Winter')
  expect(placeOf({ ...assignment, vehicle: { id: 1, name: 'WT-01', displayName: '' } })).toBe('WT-01')
})

it('says when and on which bus it holds', () => {
  expect(limitsOf(assignment, 'UTC')).toBe('')
  const limited = { ...assignment, channel: 2, from: '2026-01-01T00:00:00.000Z', versionNumber: 3 }
  expect(limitsOf(limited, 'Europe/Berlin')).toBe('bus 2, from 2026-01-01 01:00:00, version 3')
})

it('writes identifiers as bus tools do', () => {
  expect(idText({ id: 0x1a0, extended: false })).toBe('0x1A0')
  expect(idText({ id: 0x18fef1, extended: true })).toBe('0x0018FEF1x')
})

it('rounds a rate neither to none nor to all', () => {
  expect([0, 0.001, 0.974, 0.999, 1].map((rate) => rateText({ rate }))).toEqual(['0 %', '< 1 %', '97 %', '> 99 %', '100 %'])
})

it('refuses a file that is no catalog, and says which are', () => {
  expect(catalogFileOf(new File(['x'], 'notes.txt'))).toEqual({
    problem: 'notes.txt is not a catalog: choose a file that ends in .dbc, .arxml, .kcd, .sym, .ldf',
  })
  expect(catalogFileOf(new File([], 'a.dbc'))).toEqual({ problem: 'a.dbc is empty' })
  expect(catalogFileOf(new File(['VERSION ""'], 'A.DBC'))).toMatchObject({ fileName: 'A.DBC', size: 10 })
  expect(nameOfFile('my.powertrain.dbc')).toBe('my.powertrain')
})
