import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginFor, openHouse, place } from './visitors.ts'
import type { Who } from './users.ts'
import type { House } from './visitors.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})

afterAll(async () => {
  await house?.end()
})

type Rule = 'public' | 'protected' | 'ipa' | 'admin'
type Row = readonly [address: string, rule: Rule, heading: string, shown?: string]

/** Every address of the two specifications, who may see it, the heading it has, and the address shown where it is another. */
const rows: readonly Row[] = [
  ['/ui2/login', 'public', 'Sign in'],
  ['/ui2/lostpassword', 'public', 'Reset Password'],
  ['/ui2/manualUploads/7', 'public', 'Manual Uploads'],
  ['/ui/register', 'public', 'Register'],
  ['/ui/#!/account/passwordChange', 'public', 'Change Password'],
  ['/docs/api', 'public', 'Interface description'],

  ['/', 'protected', 'Dashboard', '/ui/#!/'],
  ['/ui/', 'protected', 'Dashboard', '/ui/#!/'],
  ['/ui/#!/', 'protected', 'Dashboard'],
  ['/ui2', 'protected', 'Dashboard', '/ui/#!/'],
  ['/ui2/data/groups', 'protected', 'Data Groups'],
  ['/ui2/data/groups?v=3&page=2', 'protected', 'Data Groups'],
  ['/ui/#!/data', 'protected', 'All Collections'],
  ['/ui/#!/fleet/1/vehicle/2', 'protected', 'Vehicle'],
  ['/ui/#!/data/quickview/csv/5', 'protected', 'Log CSV'],
  ['/ui/#!/data/quickview/db/5', 'protected', 'DB Viewer'],
  ['/ui/#!/data/quickview/xml/5', 'protected', 'XML DTC Viewer'],
  ['/ui/#!/data/quickview/dm1/5', 'protected', 'XML DM1 Viewer'],
  ['/dataspy/?fileId=5', 'protected', 'DataSpy'],
  ['/ui/#!/devices', 'protected', 'Devices'],
  ['/ui/#!/devices/versions', 'protected', 'Device versions'],
  ['/ui/#!/devices/downloadFiles/create/', 'protected', 'New file for devices'],
  ['/ui/#!/devices/downloadFiles', 'protected', 'Files for devices'],
  ['/ui/#!/account', 'protected', 'My Account'],
  ['/ui/#!/account/notifications', 'protected', 'Notifications'],
  ['/ui/#!/account/downloads', 'protected', 'Downloads'],

  ['/ui2/datasetlist', 'ipa', 'Data Sets'],
  ['/ui2/analyzers', 'ipa', 'Analyzers'],
  ['/ui2/scripts', 'ipa', 'Scripts'],
  ['/ui2/scripts/3/configurations', 'ipa', 'Configurations'],
  ['/ui2/howitworks', 'ipa', 'How it Works'],
  ['/ui2/results', 'ipa', 'Results'],
  ['/ui2/datasets', 'ipa', 'Data Sets'],
  ['/ui2/datasets/generate/', 'ipa', 'Static Data Set'],
  ['/ui2/datasets/dynamic', 'ipa', 'Dynamic Data Set'],

  ['/ui/#!/organizations', 'admin', 'Organizations'],
  ['/ui/#!/server', 'admin', 'Server'],
  ['/ui/#!/server/announcements', 'admin', 'Announcements'],
  ['/ui/#!/server/auditLogs', 'admin', 'Audit logs'],
  ['/ui/#!/server/dataManagement/trending', 'admin', 'Trending'],
  ['/ui/#!/server/dataManagement/recycleBin', 'admin', 'Recycle bin'],
  ['/ui/#!/server/dataManagement/usage', 'admin', 'Usage'],
  ['/ui/#!/server/licenses', 'admin', 'Licenses'],
  ['/ui/#!/server/logs', 'admin', 'Logs'],
  ['/ui/#!/server/jobQueue', 'admin', 'Job queue'],
  ['/ui/#!/server/settings', 'admin', 'Settings'],
]

const mayEnter: Readonly<Record<Rule, ReadonlyArray<Who | 'anonymous'>>> = {
  public: ['anonymous', 'plain', 'ipa', 'admin'],
  protected: ['plain', 'ipa', 'admin'],
  // The server sets the flag ipa for administrators too.
  ipa: ['ipa', 'admin'],
  admin: ['admin'],
}

/** Encoding, and slashes at the end, make no difference. */
const plain = (address: string) => decodeURIComponent(address).replace(/(?<=[^!])\/+($|(?=\?))/, '')

/** Where somebody who asks for an address must come out: heading and address. */
function outcome([address, rule, heading, shown = address]: Row, who: Who | 'anonymous') {
  // only administrators make these
  if (address === '/ui2/datasets/dynamic' && who === 'ipa') return { heading: 'Data Sets', at: '/ui2/datasets' }
  if (mayEnter[rule].includes(who)) return { heading, at: plain(address) }
  if (who !== 'anonymous') return { heading: 'Dashboard', at: '/ui/#!/' }
  return { heading: 'Sign in', at: shown === '/ui/#!/' ? '/ui2/login' : plain(loginFor(shown)) }
}

