import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/users.ts'
import { addressOfPath } from '#web/router/address.ts'
import { pages } from '#web/router/pages.ts'
import { navigationFor } from './navigation.ts'

const plain: CurrentUser = {
  id: 1,
  username: 'anna',
  roles: [],
  administrator: false,
  ipa: 0,
  permissions: [],
  preferences: {},
  profile: { first_name: '', last_name: '', email: '' },
  organization: { id: 1, name: 'Own' },
}
const labels = (user: CurrentUser | null) => navigationFor(user).map(({ label }) => label)
const itemsOf = (user: CurrentUser, label: string) =>
  navigationFor(user)
    .find((entry) => entry.label === label)
    ?.items?.map((item) => item.label)

test('the dashboard entry leads to the classic home', () => {
  const [first] = navigationFor(plain)
  expect(first?.label).toBe('Dashboard')
  expect(first?.page && addressOfPath(pages[first.page].path)).toBe('/ui/#!/')
})

test('the archive menu has All Collections and Only Groups', () => {
  expect(itemsOf(plain, 'Data Archive')).toEqual(['All Collections', 'Only Groups'])
})

test('the IPA menu is for the role ipa or the flag ipa', () => {
  const items = ['Results', 'Analyzers', 'Scripts', 'Datasets', 'How it Works']
  expect(labels(plain)).not.toContain('IPA')
  expect(itemsOf({ ...plain, roles: ['ipa'] }, 'IPA')).toEqual(items)
  expect(itemsOf({ ...plain, ipa: 1 }, 'IPA')).toEqual(items)
})

test('Organizations and Server are for administrators; Devices for everyone', () => {
  expect(labels(plain)).toEqual(['Dashboard', 'Data Archive', 'Devices', 'Catalogs'])
  expect(labels({ ...plain, roles: ['admin'], administrator: true })).toEqual(
    expect.arrayContaining(['Devices', 'Organizations', 'Server']),
  )
  expect(labels(null)).toEqual([])
})
