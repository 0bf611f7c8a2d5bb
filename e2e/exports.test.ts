import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dock, openArchive } from './archive-page.ts'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import type { LoggerArchive } from './logger-seed.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

const nothing =
  'No exportable files were found. A VSDB is required. Any files selected that were not exportable have been unselected. Please select the VSB.'
const exportPath = '**/api/v1/data/export'

let house: House
let visit: Visit
let archive: LoggerArchive

beforeAll(async () => {
  house = await openHouse()
  const token = (await house.tokens('admin', passwords.admin)).access_token
  archive = await seedLogger(house, token)
  visit = await house.visit('/ui2/login', { as: 'admin' })
}, 120_000)
afterAll(async () => {
  await house?.end()
})

const open = (page: Page) => openArchive(page, `${house.product.address}/ui2/data/groups`)
const toggle = (page: Page, fileName: string) => page.locator('.versions').getByTitle(fileName, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export Selections' })

async function openDialog(page: Page, ...fileNames: string[]): Promise<void> {
  await open(page)
  for (const name of fileNames) await toggle(page, name).click()
  await dock(page).getByRole('button', { name: 'Export Selections' }).click()
  await dialog(page).waitFor()
}

describe('the export dialog', () => {
  test('warns when none of the files can be exported, and unselects them', async () => {
    const { page } = visit
    await openDialog(page, 'note.txt', 'table.csv')
    await dialog(page).getByRole('alert').getByText(nothing, { exact: true }).waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Export', exact: true }).count()).toBe(0)
    await expect.poll(() => toggle(page, 'note.txt').getAttribute('aria-pressed')).toBe('false')
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(
      await dock(page)
        .getByText(/selected/)
        .count(),
    ).toBe(0)
  })

  test('lists the recordings by device, and drops what is none', async () => {
    const { page } = visit
    await openDialog(page, 'drive.log', 'brought.log', 'note.txt')
    const list = dialog(page).getByRole('region', { name: 'Selected files' })
    expect(await list.getByRole('heading').allInnerTexts()).toEqual(['LH-2 NF0007 1 file', 'No device 1 file'])
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('drive.log'),
      expect.stringContaining('brought.log'),
    ])
    await list.getByText('1 selected file is no recording').waitFor()
    await expect.poll(() => toggle(page, 'note.txt').getAttribute('aria-pressed')).toBe('false')
    expect(await toggle(page, 'drive.log').getAttribute('aria-pressed')).toBe('true')
  })

  test('holds the force rate between -1 and 1000, -1 at first', async () => {
    const { page } = visit
    await openDialog(page, 'drive.log')
    const rate = dialog(page).getByLabel('Force Rate')
    expect(await rate.inputValue()).toBe('-1')
    for (const [typed, held] of [
      ['5000', '1000'],
      ['-9', '-1'],
      ['', '-1'],
      ['20', '20'],
    ] as const) {
      await rate.fill(typed)
      await rate.blur()
      expect(await rate.inputValue()).toBe(held)
    }
  })

  test('advises a rate for a CSV, and suggests signals of the recordings', async () => {
    const { page } = visit
    await openDialog(page, 'drive.log')
    const advice = dialog(page).getByText(/give a rate, such as 10/)
    expect(await advice.count()).toBe(0)
    await dialog(page).getByRole('checkbox', { name: 'CSV .csv' }).check()
    await advice.waitFor()
    await dialog(page).getByLabel('Force Rate').fill('10')
    await advice.waitFor({ state: 'detached' })
    await dialog(page).getByText('Part of the recording').click()
    await dialog(page).getByRole('combobox', { name: 'Signals' }).fill('spe')
    await dialog(page).getByRole('option', { name: 'Motion.Speed' }).click()
    await dialog(page).getByRole('button', { name: 'Motion.Speed' }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('closed within half a second, has exported nothing', async () => {
    const { page } = await house.visit('/ui2/login', { as: 'plain' })
    await page.clock.install()
    const formats: unknown[] = []
    await page.route(exportPath, (route) => {
      formats.push(route.request().postDataJSON().format)
      return route.fulfill({ json: { success: [] } })
    })
    const button = () => dialog(page).getByRole('button', { name: 'Export', exact: true })
    const choose = (format: string) => dialog(page).getByRole('checkbox', { name: format }).check()
    await openDialog(page, 'drive.log')
    await choose('Vector ASC')
    await expect.poll(() => button().isEnabled()).toBe(true)
    await page.clock.pauseAt(Date.now() + 60_000)
    await button().click()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.clock.runFor(1_000)
    await page.clock.resume()
    // On the same page, the call of the first would come before that of the second.
    await dock(page).getByRole('button', { name: 'Export Selections' }).click()
    await choose('Vector BLF')
    await button().click()
    await expect.poll(() => formats).toEqual([2])
    await page.unroute(exportPath)
  })

  test('schedules, reports by device with a link to each job, and the files appear in their rows', async () => {
    const { page } = visit
    await openDialog(page, 'drive.log', 'brought.log')
    expect(await dialog(page).getByRole('button', { name: 'Export', exact: true }).isDisabled()).toBe(true)
    await dialog(page).getByRole('checkbox', { name: 'CSV .csv' }).check()
    await dialog(page).getByRole('checkbox', { name: 'Vector BLF' }).check()
    await dialog(page).getByLabel('Force Rate').fill('10')
    const asked = page.waitForRequest(exportPath)
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
    const drive = (await archive.search()).find(({ collection }) => collection === 'Drive')
    const id = drive?.versions.find(({ fileName }) => fileName === 'drive.log')?.id
    expect((await asked).postDataJSON()).toMatchObject({
      selectedIds: { [archive.deviceId]: [id], null: [expect.any(Number)] },
      forceRate: 10,
      format: 2 + 4,
    })
    const report = dialog(page).getByRole('region', { name: 'Scheduled' })
    await report.getByText('4 exports were scheduled.').waitFor()
    expect(await report.getByRole('heading').allInnerTexts()).toEqual(['LH-2 NF0007 2 jobs', 'No device 2 jobs'])
    const link = report.getByRole('link', { name: /^Job \d+$/ })
    expect(await link.first().getAttribute('href')).toMatch(/^\/ui\/#!\/server\/jobQueue\?ids=\d+$/)
    await expect.poll(() => report.getByText('FINISHED').count(), { timeout: 40_000 }).toBe(4)
    expect(await barriers(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('4 of 4 exported').waitFor()
    await toggle(page, 'drive_10Hz.csv').waitFor()
    await toggle(page, 'drive.blf').waitFor()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    expect(await page.getByText('4 of 4 exported').count()).toBe(0)
  })

  test('shows a refusal inline, with message, code and fields', async () => {
    const { page } = visit
    await openDialog(page, 'drive.log')
    const body = {
      id: 'invalid-fields',
      type: 'invalid',
      message: 'Some fields are not valid',
      fields: [{ field: 'format', message: 'Unknown' }],
    }
    await page.route(exportPath, (route) => route.fulfill({ status: 422, json: body }))
    await dialog(page).getByRole('checkbox', { name: 'Vector ASC' }).check()
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
    const card = dialog(page).getByRole('alert').filter({ hasText: 'An error occured' })
    await card.waitFor()
    expect(await card.innerText()).toContain('format')
    await page.unroute(exportPath)
  })
})

describe('the job queue', () => {
  test('shows every job with its state, and goes on by itself every 5 s while the server cannot tell of changes', async () => {
    const { page, context } = visit
    await context.route('**/api/v1/events', (route) => route.abort())
    await page.goto('about:blank')
    await page.goto(`${house.product.address}/ui/#!/server/jobQueue`)
    const grid = page.getByRole('grid', { name: 'Jobs' })
    await grid.getByText('EXPORT').first().waitFor()
    const titles = await grid.getByRole('columnheader').allInnerTexts()
    for (const title of ['Id', 'Type', 'Status', 'Created', 'Started', 'Finished', 'Outcome or error', 'Arguments'])
      expect(titles.map((text) => text.replace(/[↑↓]/, '').trim())).toContain(title)
    await grid.getByText(/^drive_10Hz\.csv: /).waitFor()
    const polls: number[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('/api/v1/jobQueue')) polls.push(request.timing().startTime)
    })
    await expect.poll(() => polls.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
    expect((polls[1] ?? 0) - (polls[0] ?? 0)).toBeGreaterThan(4500)
    await context.unroute('**/api/v1/events')
    expect(await barriers(page)).toEqual([])
  })

  test('shows the jobs that the address names, or those of one state', async () => {
    const { page } = visit
    const [first] = await page.getByRole('grid', { name: 'Jobs' }).locator('[data-index] [aria-colindex="1"]').allInnerTexts()
    await page.goto(`${house.product.address}/ui/#!/server/jobQueue?ids=${first}`)
    await page.getByText('Show all jobs').waitFor()
    await expect.poll(() => page.getByRole('grid', { name: 'Jobs' }).locator('[data-index]').count()).toBe(1)
    await page.getByText('Show all jobs').click()
    await page.getByRole('button', { name: /^FINISHED \d+$/ }).click()
    await expect.poll(() => place(page)).toBe('/ui/#!/server/jobQueue?status=FINISHED')
  })

  test('is a page of administrators', async () => {
    const { page, context } = await house.visit('/ui/#!/server/jobQueue', { as: 'plain' })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await context.close()
  })

  test('nothing here broke a rule of the browser', () => {
    // The stream of events was cut off above.
    expect(visit.faults.filter((fault) => !/status of (409|422)|net::ERR_FAILED/.test(fault))).toEqual([])
  })
})
