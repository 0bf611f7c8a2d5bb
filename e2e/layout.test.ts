import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { serverInfo } from '#contract/server.ts'
import { dashboard, openHouse, passwords, place, prefix, stored } from './visitors.ts'
import type { House } from './visitors.ts'

let house: House
let vehiclePath: string

beforeAll(async () => {
  house = await openHouse({
    LOGGERHEAD_MENU_EXTENSIONS: 'Wiki=https://wiki.example.com/fleet; Tickets=https://tickets.example.com',
  })
  const { access_token: token } = await house.tokens('admin', passwords.admin)
  const fleet = z.object({ id: z.int() }).parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'North' } }))
  const vehicle = z
    .object({ id: z.int() })
    .parse(
      await house.call('POST', `/api/v1/fleets/${fleet.id}/vehicles`, { token, body: { name: 'van-7', displayName: 'Van 7' } }),
    )
  const device = z
    .object({ id: z.int() })
    .parse(await house.call('POST', '/api/v1/devices', { token, body: { type: 'NEO', serial: 'NF0007' } }))
  await house.call('POST', `/api/v1/devices/${device.id}/assignments`, {
    token,
    body: { vehicleId: vehicle.id, from: '2026-01-15T22:30:00.000Z' },
  })
  vehiclePath = `/ui/#!/fleet/${fleet.id}/vehicle/${vehicle.id}`
})

afterAll(async () => {
  await house?.end()
})

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test('Back goes back, and is hidden when the window is narrower than 768 px', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await titled(page, 'Devices')
  const back = page.getByRole('button', { name: 'Back' })
  for (const [width, visible] of [
    [768, true],
    [767, false],
    [1440, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect(await back.isVisible(), `${width} px`).toBe(visible)
  }
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await dashboard(page)
  await back.click()
  await titled(page, 'Devices')
  expect(await place(page)).toBe('/ui/#!/devices')
  await context.close()
})

test("the operator's own pages are a menu, and the time zone is a link to the account", async () => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'plain' })
  await dashboard(page)
  await page.getByRole('button', { name: 'Extensions' }).click()
  const items = page.getByRole('menuitem')
  expect(await items.allTextContents()).toEqual(['Wiki', 'Tickets'])
  expect(await items.first().getAttribute('href')).toBe('https://wiki.example.com/fleet')
  expect(await items.first().getAttribute('target')).toBe('_blank')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Tickets' }).waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByTitle('Your time zone').click()
  await titled(page, 'My Account')
  await context.close()
})

