import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from './axe.ts'
import { drop } from './dropping.ts'
import { drivenCatalog, drivenFrames, drivenRecording } from './driven-recording.ts'
import { adminPassword } from './product.ts'
import { uploadFile } from './uploading.ts'
import { readVersions } from './read-versions.ts'
import { until } from './until.ts'
import { openHouse, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})

afterAll(async () => {
  await house?.end()
})

const signal = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} `) })
const plot = (page: Page, name: string) => page.getByRole('region', { name: `Plot of ${name}` })
/** A figure of the window beside a plot. */
const figure = (page: Page, name: string, title: string) =>
  plot(page, name).locator('dl > div').filter({ hasText: title }).locator('dd')
const frames = (page: Page) => page.getByRole('treegrid', { name: 'Frames' })

describe('a recording of this computer', () => {
  let visit: Visit
  const sent: string[] = []

  beforeAll(async () => {
    visit = await house.visit('/dataspy/', { as: 'admin' })
    const { page } = visit
    await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.postData() !== null) sent.push(`${request.method()} ${request.url()}`)
    })
  })

  test('opens where it is dropped, without a catalog', async () => {
    const { page } = visit
    await drop(page, [{ name: 'drive.log', bytes: drivenRecording() }])
    await page.getByRole('heading', { name: 'Frames without a catalog' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('drive.log')
    const facts = await page.locator('.spy-facts').innerText()
    expect(facts.replaceAll('\n', ' ')).toContain('Frames 1,200 Buses can0 Signals 0')
    expect(facts).toContain('60 s')
  })

  test('becomes signals when a DBC file is dropped beside it', async () => {
    const { page } = visit
    await drop(page, [{ name: 'driven.dbc', bytes: drivenCatalog() }])
    await signal(page, 'Speed').click()
    await until(async () => (await figure(page, 'Speed', 'max').innerText()) === '59.9')
    expect(await figure(page, 'Speed', 'samples').innerText()).toBe('600')
    expect(await figure(page, 'Speed', 'mean').innerText()).toBe('29.95')
    // 600 values in steps of a tenth
    await until(async () => (await figure(page, 'Speed', 'std').innerText()).startsWith('17.3'))
  })

  test('shows an enumeration by Enter and its name under the pointer', async () => {
    const { page } = visit
    await page.getByRole('tree', { name: 'Signals' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const over = plot(page, 'Gear').locator('.u-over')
    await over.hover({ position: { x: 10, y: 20 } })
    await until(async () => (await plot(page, 'Gear').locator('.spy-value').innerText()) === 'Park')
    expect(Number(await plot(page, 'Speed').locator('.spy-value').innerText())).toBeLessThan(3)
  })

  test('zooms by dragging, by wheel and by keys; the address follows', async () => {
    const { page } = visit
    const box = await plot(page, 'Speed').locator('.u-over').boundingBox()
    if (box === null) throw new Error('The plot has no place')
    await page.mouse.move(box.x + box.width / 2, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y + 40, { steps: 5 })
    await page.mouse.up()
    await until(async () => Math.abs(Number(await figure(page, 'Speed', 'samples').innerText()) - 150) <= 2)
    const dragged = Number(await figure(page, 'Speed', 'samples').innerText())
    await page.mouse.wheel(0, -300)
    await until(async () => Number(await figure(page, 'Speed', 'samples').innerText()) < dragged)
    await until(async () => /from=3\d\.\d+&to=4\d\.\d+/.test(await place(page)))
    expect(await place(page)).toContain('plot=can0%2FMotion%2FSpeed')

    await page.getByRole('group', { name: 'Plots' }).focus()
    await page.keyboard.press('Home')
    await until(async () => (await figure(page, 'Speed', 'samples').innerText()) === '600')
    await until(async () => !(await place(page)).includes('from='))
  })

  test('lists its frames with the names of their messages', async () => {
    const { page } = visit
    await page.getByRole('tab', { name: /^Frames/ }).click()
    expect(await frames(page).getAttribute('aria-rowcount')).toBe(String(drivenFrames + 1))
    await page.getByLabel('Filter frames').fill('motion')
    await page.getByText('600 frames match').waitFor()
    const first = frames(page).getByRole('row').nth(1)
    expect((await first.innerText()).split('\n')).toEqual(expect.arrayContaining(['can0', '0x1A0', 'Motion', '8']))
    await page.getByRole('tab', { name: /^Catalogs/ }).click()
    await page.getByText('50 % of the frames, 1 identifier').waitFor()
  })

  test('was read fast, in a worker; the page itself may not make code', async () => {
    const { page } = visit
    const worker = page.workers()[0]?.url() ?? ''
    expect(worker).toMatch(/\/assets\/recording-worker-/)
    const ways = await page.evaluate(async (address) => {
      const other = new Worker(address, { type: 'module' })
      const answer = new Promise((resolve) => other.addEventListener('message', ({ data }) => resolve(data.answer)))
      other.postMessage({ kind: 'call', number: 1, name: 'ways', ask: {} })
      return await answer.finally(() => other.terminate())
    }, worker)
    expect(ways).toEqual({ columnPass: 'wasm', cellPass: 'wasm' })
    const refused = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.made = new Function("return 1")()'
      return new Promise((resolve) => {
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
        document.head.append(script)
      })
    })
    expect(refused).toMatch(/^script-src/)
    expect(await page.evaluate(() => Reflect.get(window, 'made'))).toBeUndefined()
  })

  test('has sent nothing, and raised nothing but the refused script', async () => {
    expect(sent).toEqual([])
    expect(visit.faults.filter((fault) => !fault.includes('Content Security Policy'))).toEqual([])
  })

  test('that is damaged shows what was read, and where reading stopped', async () => {
    const { page, context, faults } = await house.visit('/dataspy/', { as: 'plain' })
    await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
    await drop(page, [{ name: 'nothing.bin', bytes: new Uint8Array(5000) }])
    await page.getByRole('alert').filter({ hasText: 'nothing.bin is no recording that is known here' }).waitFor()
    await drop(page, [{ name: 'cut.vsb', bytes: new Uint8Array([...new TextEncoder().encode('icsbin'), 4, 1, 0, 0, 1, 2, 3]) }])
    await page
      .getByRole('alert')
      .filter({ hasText: /byte \d+/ })
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('a recording of the archive', () => {
  let fileId: number
  let visit: Visit

  beforeAll(async () => {
    const { access_token: token } = await house.tokens('admin', adminPassword)
    const withId = z.object({ id: z.int() })
    const fleet = withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'Winter' } }))
    const path = `/api/v1/fleets/${fleet.id}/vehicles`
    const vehicle = withId.parse(await house.call('POST', path, { token, body: { name: 'Polar' } }))
    await uploadFile(house.product.address, token, {
      filename: 'drive.log',
      bytes: drivenRecording(),
      collection: 'Drive',
      start: '2025-10-09T08:53:20.000Z',
      end: '2025-10-09T08:54:20.000Z',
      vehicleId: vehicle.id,
    })
    fileId = (await readVersions(house, token, 1))[0]?.id ?? 0
    visit = await house.visit(`/dataspy/?fileId=${fileId}`, { as: 'admin' })
  })

  test('has frames and unknown identifiers before a catalog is assigned', async () => {
    const { page } = visit
    await page.getByRole('heading', { name: 'Frames without a catalog' }).waitFor()
    await page.getByText('2 unknown identifiers:').waitFor()
    await page.getByRole('tab', { name: /^Frames/ }).click()
    await frames(page).getByText('0x2B0').first().waitFor()
  })

  test('a catalog is added, and says which recordings it fits and what is in it', async () => {
    const { page } = visit
    await page.goto(`${house.product.address}/ui2/catalogs`)
    await page.getByRole('heading', { name: 'No catalogs yet' }).waitFor()
    await page.getByRole('button', { name: 'Add catalog' }).first().click()
    await drop(page, [{ name: 'driven.dbc', bytes: drivenCatalog() }])
    const dialog = page.getByRole('dialog', { name: 'Add a catalog' })
    await dialog.getByText('driven.dbc').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('driven')
    await dialog.getByRole('button', { name: 'Add catalog' }).click()
    await page.getByRole('heading', { name: 'driven', level: 1 }).waitFor()
    // dropping it uploaded no recording
    expect(await page.getByText('Drop to').count()).toBe(0)
    const row = page.getByRole('row').filter({ hasText: 'Drive_001' })
    expect((await row.innerText()).split('\n').map((text) => text.trim())).toEqual(
      expect.arrayContaining(['Polar', '50 %', '1 of 2', 'not used']),
    )
    await page.getByText('Motion', { exact: true }).click()
    await page.getByRole('cell', { name: 'km/h' }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('is decoded when the catalog is assigned to its fleet', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign driven' })
    await dialog.getByLabel('Vehicles').selectOption({ label: 'The whole fleet Winter' })
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('fleet Winter', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Drive_001' }).getByText('decodes it').waitFor()
    await page.getByRole('link', { name: 'Drive_001' }).click()
    await signal(page, 'Speed').click()
    await until(async () => (await figure(page, 'Speed', 'max').innerText()) === '59.9')
    await page.getByRole('tab', { name: /^Catalogs/ }).click()
    await page.getByText('1 of 2 identifiers are known.').waitFor()
    await page.getByText('0x2B0').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('opens at the signals and the window of an address, also on a small screen', async () => {
    const address = `/dataspy/?fileId=${fileId}&plot=can0/Motion/Speed&plot=can0/Motion/Gear&from=15&to=30`
    const { page, faults, context } = await house.visit(address, { as: 'admin', width: 390 })
    await until(async () => (await figure(page, 'Speed', 'min').innerText()) === '15')
    expect(await figure(page, 'Speed', 'max').innerText()).toBe('30')
    expect(await plot(page, 'Gear').count()).toBe(0)
    await page.getByLabel('Plot', { exact: true }).selectOption({ label: 'Gear' })
    await plot(page, 'Gear').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  test('stands beside another one, as an address says: signals, how they are drawn, cursors, alignment', async () => {
    const { access_token: token } = await house.tokens('admin', adminPassword)
    const [first] = await readVersions(house, token, 1)
    await uploadFile(house.product.address, token, {
      filename: 'drive.log',
      bytes: drivenRecording(86_430),
      collection: 'Drive',
      start: '2025-10-10T08:53:50.000Z',
      end: '2025-10-10T08:54:50.000Z',
      vehicleId: first?.vehicleId ?? 0,
    })
    const other = (await readVersions(house, token, 2)).find(({ id }) => id !== fileId)?.id
    const speed = 'can0/Motion/Speed'
    const shown = `&plot=${speed};c3.R,2~${speed};s,;h240&from=0&to=40&c1=10&c2=20&align=day`
    const { page, faults, context } = await house.visit(`/dataspy/?fileId=${fileId}&fileId=${other}${shown}`, { as: 'admin' })
    const both = page.getByRole('region', { name: 'Plot of Speed, Speed' })
    const difference = both.locator('dl > div').filter({ hasText: 'Δ' }).locator('dd')
    await until(async () => (await difference.first().innerText()) === '10')
    // the second one began half a minute later: at 20 s it was not there yet
    expect(await difference.count()).toBe(1)
    expect(await page.getByLabel('Aligned by').inputValue()).toBe('day')
    expect(await page.getByRole('separator', { name: /^Height/ }).getAttribute('aria-valuenow')).toBe('240')
    expect(await both.locator('.plot-axis:not(.time)').count()).toBe(2)
    await until(async () => new URL(page.url()).searchParams.getAll('fileId').length === 2)
    expect(new URL(page.url()).searchParams.get('plot')).toBe(`${speed};c3.R,2~${speed};s,;h240`)
    expect(faults).toEqual([])
    await context.close()
  })

  test('has favourites that stay with their user', async () => {
    const { page, faults } = visit
    const star = (name: string) => page.getByRole('button', { name: `${name} is a favourite` })
    await page.goto(`${house.product.address}/dataspy/?fileId=${fileId}`)
    await signal(page, 'Gear').hover()
    const stored = page.waitForResponse((answer) => answer.url().includes('/userPreference') && answer.ok())
    await star('Gear').click()
    await stored
    expect(await plot(page, 'Gear').count()).toBe(0)
    await page.reload()
    await signal(page, 'Speed').waitFor()
    await expect.poll(() => star('Gear').getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Favourites only' }).click()
    await signal(page, 'Speed').waitFor({ state: 'detached' })
    await signal(page, 'Gear').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('tree', { name: 'Signals' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('f')
    await page.getByText('None of these signals is a favourite').waitFor()
    expect(faults).toEqual([])
  })

  test('is added beside another one from the archive, found by its name and chosen by keys', async () => {
    const { page, faults, context } = await house.visit(`/dataspy/?fileId=${fileId}`, { as: 'admin' })
    await page.getByRole('button', { name: 'Add a recording' }).click()
    await page.getByRole('menuitem', { name: 'From the archive…' }).click()
    const choices = page.getByRole('option').filter({ hasText: 'Drive_' })
    await until(async () => (await choices.count()) === 2)
    const field = page.getByLabel('Name, number or address')
    expect(await choices.evaluateAll((all) => all.map((one) => one.ariaSelected))).toEqual(['true', 'false'])
    expect(await barriers(page)).toEqual([])
    await field.fill('nothing is called so')
    await page.getByText('No recording passes.').waitFor()
    await field.fill('DRIVE')
    await until(async () => (await choices.count()) === 2)
    const closed = (await choices.first().getAttribute('aria-disabled')) === null ? 0 : 1
    for (let n = 0; n < closed; n++) await field.press('ArrowDown')
    await field.press('Enter')
    await page.getByRole('region', { name: 'Recordings' }).waitFor()
    await until(async () => new URL(page.url()).searchParams.getAll('fileId').length === 2)
    expect(faults).toEqual([])
    await context.close()
  })

  test('is reached from Data Groups, in a tab of its own', async () => {
    const { page, faults } = visit
    await page.goto(`${house.product.address}/ui2/data/groups`)
    const link = page.getByRole('link', { name: 'DataSpy', exact: true }).last()
    expect(await link.getAttribute('href')).toBe(`/dataspy/?fileId=${fileId}`)
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(faults).toEqual([])
  })
})
