import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { uploadFile } from './uploading.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'
import { zipEntries } from './zip-entries.ts'

/** Names that a spreadsheet would run. */
const formulas = ['=HYPERLINK("http://evil.example")', '+1+1', '-2+3', '@SUM(A1)']
const vehicles = ['Alpha', 'Bravo', '=1+2'] as const
const uploads = 60
let house: House
let visit: Visit

beforeAll(async () => {
  house = await openHouse()
  const { access_token: token } = await house.tokens('admin', passwords.admin)
  const withId = z.object({ id: z.int() })
  const fleet = withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'Grid' } }))
  const ids: number[] = []
  for (const name of vehicles)
    ids.push(withId.parse(await house.call('POST', `/api/v1/fleets/${fleet.id}/vehicles`, { token, body: { name } })).id)
  const day = (index: number) => new Date(Date.UTC(2026, 4, 1, 8, index)).toISOString()
  for (let index = 0; index < uploads; index++) {
    await uploadFile(house.product.address, token, {
      filename: `notes_${index}.txt`,
      bytes: new TextEncoder().encode(`drive ${index}\n`),
      collection: formulas[index - (uploads - formulas.length)] ?? `Drive${String(index).padStart(2, '0')}`,
      start: day(index),
      end: day(index + 1),
      vehicleId: ids[index % ids.length] ?? 0,
    })
  }
  visit = await house.visit('/ui/#!/data', { as: 'plain' })
  await visit.page.getByText('60 uploads').waitFor()
})

afterAll(async () => {
  await house?.end()
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Collections' })
const open = async (page: Page, path: string) => {
  await page.goto('about:blank')
  await page.goto(house.product.address + path)
  // "Loading" stands in a cell too: the first line of the data is meant
  await page.locator('[data-line="0"]').first().waitFor()
}
/** Texts of a column of the mounted rows, from the top. */
async function column(page: Page, title: string): Promise<string[]> {
  const titles = (await grid(page).getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[↑↓]/, '').trim())
  const index = titles.indexOf(title) + 1
  const cells = await grid(page).locator(`[role=row][data-index] [aria-colindex="${index}"]`).allInnerTexts()
  return cells.map((cell) => cell.trim())
}

async function exported(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const begun = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind }).click()
  const download = await begun
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('titles sort on the server, first upwards, then downwards, and the address holds the order', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data')
  const ids = (await column(page, 'Upload Id')).map(Number)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const title = grid(page).getByRole('columnheader', { name: 'Start' })
  expect(await grid(page).getByRole('columnheader', { name: 'Upload Id' }).getAttribute('aria-sort')).toBe('descending')
  await title.click()
  await page.locator('[role=columnheader][aria-sort=ascending]', { hasText: 'Start' }).waitFor()
  await expect.poll(async () => (await column(page, 'Start'))[0]).toBe('2026-05-01 08:00:00')
  expect(await place(page)).toBe('/ui/#!/data?sort=startDate&order=asc')
  await title.click()
  await expect.poll(async () => (await column(page, 'Start'))[0]).toBe('2026-05-01 08:59:00')
  await page.goBack()
  await expect.poll(async () => (await column(page, 'Start'))[0]).toBe('2026-05-01 08:00:00')
  for (const name of ['Start', 'End', 'Vehicle', 'Name', 'Upload Id']) {
    expect(await grid(page).getByRole('columnheader', { name }).getAttribute('aria-sort'), name).not.toBeNull()
  }
  for (const name of ['View', 'Data Type'])
    expect(await grid(page).getByRole('columnheader', { name }).getAttribute('aria-sort'), name).toBeNull()
})

test('the pager goes first, back, on and last, and takes whole page numbers only', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data?max=25')
  const pager = page.getByRole('form', { name: 'Pages' })
  const box = pager.getByRole('textbox')
  const on = async (number: number) => {
    await page.getByRole('textbox', { name: `Page ${number} of 3` }).waitFor()
    await expect.poll(async () => (await place(page)).match(/page=(\d+)/)?.[1] ?? '1').toBe(String(number))
  }
  const enabled = async () =>
    (
      await Promise.all(
        ['First', 'Prev', 'Next', 'Last'].map(async (name) =>
          (await pager.getByRole('button', { name }).isEnabled()) ? name : '',
        ),
      )
    ).filter(Boolean)
  await on(1)
  expect(await enabled()).toEqual(['Next', 'Last'])
  await pager.getByRole('button', { name: 'Next' }).click()
  await on(2)
  expect(await enabled()).toEqual(['First', 'Prev', 'Next', 'Last'])
  await pager.getByRole('button', { name: 'Last' }).click()
  await on(3)
  await page.getByText('Drive09').waitFor()
  expect(await enabled()).toEqual(['First', 'Prev'])
  for (const wrong of ['0', '4', '1.5', 'x', '']) {
    await box.fill(wrong)
    await box.press('Enter')
    expect(await box.getAttribute('aria-invalid'), wrong).toBe('true')
    await on(3)
  }
  await box.fill('2')
  await box.press('Enter')
  await on(2)
  await pager.getByRole('button', { name: 'First' }).click()
  await on(1)
})

