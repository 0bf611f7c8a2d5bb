import { expect, test } from 'vitest'
import { addressOfPath, pagePath, pathOfAddress } from './address.ts'
import { pageList, pages } from './pages.ts'

test.each([
  ['/ui/#!/', '/ui2/home'],
  ['/ui/#!', '/ui2/home'],
  ['/ui/', '/ui2/home'],
  ['/ui', '/ui2/home'],
  ['/', '/ui2/home'],
  ['/ui/#!/data', '/ui2/data'],
  ['/ui/#!/data?vehicle=7', '/ui2/data?vehicle=7'],
  ['/ui/#!/fleet/1/vehicle/22', '/ui2/fleet/1/vehicle/22'],
  ['/ui/#!/account/passwordChange', '/ui2/account/passwordChange'],
  ['/ui/#!/devices/downloadFiles/create/', '/ui2/devices/downloadFiles/create'],
  ['/ui/#!/server/dataManagement/recycleBin', '/ui2/server/dataManagement/recycleBin'],
  ['/ui/#!/data/quickview/csv/9', '/ui2/data/quickview/csv/9'],
  ['/ui/#!/nowhere', '/ui2/classic/nowhere'],
  ['/ui/register', '/ui2/register'],
  ['/ui2/datasets/generate/', '/ui2/datasets/generate'],
  ['/ui2/scripts//configurations', '/ui2/scripts/configurations'],
  ['/ui2/data/groups?names=a', '/ui2/data/groups?names=a'],
  ['/dataspy/?fileId=3', '/ui2/dataspy?fileId=3'],
])('%s is the page %s', (address, path) => {
  expect(pathOfAddress(address)).toBe(path)
})

test('links print the address that a page is known by', () => {
  expect(addressOfPath(pagePath('home', {}))).toBe('/ui/#!/')
  expect(addressOfPath(pagePath('collections', {}, { names: 'a b' }))).toBe('/ui/#!/data?names=a+b')
  expect(addressOfPath(pagePath('vehicle', { fleetId: 1, vehicleId: 2 }))).toBe('/ui/#!/fleet/1/vehicle/2')
  expect(addressOfPath(pagePath('groups', {}))).toBe('/ui2/data/groups')
  expect(addressOfPath(pagePath('register', {}))).toBe('/ui/register')
  expect(addressOfPath(pagePath('dataSpy', {}, { fileId: '3' }))).toBe('/dataspy/?fileId=3')
  expect(addressOfPath(pagePath('downloadFileNew', {}))).toBe('/ui/#!/devices/downloadFiles/create/')
})

test.each(pageList.map(([id, page]) => [id, page.path.replace(/\$\w+/g, '7')]))(
  'the address of %s leads back to it',
  (_id, path) => {
    expect(pathOfAddress(addressOfPath(path))).toBe(path)
  },
)

test('every classic address of the console document has its page', () => {
  const named = [
    '/',
    '/data',
    '/devices',
    '/devices/versions',
    '/devices/downloadFiles/create/',
    '/devices/downloadFiles',
    '/organizations',
    '/server',
    '/server/announcements',
    '/server/auditLogs',
    '/server/dataManagement/trending',
    '/server/dataManagement/recycleBin',
    '/server/dataManagement/usage',
    '/server/licenses',
    '/server/logs',
    '/server/jobQueue',
    '/server/settings',
    '/account',
    '/account/notifications',
    '/account/downloads',
    '/account/passwordChange',
  ]
  const classics = pageList.map(([, { classic }]) => classic)
  for (const address of named) expect(classics).toContain(address)
  expect(new Set(pageList.map(([, { path }]) => path)).size).toBe(Object.keys(pages).length)
})
