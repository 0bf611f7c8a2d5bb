import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { notification } from '#contract/notification-inbox.ts'
import { seedArchive } from './archive-seed.ts'
import { barriers } from './axe.ts'
import { openHouse, passwords, stored } from './visitors.ts'
import type { House } from './visitors.ts'

let house: House
let token: string
let files: readonly number[]

beforeAll(async () => {
  house = await openHouse()
  token = (await house.tokens('admin', passwords.admin)).access_token
  const { rows } = await seedArchive(house, token)
  files = rows.flatMap(({ versions }) => versions.map(({ id }) => id))
})
afterAll(() => house.end())

const withId = z.object({ id: z.int() })

/** A zip of one file, and the wish to be told when it is ready, which it is at once. */
async function wishToKnow(at: number): Promise<void> {
  const made = await house.call('POST', '/api/v1/data/download', { token, body: { selectedIds: [files[at]] } })
  const body = { type: 'Download Ready', what: 'userDownload', whatId: withId.parse(made).id }
  await house.call('POST', '/api/v1/notificationPreferences', { token, body })
}

test('what the server tells is on the page without asking for it, in every tab, and in the list', async () => {
  const { page, context, faults } = await house.visit('/ui2/home', { as: 'admin' })
  const checks: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('checkForNewAndUnread')) checks.push(request.url())
  })
  await page.getByRole('button', { name: /^User menu of/ }).waitFor()
  const second = await context.newPage()
  await second.goto(`${house.product.address}/ui2/home`)
  await second.getByRole('button', { name: /^User menu of/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => navigator.locks.query().then(({ held }) => held?.map(({ name }) => name))))
    .toContain('loggerhead_events')

  await wishToKnow(0)
  for (const tab of [page, second]) await tab.getByRole('button', { name: /, 1 unread notifications$/ }).waitFor()
  // Nobody polled: no tab asked more often than once for its own beginning, once for the stream's, and for what was told.
  expect(checks.length).toBeLessThanOrEqual(10)

  await page.bringToFront()
  await page.getByRole('button', { name: /unread notifications$/ }).click()
  await page.getByRole('menuitem', { name: /Notifications/ }).click()
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  const title = page.getByRole('link', { name: /^Download ready: / })
  await title.waitFor()
  expect(await barriers(page)).toEqual([])

  // The list follows too.
  await wishToKnow(1)
  await expect.poll(() => title.count()).toBe(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [page, second]) await tab.getByRole('button', { name: /^User menu of [^,]*$/ }).waitFor()
  await page.getByLabel('Only unread').check()
  await page.getByText('Nothing unread').waitFor()
  await page.getByLabel('Only unread').uncheck()
  await page
    .getByRole('button', { name: /^Delete Download ready/ })
    .first()
    .click()
  await expect.poll(() => title.count()).toBe(1)

  await title.click()
  await page.getByRole('heading', { name: 'Downloads' }).waitFor()
  expect(faults).toEqual([])
})

test('the page at 390 pixels is usable and has no barriers', async () => {
  const { page, faults } = await house.visit('/ui/#!/account/notifications', { as: 'admin', width: 390 })
  await page
    .getByRole('link', { name: /^Download ready: / })
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
})

test('signing out ends the events; what came meanwhile is there after signing in', async () => {
  await wishToKnow(2)
  const listed = z.array(notification).parse(await house.call('GET', '/api/v1/notifications?unread=true', { token }))
  const { page } = await house.visit('/ui2/home', { as: 'admin' })
  await page.getByRole('button', { name: new RegExp(`, ${listed.length} unread notifications$`) }).waitFor()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/events'))
  await page.goto(`${house.product.address}/ui2/logout`)
  await ended
  await page.getByLabel('Username').waitFor()
})

test('a check that is refused logs the user out', async () => {
  const { page } = await house.visit('/ui2/home', { as: 'admin' })
  await page.getByRole('button', { name: /^User menu of/ }).waitFor()
  await wishToKnow(3)
  // The highest one that this tab has shown.
  const highest = () => page.evaluate(() => Number(sessionStorage.getItem('loggerhead_highest_new_notification_id')))
  await expect.poll(highest).toBeGreaterThan(0)
  const own = (await stored(page, 'access_token')) ?? ''
  await house.call('DELETE', '/auth/session', { token: own })
  // Told by the stream, the page asks, and learns that its session has ended.
  await wishToKnow(4)
  await page.getByLabel('Username').waitFor()
  expect(await stored(page, 'access_token')).toBe(null)
})