test('Help is a popup of half the window; a page without a help text says "No content"', async () => {
  const { page, context } = await house.visit('/ui/#!/account', { as: 'plain' })
  await titled(page, 'My Account')
  await page.getByRole('button', { name: 'Help' }).click()
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await dialog.waitFor()
  expect((await dialog.innerText()).replace(/\s+/g, ' ').trim()).toBe('Help No content')
  expect(await dialog.boundingBox()).toMatchObject({ width: 720, height: 450 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Help')
  await page.goto(`${house.product.address}/ui2/data/groups`)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('dialog').getByText('groups of stored collections').waitFor()
  await context.close()
})

test('breadcrumbs lead from where one began to the page', async () => {
  const { page, context } = await house.visit(vehiclePath, { as: 'plain' })
  await titled(page, 'Van 7')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByText('North').waitFor()
  expect((await crumbs.getByRole('listitem').allInnerTexts()).map((text) => text.trim())).toEqual(['Dashboard', 'North', 'Van 7'])
  await crumbs.getByRole('link', { name: 'Dashboard' }).click()
  await dashboard(page)
  expect(await place(page)).toBe('/ui/#!/')
  await context.close()
})

test('the footer has the year, two links and Server Info, which can be downloaded as JSON', async () => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'admin' })
  const footer = page.getByRole('contentinfo')
  await footer.getByText(String(new Date().getFullYear())).waitFor()
  expect(await footer.getByRole('link').count()).toBe(2)
  await footer.getByRole('button', { name: 'Server Info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Server Info' })
  await dialog.getByText('Version').waitFor()
  const shown = await dialog.innerText()
  for (const name of ['Version', 'Processors', 'Memory total', 'Memory free', 'Memory available']) expect(shown).toContain(name)
  const today = () => `ServerInfo${new Date().toISOString().slice(0, 10)}.json`
  const before = today()
  const begun = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await begun
  expect([before, today()]).toContain(download.suggestedFilename())
  const info = serverInfo.answer.parse(JSON.parse(await readFile(await download.path(), 'utf8')))
  expect(shown).toContain(info.version)
  expect(shown).toContain(info.cpuinfo.modelName)
  for (const { name, mac } of info.network) expect(shown).toMatch(new RegExp(`Network ${name}\\s+${mac}`))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

test('Reload Permissions says so for a second and a half, and the menus follow', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('button', { name: 'Devices' }).waitFor()
  await house.command(['user', 'set-roles', 'plain', 'ipa'])
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'User menu of Paula Reed' }).click()
  await page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  const toast = page.getByRole('status').getByText('User permissions updated')
  await toast.waitFor()
  const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect([Math.round(x + width / 2), Math.round(y + height / 2)], 'the centre').toEqual([720, 450])
  await main.getByText('IPA', { exact: true }).waitFor()
  await page.clock.runFor(1_600)
  await toast.waitFor({ state: 'detached' })
  await page.clock.resume()
  await house.command(['user', 'set-roles', 'plain'])

  await context.setOffline(true)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  await page.getByText('Error reloading permissions').waitFor()
  await context.close()
})

test('the colours follow the system until one is chosen, and the choice outlives reload and logout', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain', theme: 'dark' })
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await titled(page, 'Devices')
  expect(await theme()).toBe('dark')
  const dark = await background()
  await page.getByRole('button', { name: /^Colours/ }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  expect(await theme()).toBe('light')
  // with reduced motion every change of colour still takes a frame
  await expect.poll(background).not.toBe(dark)
  await page.reload()
  await titled(page, 'Devices')
  expect(await theme()).toBe('light')
  await page.goto(`${house.product.address}/ui2/logout`)
  await page.getByLabel('Username').waitFor()
  expect(await theme()).toBe('light')
  expect(await page.evaluate((begin) => Object.keys(localStorage).filter((key) => key.startsWith(begin)), prefix)).toEqual([])
  await context.close()
})

test('times are shown in the zone of the preference, and the bar names it', async () => {
  const { page, context } = await house.visit(vehiclePath, { as: 'plain' })
  await titled(page, 'Van 7')
  const token = (await stored(page, 'access_token')) ?? ''
  for (const [val, shown] of [
    ['+00:00UTC', '2026-01-15 22:30:00'],
    ['+01:00Europe/Berlin', '2026-01-15 23:30:00'],
    // The offset is that of the day it was chosen; the zone decides.
    ['+02:00Europe/Berlin', '2026-01-15 23:30:00'],
    ['+05:30Asia/Kolkata', '2026-01-16 04:00:00'],
  ] as const) {
    await house.call('POST', '/api/v1/userPreference', { token, body: { name: 'timezone', val } })
    await page.reload()
    await page.getByTitle('Your time zone').getByText(val.slice(6)).waitFor()
    await page.getByText(shown).first().waitFor()
  }
  await context.close()
})

test('on narrow windows the navigation is a sheet with every page', async () => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'ipa', width: 390 })
  await dashboard(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('link', { name: 'Analyzers' }).waitFor()
  expect(await sheet.getByRole('link', { name: 'Organizations' }).count()).toBe(0)
  await sheet.getByRole('link', { name: 'Only Groups' }).click()
  await titled(page, 'Data Groups')
  await sheet.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await context.close()
})
