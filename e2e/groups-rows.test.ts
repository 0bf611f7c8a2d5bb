import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UploadRow } from '#contract/archive.ts'
import { goAnew, openArchive, searchPath } from './archive-page.ts'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import { openHouse, passwords } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let visit: Visit
let rows: UploadRow[]

beforeAll(async () => {
  house = await openHouse()
  const token = (await house.tokens('admin', passwords.admin)).access_token
  const archive = await seedLogger(house, token)
  rows = await archive.search()
  visit = await house.visit('/ui2/login', { as: 'plain' })
}, 120_000)
afterAll(async () => {
  await house?.end()
})
afterEach(async () => {
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' })
})

const open = (page: Page) => openArchive(page, `${house.product.address}/ui2/data/groups`)
const rowOf = (page: Page, name: string) => page.locator('[role=row][data-index]', { hasText: name })
const fileId = (fileName: string) =>
  rows.flatMap(({ versions }) => versions).find((version) => version.fileName === fileName)?.id ?? 0
const uploadOf = (collection: string) => rows.find((row) => row.collection === collection)?.uploadId ?? 0

describe('the settings', () => {
  test('are three preferences that are on or off, stored as texts', async () => {
    const { page } = visit
    await open(page)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const stored = async () => {
      const token = (await house.tokens('plain', passwords.plain)).access_token
      return await house.call('GET', '/api/v1/userPreference', { token })
    }
    const names = { 'Flatten downloads': 'flatten', 'Convert times in file names': 'filenameTimezoneConvert' }
    for (const [label, name] of Object.entries(names)) {
      const control = dialog.getByRole('switch', { name: label })
      expect(await control.getAttribute('aria-checked')).toBe('false')
      // the one before may still be on its way to the page
      await expect.poll(() => control.getAttribute('aria-disabled')).toBe('false')
      await control.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => stored()).toContainEqual(expect.objectContaining({ name, val: 'true' }))
      await dialog.locator(`[role=switch][aria-checked=true]`).first().waitFor()
      await control.click()
      await expect.poll(() => stored()).toContainEqual(expect.objectContaining({ name, val: 'false' }))
    }
    expect(await dialog.getByRole('switch').count()).toBe(3)
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('hide persistent files: what a logger carries on for longer than a day', async () => {
    const { page } = visit
    await open(page)
    await rowOf(page, 'Counter_001').waitFor()
    const turn = async () => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('dialog').getByRole('switch', { name: 'Hide persistent files' }).click()
      await page.keyboard.press('Escape')
    }
    // an event of the server may repeat the search without it
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/api/v1/data/search') && request.postDataJSON().hidePersistentFiles === true,
    )
    await turn()
    await asked
    await page.getByText('3 uploads in 3 groups').waitFor()
    expect(await rowOf(page, 'Counter_001').count()).toBe(0)
    await page.getByText('persistent files hidden').waitFor()
    await turn()
    await rowOf(page, 'Counter_001').waitFor()
  })
})

describe('the badge of DataSpy', () => {
  const status = '**/api/v1/data/dataspyStatus'

  test('says that it is ready', async () => {
    const { page } = visit
    await open(page)
    await page.getByText('DataSpy ready', { exact: true }).waitFor()
  })

  test.each(['"yes"', '[]', 'null', '{"enabled":false,"url":""}'])('of the answer %s says that it is disabled', async (body) => {
    const { page } = visit
    await page.route(status, (route) => route.fulfill({ contentType: 'application/json', body }))
    await open(page)
    await page.getByText('DataSpy disabled', { exact: true }).waitFor()
    expect(await rowOf(page, 'Drive_001').getByRole('link', { name: 'DataSpy' }).count()).toBe(0)
  })
})

