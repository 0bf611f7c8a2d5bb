import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { column, form, goAnew, hold, openArchive, searchButton, searchPath, strip } from './archive-page.ts'
import { seedArchive } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { openHouse, passwords, place } from './visitors.ts'
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

const go = (page: Page, path: string) => goAnew(page, house.product.address + path)
const open = (page: Page, path = '/ui2/data/groups') => openArchive(page, house.product.address + path)

describe('an archive without anything', () => {
  test('it says that it is empty, and that there are no fleets', async () => {
    const { page } = visit
    await page.getByText('The archive is empty').waitFor()
    await form(page).getByRole('combobox', { name: 'Vehicles and fleets' }).click()
    await page.getByText('There are no fleets available.', { exact: true }).waitFor()
    await form(page).getByRole('combobox', { name: 'File Extensions' }).click()
    await page.getByText('No file extensions for the currently selected Fleets or Vehicles', { exact: true }).waitFor()
    expect(await strip(page).getByRole('button', { name: 'Select All' }).isDisabled()).toBe(true)
  })
})

describe('an archive with uploads of two fleets', () => {
  let fleetIds: Seeded['fleetIds']
  let vehicleIds: Seeded['vehicleIds']
  let rows: Seeded['rows']

  beforeAll(async () => {
    ;({ fleetIds, vehicleIds, rows } = await seedArchive(house, token))
  }, 120_000)

  test('while the first search runs there are shapes in place of rows, and Search is disabled', async () => {
    const { page } = visit
    const release = await hold(page, searchPath)
    await go(page, '/ui2/data/groups')
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.locator('.versions').count()).toBe(0)
    expect(await searchButton(page).isDisabled()).toBe(true)
    expect(await searchButton(page).getAttribute('title')).toBe('The search is running')
    await release()
    await page.getByText('14 uploads in 11 groups').waitFor()
    expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    await expect.poll(async () => (await column(page, 'Upload Id')).length).toBe(14)
  })

  test('a failed search shows its error with message, code and fields in place of the grid, and Reload repeats it', async () => {
    const { page } = visit
    // The server takes names of at most 255 characters.
    await go(page, `/ui2/data/groups?name=${'x'.repeat(300)}`)
    const card = page.getByRole('alert').filter({ hasText: 'An error occured' })
    await card.waitFor()
    await card.getByRole('heading', { name: 'An error occured', exact: true }).waitFor()
    const text = await card.innerText()
    expect(text).toContain('Some fields are not valid')
    expect(text).toContain('Code: invalid')
    expect(text).toMatch(/names/)
    expect(await page.locator('.versions').count()).toBe(0)

    const fail = (route: Route) => route.fulfill({ status: 500, json: {} })
    await page.route(searchPath, fail)
    await go(page, '/ui2/data/groups')
    await card.getByText('Internal Server Error').waitFor()
    await card.getByText('Code: error').waitFor()
    await page.unroute(searchPath, fail)
    await card.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('14 uploads in 11 groups').waitFor()
    expect(await card.count()).toBe(0)
  })

  test('pickers say why they are empty', async () => {
    const { page } = visit
    const release = await hold(page, '**/api/v1/fleets')
    await open(page, `/ui2/data/groups?v=${vehicleIds.get('Alpha')}`)
    const fleets = form(page).getByRole('combobox', { name: 'Vehicles and fleets' })
    await fleets.click()
    await page.getByText('Loading fleets...', { exact: true }).waitFor()
    await release()
    await page.getByRole('option', { name: 'North' }).waitFor()
    await page.getByRole('option', { name: 'Charlie' }).waitFor()
    await fleets.fill('zeppelin')
    await page.getByText('No fleet or vehicle has this name.').waitFor()

    const extensions = form(page).getByRole('combobox', { name: 'File Extensions' })
    await extensions.click()
    await page.getByRole('option', { name: 'TXT' }).waitFor()
    await extensions.fill('zzz')
    await page.getByText('No extensions found', { exact: true }).waitFor()
    await go(page, `/ui2/data/groups?v=${vehicleIds.get('Unused')}`)
    await page.getByText('No recordings match').waitFor()
    await extensions.click()
    await page.getByText('No file extensions for the currently selected Fleets or Vehicles', { exact: true }).waitFor()
    const names = form(page).getByRole('combobox', { name: 'Collection or File Name' })
    await names.click()
    await page.getByText('No collections for the currently selected Fleets or Vehicles', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByText('14 uploads in 11 groups').waitFor()
  })

  test('Search is disabled until the form is changed and valid, and a range that ends before it begins is refused', async () => {
    const { page } = visit
    await open(page)
    const button = searchButton(page)
    expect(await button.isDisabled()).toBe(true)
    expect(await button.getAttribute('title')).toBe('Change a criterion to search again')
    const start = form(page).getByLabel('Start', { exact: true })
    const end = form(page).getByLabel('End', { exact: true })
    await start.fill('2026/05/01 10:57:00')
    await expect.poll(() => button.isEnabled()).toBe(true)
    await end.fill('2026/05/01 08:00:00')
    await form(page).getByRole('alert').getByText('End Date should be later than Start Date', { exact: true }).waitFor()
    expect(await button.isDisabled()).toBe(true)
    expect(await button.getAttribute('title')).toBe('Correct the dates first')
    await end.fill('5 May')
    await form(page).getByRole('alert').getByText('Use yyyy/MM/dd HH:mm:ss').waitFor()
    await end.fill('2099/01/01')
    await form(page).getByRole('alert').getByText('End Date cannot be in the future', { exact: true }).waitFor()
    await end.fill('2026/05/01 11:00:00')
    await expect.poll(() => button.isEnabled()).toBe(true)
    const sent = page.waitForRequest(searchPath)
    await button.click()
    expect((await sent).postDataJSON()).toEqual({
      startDate: '2026-05-01T10:57:00.000Z',
      endDate: '2026-05-01T11:00:00.000Z',
      sort: 'uploadId',
      order: 'desc',
      offset: 0,
      max: 50,
      onlyGroups: true,
    })
    await page.getByText('3 uploads in 3 groups').waitFor()
    expect(await button.isDisabled()).toBe(true)
    // Changed and changed back is not changed.
    await start.fill('')
    await expect.poll(() => button.isEnabled()).toBe(true)
    await start.fill('2026/05/01 10:57:00')
    await expect.poll(() => button.isDisabled()).toBe(true)
  })

  test('there are 5, 10, 25 or 50 results, at first 50', async () => {
    const { page } = visit
    await open(page)
    const counts = form(page).getByLabel('Results')
    expect(await counts.locator('option').allInnerTexts()).toEqual(['5', '10', '25', '50'])
    expect(await counts.inputValue()).toBe('50')
    await counts.selectOption('5')
    await searchButton(page).click()
    await page.getByRole('textbox', { name: 'Page 1 of 3' }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: /^Group ID:/ }).count()).toBe(5)
    expect(await place(page)).toBe('/ui2/data/groups?max=5')
  })

  test('a group is headed by its id, its first collection and its count', async () => {
    const { page } = visit
    await open(page)
    const first = rows.find(({ collection }) => collection === 'Drive-00')
    const band = page.getByRole('row', { name: new RegExp(`^Group ID: ${first?.groupId} - Drive-00 \\(4\\)`) })
    await band.waitFor()
    const text = (await band.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('4 collections · Alpha · 2026-05-01 · 52 Bytes')
    await expect.poll(() => page.getByRole('row', { name: /^Group ID:/ }).count()).toBe(11)
    const titles = await page.getByRole('columnheader').allInnerTexts()
    expect(titles.map((title) => title.replace(/[↑↓]/, '').trim())).toEqual([
      'Start',
      'End',
      'Vehicle',
      'Name',
      'Upload Id',
      'Recording',
      'View',
      'Data Type',
    ])
  })

  test('suggestions are asked for once, 300 ms after typing, with f and v repeated', async () => {
    const { page } = await house.visit('/ui2/systemHealth', { as: 'plain' })
    await page.clock.install()
    const [north, south, alpha, charlie] = [
      fleetIds.get('North'),
      fleetIds.get('South'),
      vehicleIds.get('Alpha'),
      vehicleIds.get('Charlie'),
    ]
    await open(page, `/ui2/data/groups?f=${north}&f=${south}&v=${alpha}&v=${charlie}`)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v1/data/collections') asked.push(url.search)
    })
    const names = form(page).getByRole('combobox', { name: 'Collection or File Name' })
    await names.click()
    await page.getByRole('option', { name: 'Broken' }).waitFor()
    const chosen = `?f=${north}&f=${south}&v=${alpha}&v=${charlie}`
    expect(asked).toEqual([chosen])
    await page.clock.pauseAt(Date.now() + 60_000)
    await names.pressSequentially('many')
    await page.clock.runFor(290)
    expect(asked).toEqual([chosen])
    await page.clock.resume()
    await page.getByRole('option', { name: 'Broken' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Many' }).waitFor()
    expect(asked).toEqual([chosen, `${chosen}&q=many`])

    const extensions = form(page).getByRole('combobox', { name: 'File Extensions' })
    const sent = page.waitForRequest(/data\/extensions/)
    await extensions.click()
    expect(new URL((await sent).url()).search).toBe(chosen)
  })

  test('a selection that the server refuses has no suggestions', async () => {
    const { page } = visit
    await page.route(/data\/(collections|extensions)/, (route) => route.fulfill({ status: 400, json: {} }))
    await open(page)
    await form(page).getByRole('combobox', { name: 'Collection or File Name' }).click()
    await page.getByText('No collections for the currently selected Fleets or Vehicles', { exact: true }).waitFor()
    await form(page).getByRole('combobox', { name: 'File Extensions' }).click()
    await page.getByText('No file extensions for the currently selected Fleets or Vehicles', { exact: true }).waitFor()
    expect(await page.locator('.picker-list').getByRole('option').count()).toBe(0)
    await page.unroute(/data\/(collections|extensions)/)
  })

  test('the address holds the search: it can be sent to others, and back and forward repeat it', async () => {
    const { page, context } = visit
    await open(page)
    await form(page).getByRole('combobox', { name: 'Vehicles and fleets' }).fill('Bravo')
    await page.getByRole('option', { name: 'Bravo' }).click()
    await page.keyboard.press('Escape')
    const names = form(page).getByRole('combobox', { name: 'Collection or File Name' })
    await names.fill('Drive-0')
    await names.press('Enter')
    await page.keyboard.press('Escape')
    await form(page).getByRole('combobox', { name: 'File Extensions' }).click()
    await page.getByRole('option', { name: 'CSV' }).click()
    await page.keyboard.press('Escape')
    const sent = page.waitForRequest(searchPath)
    await searchButton(page).click()
    expect((await sent).postDataJSON()).toEqual({
      vehicleId: [vehicleIds.get('Bravo')],
      names: ['Drive-0'],
      extensions: ['csv'],
      sort: 'uploadId',
      order: 'desc',
      offset: 0,
      max: 50,
      onlyGroups: true,
    })
    await page.getByText('3 uploads in 3 groups').waitFor()
    const found = ['Drive-07', 'Drive-04', 'Drive-01']
    await expect.poll(() => column(page, 'Name')).toEqual(found)
    await page.getByRole('columnheader', { name: 'Start' }).click()
    await expect.poll(() => column(page, 'Name')).toEqual(found.toReversed())

    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByText('3 uploads in 3 groups').waitFor()
    await expect.poll(() => column(other, 'Name')).toEqual(found.toReversed())
    await form(other).getByRole('button', { name: 'Remove Bravo' }).waitFor()
    await other.close()

    await page.goBack()
    await expect.poll(() => column(page, 'Name')).toEqual(found)
    await page.goBack()
    await page.getByText('14 uploads in 11 groups').waitFor()
    await page.goForward()
    await page.getByText('3 uploads in 3 groups').waitFor()
    expect(await form(page).getByRole('button', { name: 'Remove Drive-0' }).count()).toBe(1)
  })

  test('a whole fleet is found with all its vehicles', async () => {
    const { page } = visit
    await open(page)
    await form(page).getByRole('combobox', { name: 'Vehicles and fleets' }).fill('South')
    await page.getByRole('option', { name: 'South' }).click()
    await page.keyboard.press('Escape')
    await searchButton(page).click()
    await page.getByText('5 uploads in 5 groups').waitFor()
    await expect.poll(async () => [...new Set(await column(page, 'Vehicle'))]).toEqual(['Charlie'])
    expect(await place(page)).toBe(`/ui2/data/groups?f=${fleetIds.get('South')}`)
  })

  test('nothing on these pages broke a rule of the browser', () => {
    // The refusals above are logged by the browser.
    expect(visit.faults.filter((fault) => !/status of (400|422|500)/.test(fault))).toEqual([])
  })
})
