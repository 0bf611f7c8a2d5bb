import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/users.ts'
import { detourOf } from './access.ts'
import { pageList, pages } from './pages.ts'
import type { PageAccess } from './pages.ts'

const user: CurrentUser = {
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
const visitors = {
  nobody: { signedIn: false, user: null },
  plain: { signedIn: true, user },
  ipaRole: { signedIn: true, user: { ...user, roles: ['ipa' as const] } },
  ipaFlag: { signedIn: true, user: { ...user, ipa: 1 as const } },
  admin: { signedIn: true, user: { ...user, roles: ['admin' as const], administrator: true } },
}
const path = '/ui2/data/groups?names=a'
const login = '/ui2/login?origin=%2Fui2%2Fdata%2Fgroups%3Fnames%3Da'

const table: Array<[PageAccess, keyof typeof visitors, string | null]> = [
  ['public', 'nobody', null],
  ['public', 'plain', null],
  ['protected', 'nobody', login],
  ['protected', 'plain', null],
  ['ipa', 'nobody', login],
  ['ipa', 'plain', pages.home.path],
  ['ipa', 'ipaRole', null],
  ['ipa', 'ipaFlag', null],
  ['admin', 'nobody', login],
  ['admin', 'plain', pages.home.path],
  ['admin', 'ipaRole', pages.home.path],
  ['admin', 'admin', null],
]

test.each(table)('%s page, %s visitor: %s', (access, visitor, detour) => {
  expect(detourOf(access, visitors[visitor], path)).toBe(detour)
})

test('home and logout are not remembered: the login leads home anyway', () => {
  expect(detourOf('protected', visitors.nobody, pages.home.path)).toBe('/ui2/login')
  expect(detourOf('protected', visitors.nobody, pages.logout.path)).toBe('/ui2/login')
})

test('a classic page is remembered by its classic address', () => {
  expect(detourOf('protected', visitors.nobody, '/ui2/fleet/1/vehicle/2')).toBe(
    '/ui2/login?origin=%2Fui%2F%23%21%2Ffleet%2F1%2Fvehicle%2F2',
  )
})

// The console document, section 2; changing a page's access must be a deliberate change here too.
const stated: Record<Exclude<PageAccess, 'admin'>, string[]> = {
  public: ['/ui2/login', '/ui2/sso', '/ui2/lostpassword', '/ui2/systemHealth', '/ui2/manualUploads/$deviceId'],
  protected: ['/ui2/data/groups', '/ui2/logout'],
  ipa: [
    '/ui2/datasetlist',
    '/ui2/analyzers',
    '/ui2/scripts',
    '/ui2/scripts/$scriptId/configurations',
    '/ui2/howitworks',
    '/ui2/results',
    '/ui2/datasets',
    '/ui2/datasets/generate',
    '/ui2/datasets/dynamic',
  ],
}

test.each(Object.entries(stated))('the pages that the specification calls %s are', (access, paths) => {
  for (const path of paths) expect(pageList.find(([, page]) => page.path === path)?.[1].access).toBe(access)
})