test('csv is named Datagrid and holds the rows as shown, without anything a spreadsheet would run', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data?max=10')
  const { name, bytes } = await exported(page, 'Text (.csv)')
  expect(name).toBe('Datagrid.csv')
  const text = bytes.toString('utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Group,Start,End,Vehicle,Name,Upload Id,Recording,Data Type')
  expect(lines).toHaveLength(11)
  for (const formula of formulas) expect(text).toContain(`'${formula.replaceAll('"', '""')}`)
  expect(text).toContain("'=1+2")
  expect(text).not.toMatch(/(^|,|\n)"?[=+@]/m)
  expect(text).not.toMatch(/(^|,|\n)"?-\D/m)
  expect(text).toContain('2026-05-01 08:59:00')
})

test('xlsx is named Datagrid and holds the same', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data?max=10')
  const { name, bytes } = await exported(page, 'Excel (.xlsx)')
  expect(name).toBe('Datagrid.xlsx')
  const parts = zipEntries(bytes)
  const all = [...parts.values()].join('\n')
  expect(all).toContain('Upload Id')
  expect(all).toContain('2026-05-01 08:59:00')
  for (const formula of ['+1+1', '-2+3', '@SUM(A1)', '=1+2']) {
    expect(all).toMatch(new RegExp(`>('|&apos;|&#39;)${formula.replaceAll(/[+()]/g, '\\$&')}`))
    expect(all).not.toContain(`>${formula}<`)
  }
  const sheet = [...parts].find(([path]) => path.startsWith('xl/worksheets/'))?.[1] ?? ''
  expect(sheet.match(/<row /g)).toHaveLength(11)
  expect(sheet).not.toContain('<f>')
})

test('the keyboard walks the cells: one tab stop, arrows, Home, End, Page Down, Enter into controls and Escape out', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data')
  const at = () =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest<HTMLElement>('[data-line]')
      return cell ? `${cell.dataset['line']}:${cell.dataset['column']}` : null
    })
  const press = async (key: string, expected: string) => {
    await page.keyboard.press(key)
    await expect.poll(at, { message: key }).toBe(expected)
  }
  expect(await grid(page).locator('[tabindex="0"]').count()).toBe(1)
  await grid(page).locator('[tabindex="0"]').focus()
  expect(await at()).toBe('0:0')
  await press('ArrowRight', '0:1')
  await press('ArrowDown', '1:1')
  await press('End', '1:8')
  await press('Home', '1:0')
  await press('PageDown', '16:0')
  await press('PageDown', '31:0')
  // Rows far below are mounted only when one gets there.
  await press('Control+End', '49:8')
  await press('Control+Home', '0:0')
  await press('ArrowUp', '-1:0')
  await press('ArrowUp', '-1:0')
  await press('ArrowDown', '0:0')
  await press('End', '0:8')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('false')
  await page.keyboard.press('Space')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('true')
  await page.getByText('1 files (9 Bytes) selected').waitFor()
  await press('Escape', '0:8')
  // Space on a cell toggles all files of its row.
  await press('ArrowDown', '1:8')
  await page.keyboard.press('Space')
  await page.getByText('2 files (18 Bytes) selected').waitFor()
  expect(await grid(page).getByRole('row', { selected: true }).count()).toBe(2)
  // Enter on a title sorts.
  await press('Control+Home', '0:0')
  await press('ArrowUp', '-1:0')
  await press('ArrowRight', '-1:1')
  await page.keyboard.press('Enter')
  await page.locator('[role=columnheader][aria-sort=ascending]', { hasText: 'Start' }).waitFor()
})

test('columns can be hidden and stay out of the export; those that a row needs cannot', async () => {
  const { page } = visit
  await open(page, '/ui/#!/data?max=5')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Vehicle' }).click()
  expect(await page.getByRole('menuitemcheckbox', { name: 'Name' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await grid(page).getByRole('columnheader', { name: 'Vehicle' }).count()).toBe(0)
  const { bytes } = await exported(page, 'Text (.csv)')
  expect(bytes.toString('utf8').slice(1).split('\r\n')[0]).toBe('Group,Start,End,Name,Upload Id,Recording,Data Type')
})

test('groups have one header each, which folds them', async () => {
  const { page } = visit
  await open(page, '/ui2/data/groups?max=5')
  await page.getByText('60 uploads in 60 groups').waitFor()
  const band = page.getByRole('row', { name: /^Group ID: \d+ - @SUM\(A1\) \(1\)/ })
  await band.waitFor()
  expect(await band.getAttribute('aria-expanded')).toBe('true')
  const rows = page.getByRole('row', { level: 2 })
  const before = await rows.count()
  await band.click()
  expect(await band.getAttribute('aria-expanded')).toBe('false')
  expect(await rows.count()).toBe(before - 1)
  await band.locator('[data-line]').focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('[role=row][aria-expanded=true]', { hasText: '@SUM' }).waitFor()
  expect(await rows.count()).toBe(before)
})

test('nothing on these pages broke a rule of the browser', () => {
  expect(visit.faults).toEqual([])
})
