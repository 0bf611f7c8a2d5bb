import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { adminPassword } from './product.ts'
import { archiveFiles } from './viewed-archive.ts'
import * as files from './viewed-files.ts'
import { until } from './until.ts'
import { openHouse } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let visit: Visit
let page: Page
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  house = await openHouse()
  const { access_token: token } = await house.tokens('admin', adminPassword)
  const bytes = (text: string) => Buffer.from(text)
  ids = await archiveFiles(house, token, {
    'bench.csv': files.germanTable(30_000),
    'wide.csv': files.wideTable(60, 400),
    'trips.db': await files.databaseOf(...files.trips),
    'broken.db': bytes('no database at all, and long enough for one '.repeat(10)),
    'drive.log': files.logText(40_000),
    'latin.txt': Buffer.from('Größe\n', 'latin1'),
    'binary.txt': files.silence(2),
    'codes.xml': bytes(files.troubleXml),
    'dm1.xml': bytes(files.dm1Xml),
    'bomb.xml': bytes('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    'odd.xml': bytes('<setup><sensor name="left"/><sensor name="right">7</sensor></setup>'),
  })
  visit = await house.visit('/ui/#!/', { as: 'admin' })
  page = visit.page
})
afterAll(async () => {
  await house?.end()
})

/** Goes to a viewer by its classic address. */
async function open(word: string, name: string) {
  await page.goto(`${house.product.address}/ui/#!/data/quickview/${word}/${ids.get(name)}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const cells = (row: number) => page.locator(`[data-row="${row}"] [role="gridcell"]`).allInnerTexts()
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor()

describe('a Log CSV', () => {
  test('is a table with its own way of writing: semicolons, decimal commas, Latin-1, notes above', async () => {
    await open('csv', 'bench.csv')
    await status('30,000 rows')
    expect(await page.getByRole('columnheader', { name: /Kühlmittel/ }).count()).toBe(1)
    await until(async () => (await cells(0)).join('|') === '0,00|60,00|70|P|')
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('30001')
    expect(await barriers(page)).toEqual([])
  })

  test('goes to a row, finds, and walks by keys', async () => {
    await page.getByLabel('Go to row').fill('30000')
    await page.keyboard.press('Enter')
    await until(async () => (await cells(29_999)).at(-1) === 'Ende')
    await page.getByLabel('Find in the table').fill('"rot"')
    await page.keyboard.press('Enter')
    await status('Found in row 501')
    await expect.poll(() => page.locator('[aria-selected="true"]').innerText()).toBe('halt; "rot"')
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    const active = await page.getByRole('grid').getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).innerText()).toBe('5,01')
  })

  test('copies cells for a spreadsheet', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === '0,00\t60,00\n0,01\t60,16')
  })

  test('is filtered by numbers and texts', async () => {
    await page.getByLabel('Filter Speed').fill('> 100')
    await page.getByLabel('Filter Gear').fill('= P')
    await status(/of 30,000 rows, \d/)
    // rows are drawn after they are counted, and the first filter tells a count before the second one
    await until(async () => {
      const speeds = await page.locator('[data-row] [data-column="1"]').allInnerTexts()
      return speeds.length > 5 && speeds.every((speed) => Number(speed.replace(',', '.')) > 100)
    })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await status('30,000 rows')
  })

  test('plots a column against time', async () => {
    await page.getByRole('button', { name: /^Speed/ }).click()
    const plot = page.getByRole('region', { name: 'Plot' })
    await plot.locator('canvas').waitFor()
    expect(await plot.getByRole('combobox').inputValue()).toBe('0')
    const inked = () =>
      plot.locator('canvas').evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error('No canvas')
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        let count = 0
        // the first line's colour: more green than red
        for (let i = 0; i < data.length; i += 4) if ((data[i + 3] ?? 0) > 128 && (data[i + 1] ?? 0) > (data[i] ?? 0) + 60) count++
        return count
      })
    await until(async () => (await inked()) > 1000)
    expect(await barriers(page)).toEqual([])
  })

  test('may have hundreds of columns, of which those in view exist', async () => {
    await open('csv', 'wide.csv')
    await until(async () => (await cells(2))[1] === '2')
    expect(await page.getByRole('grid').getAttribute('aria-colcount')).toBe('400')
    expect(await page.locator('[data-row="2"] [role="gridcell"]').count()).toBeLessThan(30)
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await until(async () => (await page.locator('[data-row="59"] [data-column="399"]').innerText()) === String(59 * 399))
  })
})

describe('a database', () => {
  test('shows its tables, sorted and filtered', async () => {
    await open('db', 'trips.db')
    // the first table is empty: the one with rows is shown
    await page.getByRole('button', { name: 'empty 1 column, empty' }).waitFor()
    expect(await page.getByRole('button', { name: 'trips 5 columns' }).getAttribute('aria-current')).toBe('true')
    await status('5,000 rows')
    await until(async () => (await cells(0)).slice(0, 3).join('|') === '1|Driver 1|0.125')
    await page.getByRole('button', { name: /^distance/ }).click()
    await page.getByRole('button', { name: /^distance/ }).click()
    await until(async () => (await cells(0))[2] === '625')
    expect(await page.getByRole('columnheader', { name: /distance/ }).getAttribute('aria-sort')).toBe('descending')
    await page.getByLabel('Filter driver').fill('= Driver 3')
    await status('294 rows')
    await until(async () => (await cells(0))[1] === 'Driver 3')
    expect(await barriers(page)).toEqual([])
  })

  test('shows one value whole by Enter, bytes as such', async () => {
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+Home')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'raw, row 1' }).locator('pre').waitFor()
    expect(await page.getByRole('dialog').locator('pre').innerText()).toMatch(/^00000000 {2}00 00/)
    await page.keyboard.press('Escape')
  })

  test('that is none is told', async () => {
    await open('db', 'broken.db')
    await page.getByRole('heading', { name: 'An error occured' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('file is not a database')
  })
})

describe('a text', () => {
  test('is searched, gone through by line, and wrapped', async () => {
    await open('txt', 'drive.log')
    await status('40,000 lines')
    const text = page.getByRole('region', { name: 'Text' })
    await page.getByLabel('Find in the file').fill('größe')
    await page.keyboard.press('Enter')
    await status('Found at 39,991')
    expect(await text.locator('mark').innerText()).toBe('Größe')
    await page.getByLabel('Go to line').fill('20000')
    await page.keyboard.press('Enter')
    await text.getByText('line 20000 of the log').waitFor()
    await text.focus()
    await page.keyboard.press('Home')
    await text.getByText('line 1 of the log').waitFor()
    await page.getByLabel('Wrap lines').check()
    expect(await barriers(page)).toEqual([])
  })

  test('in another encoding is read, and what is no text is shown as bytes', async () => {
    await open('txt', 'latin.txt')
    await page.getByText('Größe').waitFor()
    await status('WINDOWS-1252')
    await open('txt', 'binary.txt')
    await page.getByRole('region', { name: 'Bytes' }).getByText('00000000  ff fb 90 c4').waitFor()
  })
})

describe('an XML file', () => {
  test('of trouble codes is a table, with the file beside it', async () => {
    await open('xml', 'codes.xml')
    const grid = page.getByRole('grid', { name: 'Trouble codes' })
    await grid.getByText('Cylinder 1 misfire detected').waitFor()
    for (const text of ['P0301', 'confirmed', 'Engine', 'C0035', 'ABS', 'mileage: 48211'])
      expect(await grid.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByText('<ECU name="Engine">').waitFor()
  })

  test('of DM1 tells SPN, FMI and occurrences', async () => {
    await open('dm1', 'dm1.xml')
    const grid = page.getByRole('grid', { name: 'Trouble codes' })
    await grid.getByText('DPF differential pressure').waitFor()
    for (const text of ['3251', '4364', '12', '0x3D']) expect(await grid.getByText(text, { exact: true }).count(), text).toBe(1)
  })

  test('with entities is not parsed, and one of something else is shown as its elements', async () => {
    await open('xml', 'bomb.xml')
    await page.getByText('The file has a document type, which may name other files').waitFor()
    expect(await page.getByText('root:').count()).toBe(0)
    await open('xml', 'odd.xml')
    await page.getByRole('region', { name: 'Elements' }).getByText('right').waitFor()
  })
})

test('a file on its way, a viewer that does not exist, and a file that does not', async () => {
  const gate = Promise.withResolvers<void>()
  await page.route(/uploadFileVersions\/\d+$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  // a page that knows nothing of the file yet
  await page.goto('about:blank')
  await page.goto(`${house.product.address}/ui/#!/data/quickview/txt/${ids.get('codes.xml')}`)
  await page.getByText('Loading media...').waitFor()
  gate.resolve()
  await page.getByText('<ECU name="Engine">').waitFor()
  await page.goto(`${house.product.address}/ui/#!/data/quickview/exe/1`)
  await page.getByText('Unsupported media type').waitFor()
  await page.goto(`${house.product.address}/ui/#!/data/quickview/csv/999999`)
  await page.getByText('Resource not found').waitFor()
  // the browser itself tells of the database that is none
  expect(visit.faults.filter((fault) => !fault.includes('status of 422'))).toEqual([])
})