describe('the column View', () => {
  test('opens DataSpy in a new tab, and with Alt a choice of the versions it can open', async () => {
    const { page, context } = visit
    await open(page)
    const row = rowOf(page, 'Drive_001')
    const link = row.getByRole('link', { name: 'DataSpy' })
    expect(await link.getAttribute('href')).toBe(`/dataspy/?fileId=${fileId('drive.log')}`)
    const opened = context.waitForEvent('page')
    await link.click()
    const tab = await opened
    await tab.waitForURL(`**/dataspy/?fileId=${fileId('drive.log')}`)
    await tab.close()
    await link.click({ modifiers: ['Alt'] })
    const choices = row.getByRole('menuitem').filter({ visible: true })
    await expect.poll(() => choices.allInnerTexts()).toEqual([expect.stringMatching(/^LOG/), expect.stringMatching(/^DB/)])
    expect(await choices.nth(1).getAttribute('href')).toBe(`/dataspy/?fileId=${fileId('store.db')}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => choices.count()).toBe(0)
  })

  test('has a viewer for each file: links in a new tab at their addresses, the rest in the page', async () => {
    const { page } = visit
    await open(page)
    const row = rowOf(page, 'Drive_001')
    await row.getByRole('button', { name: 'Viewer of Drive_001' }).click()
    const links = await row
      .getByRole('menuitem')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((item) => [item.firstChild?.textContent?.trim(), item.getAttribute('href')]))
    const at = (kind: string, name: string) => `/ui/#!/data/quickview/${kind}/${fileId(name)}`
    expect(links).toEqual(
      expect.arrayContaining([
        ['Log CSV', at('csv', 'table.csv')],
        ['DB Viewer', at('db', 'store.db')],
        ['XML DTC Viewer', at('xml', 'codes.xml')],
        ['XML DM1 Viewer', at('dm1', 'codes.xml')],
        ['HTML Viewer', null],
      ]),
    )
    expect(await barriers(page)).toEqual([])
    await row.getByRole('menuitem', { name: /^HTML Viewer/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // One viewer alone is a button.
    await rowOf(page, 'Note_001').getByRole('button', { name: 'Text Viewer: note.txt' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
  })

  test('lists associated items: notes where there is a script too, the script by its name, locations', async () => {
    const { page } = visit
    await open(page)
    const items = (name: string) => rowOf(page, name).getByRole('menuitem').filter({ visible: true })
    await rowOf(page, 'Drive_001').getByRole('button', { name: 'Associated Items of Drive_001' }).click()
    expect((await items('Drive_001').allInnerTexts()).slice(0, 3)).toEqual([
      'Extraction Notes',
      'Script: winter.lhs',
      'Locations',
    ])
    for (const name of ['Extraction Notes', 'Script: winter.lhs', 'Locations']) {
      if (!(await items('Drive_001').first().isVisible()))
        await rowOf(page, 'Drive_001').getByRole('button', { name: 'Associated Items of Drive_001' }).click()
      await items('Drive_001').getByText(name, { exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await rowOf(page, 'Note_001').getByRole('button', { name: 'Associated Items of Note_001' }).click()
    expect(await items('Note_001').first().innerText()).toBe('Locations')
  })

  test('is used with the keyboard: Enter steps in, arrows go on, Escape closes a menu and then leaves the cell', async () => {
    const { page } = visit
    await open(page)
    const trigger = rowOf(page, 'Note_001').getByRole('button', { name: 'Associated Items of Note_001' })
    const items = rowOf(page, 'Note_001').getByRole('menuitem').filter({ visible: true })
    const cell = rowOf(page, 'Note_001').locator('[role=gridcell]', { has: page.locator('.view') })
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => items.count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => items.count()).toBe(0)
    expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

test('the criteria fold into one line and open again', async () => {
  const { page } = visit
  await goAnew(page, `${house.product.address}/ui2/data/groups?name=Drive&ext=log`)
  await rowOf(page, 'Drive_001').waitFor()
  await page.getByRole('button', { name: 'Fold the criteria' }).click()
  const line = page.getByRole('button', { name: 'Search Criteria · Drive · LOG' })
  await line.click()
  await page.getByRole('form', { name: 'Search Criteria' }).waitFor()
  expect(await line.count()).toBe(0)
})

test('files that are recycled leave the selection, and the page searches again', async () => {
  const { page, context } = await house.visit('/ui2/data/groups', { as: 'admin' })
  const row = rowOf(page, 'Note_001')
  await row.locator('.versions').getByRole('button', { name: /^TXT/ }).click()
  await page.getByRole('button', { name: 'Move to Recycling' }).click()
  const dialog = page.getByRole('dialog')
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Move to Recycling' }).click()
  expect(new URL((await deleted).url()).pathname).toBe(`/api/v1/uploadFileVersions/${fileId('note.txt')}`)
  await dialog.getByText('1 file moved to recycling.').waitFor()
  const again = page.waitForRequest(searchPath)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await again
  await row.waitFor({ state: 'detached' })
  expect(await page.getByText(/selected/).count()).toBe(0)
  expect(uploadOf('Note')).toBeGreaterThan(0)
  await context.close()
})
