import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { uploadRow } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { column, dock, downloadOf, form, openArchive, pressed, searchPath, strip } from './archive-page.ts'
import { seedArchive, sum } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { openHouse, passwords } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let visit: Visit
let token: string

beforeAll(async () => {
  house = await openHouse()
  token = (await house.tokens('admin', passwords.admin)).access_token
  visit = await house.visit('/ui2/data/groups', { as: 'plain' })
  // high enough that every row is mounted
  await visit.page.setViewportSize({ width: 1440, height: 2000 })
})
afterAll(async () => {
  await house?.end()
})

// A test that failed must not take the next ones along.
afterEach(async () => {
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' })
})

const open = (page: Page, path = '/ui2/data/groups') => openArchive(page, house.product.address + path)

describe('an archive with uploads of two fleets', () => {
  let rows: Seeded['rows']
  let search: Seeded['search']

  beforeAll(async () => {
    ;({ rows, search } = await seedArchive(house, token))
  }, 120_000)

  test('start, end, vehicle, name and upload id sort the groups, at first by upload id from the newest on', async () => {
    const { page } = visit
    await open(page)
    const title = (name: string) => page.getByRole('columnheader', { name, exact: false })
    const ids = async (body: object) => (await search({ ...body, onlyGroups: true })).map(({ uploadId }) => String(uploadId))
    expect(await title('Upload Id').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => column(page, 'Upload Id')).toEqual(await ids({ sort: 'uploadId', order: 'desc' }))
    const names = { Start: 'startDate', End: 'endDate', Vehicle: 'vehicle', Name: 'name', 'Upload Id': 'uploadId' }
    for (const [name, sort] of Object.entries(names)) {
      for (const order of ['asc', 'desc']) {
        await title(name).click()
        await page.locator(`[role=columnheader][aria-sort=${order}ending]`, { hasText: name }).waitFor()
        await expect.poll(() => column(page, 'Upload Id'), { message: `${name} ${order}` }).toEqual(await ids({ sort, order }))
      }
    }
  })

  test('All Collections is the same page without groups', async () => {
    const { page } = visit
    await open(page, '/ui/#!/data')
    await page.getByText('14 uploads', { exact: true }).waitFor()
    await form(page).waitFor()
    await strip(page).waitFor()
    expect(await page.getByText(/^Group ID:/).count()).toBe(0)
    const titles = await page.getByRole('columnheader').allInnerTexts()
    expect(titles.map((title) => title.replace(/[↑↓]/, '').trim())).toEqual([
      'Group',
      'Start',
      'End',
      'Vehicle',
      'Name',
      'Upload Id',
      'Recording',
      'View',
      'Data Type',
    ])
    await expect.poll(() => column(page, 'Upload Id')).toEqual(rows.map(({ uploadId }) => String(uploadId)))
    const keys = {
      Start: (row: UploadRow) => row.startDate,
      End: (row: UploadRow) => row.endDate,
      Name: (row: UploadRow) => row.displayName,
      'Upload Id': (row: UploadRow) => String(row.uploadId).padStart(9, '0'),
    }
    for (const [name, key] of Object.entries(keys)) {
      const upwards = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ uploadId }) => String(uploadId))
      await page.getByRole('columnheader', { name }).click()
      await expect.poll(() => column(page, 'Upload Id'), { message: name }).toEqual(upwards)
    }
    await page.getByRole('columnheader', { name: 'Vehicle' }).click()
    await expect
      .poll(() => column(page, 'Vehicle'))
      .toEqual(rows.map(({ vehicle }) => vehicle?.name ?? '').toSorted((a, b) => (a < b ? -1 : 1)))
  })

  test('a data type is a toggle in upper case with its size, and count and size follow', async () => {
    const { page } = visit
    await open(page)
    const txt = page.locator('.versions').getByTitle('drive_04.txt', { exact: true })
    const csv = page.locator('.versions').getByTitle('table_04.csv', { exact: true })
    expect((await txt.innerText()).replaceAll(/\s+/g, ' ')).toBe('TXT 13 B')
    expect(await txt.getAttribute('aria-pressed')).toBe('false')
    await txt.click()
    expect(await txt.getAttribute('aria-pressed')).toBe('true')
    await dock(page).getByText('1 files (13 Bytes) selected').waitFor()
    await csv.click()
    await dock(page).getByText('2 files (26 Bytes) selected').waitFor()
    await txt.click()
    expect(await txt.getAttribute('aria-pressed')).toBe('false')
    expect(await csv.getAttribute('aria-pressed')).toBe('true')
    await dock(page).getByText('1 files (13 Bytes) selected').waitFor()
  })

  test('the strip chooses all files of a type, and giving one of them up clears the flag of its type', async () => {
    const { page } = visit
    await open(page)
    const all = strip(page).getByRole('button', { name: 'Select All' })
    const txt = strip(page).getByRole('button', { name: /^TXT / })
    const csv = strip(page).getByRole('button', { name: /^CSV / })
    await strip(page).getByText('Choose Extensions', { exact: true }).waitFor()
    const told = ({ count, size }: { count: number; size: number }) =>
      dock(page).getByText(`${count} files (${size} Bytes) selected`).waitFor()

    await txt.click()
    await told(sum(rows, 'txt'))
    expect([await pressed(page, 'TXT'), await pressed(page, 'CSV')]).toEqual([13, 0])
    await csv.click()
    expect(await pressed(page, 'CSV')).toBe(5)
    await page.locator('.versions').getByTitle('drive_04.txt', { exact: true }).click()
    expect([await txt.getAttribute('aria-pressed'), await csv.getAttribute('aria-pressed')]).toEqual(['false', 'true'])
    expect(await pressed(page, 'TXT')).toBe(12)
    await txt.click()
    expect(await pressed(page, 'TXT')).toBe(13)
    await txt.click()
    expect([await pressed(page, 'TXT'), await pressed(page, 'CSV')]).toEqual([0, 5])

    await all.click()
    await told(sum(rows))
    expect(await all.getAttribute('aria-pressed')).toBe('true')
    await page.locator('.versions').getByTitle('many.log', { exact: true }).click()
    expect(await all.getAttribute('aria-pressed')).toBe('false')
    await all.click()
    await all.click()
    await expect.poll(() => page.locator('.versions [aria-pressed=true]').count()).toBe(0)
  })

  test('more than eight types are shown on demand', async () => {
    const { page } = visit
    await open(page)
    const types = strip(page).locator('[aria-pressed]')
    expect(await types.count()).toBe(1 + 8)
    await strip(page).getByRole('button', { name: 'Show more (3)' }).click()
    expect(await types.count()).toBe(1 + 11)
    await strip(page).getByRole('button', { name: 'VSB 1' }).waitFor()
    await strip(page).getByRole('button', { name: 'Show less' }).click()
    expect(await types.count()).toBe(1 + 8)
  })

  test('what can be done with a selection comes with its first file, and Clear Selections unselects everything', async () => {
    const { page } = visit
    await open(page)
    const actions = ['Create Download', 'Export Selections', 'Clear Selections', 'Move to Recycling']
    for (const name of actions) expect(await dock(page).getByRole('button', { name }).count(), name).toBe(0)
    await strip(page).getByRole('button', { name: 'Select All' }).click()
    for (const name of actions) expect(await dock(page).getByRole('button', { name }).isEnabled(), name).toBe(true)
    await dock(page).getByRole('button', { name: 'Clear Selections' }).click()
    expect(await page.locator('.groups [aria-pressed=true]').count()).toBe(0)
    expect(
      await dock(page)
        .getByText(/selected/)
        .count(),
    ).toBe(0)
  })

  test('a file is fetched by a token that serves once', async () => {
    const { page } = visit
    await open(page)
    const asked = page.waitForRequest(/downloader\/request/)
    const begun = page.waitForEvent('download')
    await downloadOf(page, 'drive_04.txt')
    const download = await begun
    const version = rows.flatMap(({ versions }) => versions).find(({ fileName }) => fileName === 'drive_04.txt')
    expect(new URL((await asked).url()).search).toBe(`?type=uploadFileVersion&id=${version?.id}`)
    expect(download.suggestedFilename()).toBe('drive_04.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe('drive_04.txt\n')
    const again = await fetch(download.url())
    expect(again.ok).toBe(false)
  })

  test('a recording that cannot be read says why, and can still be downloaded', async () => {
    const { page } = visit
    await open(page)
    const broken = rows.find(({ collection }) => collection === 'Broken')
    const problem = broken?.versions[0]?.problem ?? 'no sentence'
    expect(problem).toMatch(/^[A-Z].{20,}/)
    await page.locator('[role=row][data-index]', { hasText: 'Broken_001' }).getByText(problem).waitFor()
    await page
      .getByRole('row', { name: /^Group ID: \d+ - Broken \(1\)/ })
      .getByText('1 cannot be read')
      .waitFor()
    await page.locator('.versions').getByTitle(`broken.vsb\nVSB cannot be read: ${problem}`).waitFor()
    const begun = page.waitForEvent('download')
    await downloadOf(page, 'broken.vsb')
    expect(await readFile(await (await begun).path(), 'utf8')).toBe('broken.vsb\n')
  })

  test('when 200 times the page size is reached the page warns that collections may be cut off', async () => {
    const { page } = visit
    const warning = page.getByText('Collection limit reached. Some collections may be cut off.', { exact: true })
    const fill = async (count: number) => {
      await page.unroute(searchPath)
      await page.route(searchPath, async (route) => {
        const response = await route.fetch()
        const [row] = z.array(uploadRow).parse(await response.json())
        const json = Array.from({ length: count }, (_, index) => ({ ...row, uploadId: 1_000_000 + index, versions: [] }))
        await route.fulfill({ response, json })
      })
      await open(page, '/ui2/data/groups?max=5')
    }
    await fill(999)
    expect(await warning.count()).toBe(0)
    await fill(1000)
    await warning.waitFor()
    await page.unroute(searchPath)
  })

  test('nothing on these pages broke a rule of the browser', () => {
    // The refusals above are logged by the browser.
    expect(visit.faults.filter((fault) => !/status of (400|422|500)/.test(fault))).toEqual([])
  })
})