const found = async (page: Page) => ({
  heading: (await page.locator('h1').allInnerTexts()).join(' | '),
  at: plain(await place(page)),
})

/** Where an address led, as soon as that is the right place; otherwise where it led after 20 s. */
async function arrival(page: Page, right: { heading: string; at: string }) {
  const end = Date.now() + 20_000
  for (;;) {
    const now = await found(page)
    if ((now.heading === right.heading && now.at === right.at) || Date.now() > end) return now
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}

test.each(['anonymous', 'plain', 'ipa', 'admin'] as const)('every address leads %s where the access rules say', async (who) => {
  const { page, context, faults } = await house.visit('/docs/api', who === 'anonymous' ? {} : { as: who })
  await page.getByRole('heading', { name: 'Interface description' }).waitFor()
  for (const row of rows) {
    await page.evaluate((address) => history.pushState({}, '', address), row[0])
    const right = outcome(row, who)
    expect.soft(await arrival(page, right), row[0]).toEqual(right)
  }
  expect(faults).toEqual([])
  await context.close()
})

test.each(['anonymous', 'plain'] as const)('the rules hold for addresses that %s opens anew', async (who) => {
  const { page, context, faults } = await house.visit('/ui2/systemHealth', who === 'anonymous' ? {} : { as: who })
  const opened = [
    '/',
    '/ui/#!/account/passwordChange',
    '/ui2/data/groups?v=3&page=2',
    '/ui/#!/fleet/1/vehicle/2',
    '/dataspy/?fileId=5',
    '/ui2/results',
    '/ui/#!/server/settings',
  ]
  for (const row of rows.filter(([address]) => opened.includes(address))) {
    // A change of the hash alone would not load the page anew.
    await page.goto('about:blank')
    await page.goto(house.product.address + row[0], { waitUntil: 'commit' })
    const right = outcome(row, who)
    await page.getByRole('heading', { level: 1, name: right.heading, exact: true }).waitFor()
    expect.soft(await arrival(page, right), row[0]).toEqual(right)
  }
  expect(faults).toEqual([])
  await context.close()
})

test('the health page is the two words of the specification, for everybody', async () => {
  const { page, context } = await house.visit('/ui2/systemHealth')
  await page.waitForFunction(() => document.body.innerText.trim() === '200 OK')
  await context.close()
})

test('an address without a page says so, and leads back', async () => {
  const { page, context } = await house.visit('/ui2/nothing/here', { as: 'plain' })
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  await page.goto(`${house.product.address}/ui/#!/neither/here`)
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await context.close()
})

test('classic addresses typed by hand, links, Back and the keyboard all lead to the same pages', async () => {
  const { page, context, faults } = await house.visit('/ui/#!/', { as: 'admin' })
  const titled = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await titled('Dashboard')
  await page.evaluate(() => (location.hash = '#!/devices/versions'))
  await titled('Device versions')
  await page.getByRole('button', { name: 'Back' }).click()
  await titled('Dashboard')

  await page.getByRole('button', { name: 'Devices' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('f')
  await page.keyboard.press('Enter')
  await titled('Files for devices')
  expect(await place(page)).toBe('/ui/#!/devices/downloadFiles')
  expect(faults).toEqual([])
  await context.close()
})

/** What the navigation offers, menus with their pages. */
async function offered(page: Page): Promise<string[]> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByText('Dashboard').waitFor()
  return await main.evaluate((navigation) =>
    [...navigation.children].flatMap((entry) => {
      const items = [...entry.querySelectorAll('[role=menuitem]')].map((item) => item.textContent.trim())
      return items.length > 0 ? [] : [entry.textContent.trim()]
    }),
  )
}

test('the menus are those of the role', async () => {
  const everyone = ['Dashboard', 'Data Archive', 'Devices', 'Catalogs']
  const expected = {
    plain: everyone,
    ipa: ['Dashboard', 'Data Archive', 'IPA', 'Devices', 'Catalogs'],
    admin: ['Dashboard', 'Data Archive', 'IPA', 'Devices', 'Catalogs', 'Organizations', 'Server'],
  }
  for (const who of ['plain', 'ipa', 'admin'] as const) {
    const { page, context } = await house.visit('/ui/#!/', { as: who })
    expect(await offered(page), who).toEqual(expected[who])
    if (who === 'admin') {
      const itemsOf = async (menu: string) => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: menu }).click()
        const items = await page.getByRole('menuitem').and(page.locator(':visible')).allInnerTexts()
        await page.keyboard.press('Escape')
        return items.map((item) => item.trim())
      }
      expect(await itemsOf('Data Archive')).toEqual(['All Collections', 'Only Groups'])
      expect(await itemsOf('IPA')).toEqual(['Results', 'Analyzers', 'Scripts', 'Datasets', 'How it Works'])
      await page.getByRole('button', { name: /User menu/ }).click()
      const own = await page.getByRole('menuitem').and(page.locator(':visible')).allInnerTexts()
      expect(own.map((item) => item.trim())).toEqual([
        'My Account',
        'Notifications',
        'Downloads',
        'Change Password',
        'Reload Permissions',
        'Logout',
      ])
    }
    await context.close()
  }
})
