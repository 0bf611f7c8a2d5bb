import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hold } from './archive-page.ts'
import { barriers } from './axe.ts'
import { gpsCatalog, gpsRecording, momentAfter } from './gps-recording.ts'
import type { Way } from './gps-recording.ts'
import { pixelsOf } from './pixels.ts'
import { adminPassword } from './product.ts'
import { uploadFile } from './uploading.ts'
import { until } from './until.ts'
import { openHouse, place } from './visitors.ts'
import type { House } from './visitors.ts'

/** `--s1` of the light theme: the colour of the first route. */
const routeColor = '#0b7a75'

const ways = {
  Long: { after: 0, points: 1201, step: 0.00002 },
  Short: { after: 10_000, points: 12, step: 0.001 },
  Standing: { after: 20_000, points: 3, step: 0 },
} satisfies Record<string, Way>

let house: House
let token: string
let fleetId: number
let vehicleId: number
const withId = z.object({ id: z.int() })

beforeAll(async () => {
  house = await openHouse()
  token = (await house.tokens('admin', adminPassword)).access_token
  const made = async (path: string, body: object) => withId.parse(await house.call('POST', path, { token, body })).id
  fleetId = await made('/api/v1/fleets', { name: 'Winter' })
  vehicleId = await made(`/api/v1/fleets/${fleetId}/vehicles`, { name: 'van-7', displayName: 'Polar 7' })
  const file = Buffer.from(gpsCatalog()).toString('base64')
  const catalogId = await made('/api/v1/catalogs', { name: 'receiver', fileName: 'receiver.dbc', file })
  await house.call('POST', `/api/v1/catalogs/${catalogId}/assignments`, { token, body: {} })
  for (const [collection, way] of Object.entries(ways)) {
    const times = { start: momentAfter(way.after), end: momentAfter(way.after + way.points) }
    const given = { filename: `${collection}.log`, bytes: gpsRecording(way), collection, vehicleId, ...times }
    await uploadFile(house.product.address, token, given)
  }
  const note = new TextEncoder().encode('nothing recorded\n')
  const nowhere = { start: momentAfter(-9000), end: momentAfter(-8000), vehicleId }
  await uploadFile(house.product.address, token, { filename: 'a.txt', bytes: note, collection: 'Nowhere', ...nowhere })
  const total = ways.Long.points + ways.Short.points + ways.Standing.points
  const search = { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
  await vi.waitUntil(
    async () => {
      const answer = await fetch(`${house.product.address}/api/v1/locations/search`, {
        ...search,
        body: JSON.stringify({ vehicleId }),
      })
      return answer.headers.get('total') === String(total)
    },
    { timeout: 40_000, interval: 100 },
  )
})

afterAll(async () => {
  await house?.end()
})

const map = (page: Page) => page.locator('.map-box')
const drawn = (page: Page) => page.locator('.map-box[aria-busy=false]').waitFor({ timeout: 60_000 })
const pixels = (page: Page) => pixelsOf(map(page), routeColor)

async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name: `Associated Items of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Locations' }).click()
  const dialog = page.getByRole('dialog', { name: `Map: ${name}` })
  await dialog.waitFor()
  return dialog
}

describe('the map of an upload', () => {
  test('asks for its locations as they are specified, shows markers, and says when there are more than 500', async () => {
    const { page, faults, context } = await house.visit('/ui2/data/groups', { as: 'admin' })
    const asked = page.waitForRequest('**/api/v1/locations/search')
    const release = await hold(page, '**/api/v1/locations/search')
    const dialog = await openDialog(page, 'Long_001')
    await dialog.getByRole('status').getByText('Loading Map...').waitFor()
    await release()
    expect((await asked).postDataJSON()).toEqual({
      vehicleId,
      startDate: '2025/10/09 08:53:20',
      endDate: expect.stringMatching(/^2025\/10\/09 09:13:2\d$/),
      sort: 'gpsTimestamp',
      order: 'asc',
      offset: 0,
      max: 500,
    })
    await drawn(page)
    // markers as close as these hide most of each other
    await until(async () => (await pixels(page)) > 50)
    await dialog.getByText('1,201 points; at most 500 are shown at once: 1 to 500.').waitFor()
    await dialog.getByRole('button', { name: 'Next part' }).click()
    await dialog.getByText('501 to 1,000.').waitFor()
    await dialog.getByRole('button', { name: 'Whole route' }).click()
    await dialog.getByText('The whole route: 500 of 1,201 points, evenly spread.').waitFor()
    await drawn(page)

    // The last point of the whole route, by keyboard: 120 km/h after 1200 s.
    await dialog.getByRole('slider').focus()
    await page.keyboard.press('End')
    await dialog.getByText('Point 500 of 500').waitFor()
    const facts = await dialog.locator('.point-facts').innerText()
    expect(facts).toMatch(/2025-10-09 \d\d:13:20/)
    expect(facts).toContain('120 km/h (75 mph)')
    expect(facts).toContain('± 3 m')
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  })

  test('hides and shows markers and route, and animates point by point until it stops by itself', async () => {
    const { page, faults, context } = await house.visit('/ui2/data/groups', { as: 'admin' })
    const dialog = await openDialog(page, 'Short_001')
    await drawn(page)
    await until(async () => (await pixels(page)) > 50)
    await dialog.getByRole('button', { name: 'Hide Markers' }).click()
    await until(async () => (await pixels(page)) === 0)
    await dialog.getByRole('button', { name: 'Show Route' }).click()
    await until(async () => (await pixels(page)) > 300)
    await dialog.getByRole('button', { name: 'Hide Route' }).click()
    await dialog.getByRole('button', { name: 'Show Route' }).waitFor()

    await dialog.getByRole('button', { name: 'Animate' }).click()
    await dialog.getByRole('button', { name: 'Stop' }).waitFor()
    await dialog.getByText(/Point ([2-9]|1[0-2]) of 12/).waitFor()
    await dialog.getByRole('button', { name: 'Animate' }).waitFor()
    await dialog.getByRole('button', { name: 'Hide Markers' }).waitFor()
    await until(async () => (await pixels(page)) > 50)
    expect(faults).toEqual([])
    await context.close()
  })

  test('is at zoom 16 for a single place, and says so where nothing is known', async () => {
    const { page, faults, context } = await house.visit('/ui2/data/groups', { as: 'plain', width: 390 })
    const standing = await openDialog(page, 'Standing_001')
    await drawn(page)
    // 0.8 m for each pixel, 48° north
    await until(async () => /^50\sm$/.test(await page.locator('.maplibregl-ctrl-scale').innerText()))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await standing.getByRole('button', { name: 'Close' }).click()
    const nowhere = await openDialog(page, 'Nowhere_001')
    await nowhere.getByText('No results found').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the map page', () => {
  const range = `from=${momentAfter(-100)}&to=${momentAfter(30_000)}`

  test('shows routes with their recordings, coloured by a signal, and opens the recording at a point', async () => {
    const { page, faults, context } = await house.visit(`/ui2/map?v=${vehicleId}&${range}`, { as: 'admin' })
    await page.getByText('500 of 1216 points').waitFor()
    await drawn(page)
    await until(async () => (await pixels(page)) > 300)
    await page.getByRole('button', { name: /^Long_001/ }).click()
    await page.getByRole('button', { name: 'All routes' }).waitFor()
    await page.getByLabel('Colour by signal').selectOption({ label: 'GPS_Speed (km/h)' })
    await page.getByRole('figure', { name: 'GPS_Speed in km/h: 0 to 120' }).waitFor()
    await drawn(page)
    // a quarter and half of the scale, and no longer the colour of a plain route
    await until(async () => (await pixelsOf(map(page), '#721f81')) > 20 && (await pixelsOf(map(page), '#b73779')) > 20)
    await until(async () => (await pixels(page)) === 0)
    expect(await place(page)).toMatch(/fileId=\d+&signal=can0%2FMovement%2FGPS_Speed/)
    await page.getByLabel('Along the route').focus()
    await page.keyboard.press('End')
    await page.getByText('GPS_Speed 120 km/h').waitFor()
    const link = page.getByRole('link', { name: 'Open Long_001 here in DataSpy' })
    await until(async () => /from=118\d(\.\d+)?&to=121\d/.test((await link.getAttribute('href')) ?? ''))
    expect(await link.getAttribute('href')).toMatch(/^\/dataspy\/\?fileId=\d+&/)
    expect(await barriers(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  test('shows what the logger said last, and so do dashboard, fleet and vehicle', async () => {
    const device = withId.parse(
      await house.call('POST', '/api/v1/devices', { token, body: { type: 'NEO', serial: 'NF7', vehicleId } }),
    )
    const issued = z
      .object({ token: z.string() })
      .parse(await house.call('POST', `/api/v1/devices/${device.id}/token`, { token }))
    const position = { latitude: 52.1, longitude: 5.1 }
    await house.call('POST', '/device/v1/checkin', { token: issued.token, body: { firmware: '4.2', position } })
    const { page, faults, context } = await house.visit('/ui2/map', { as: 'admin' })
    await page.getByText('1 of 1 vehicles have said where they are.', { exact: false }).waitFor()
    await drawn(page)
    await until(async () => (await pixels(page)) > 50)
    for (const address of ['/ui/#!/', `/ui/#!/fleet/${fleetId}`, `/ui/#!/fleet/${fleetId}/vehicle/${vehicleId}`]) {
      await page.goto('about:blank')
      await page.goto(house.product.address + address)
      await drawn(page)
      await until(async () => (await pixels(page)) > 50)
      expect({ address, found: await barriers(page) }).toEqual({ address, found: [] })
    }
    await page.getByText('4.2').waitFor()
    await page.getByText('receiver', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('draws a plain map where the browser has no WebGL', async () => {
    const { page, faults, context } = await house.visit('/ui2/systemHealth', { as: 'admin' })
    await page.addInitScript(() => {
      const given = HTMLCanvasElement.prototype.getContext
      Reflect.set(
        HTMLCanvasElement.prototype,
        'getContext',
        function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
          return kind === 'webgl2' ? null : Reflect.apply(given, this, [kind, ...rest])
        },
      )
    })
    await page.goto(`${house.product.address}/ui2/map?v=${vehicleId}&${range}`)
    await page.getByText('This browser draws without WebGL', { exact: false }).waitFor()
    await drawn(page)
    await until(async () => (await pixels(page)) > 300)
    expect(await barriers(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('fleets', () => {
  test('and their vehicles are added, renamed, moved and deleted by administrators', async () => {
    const { page, faults, context } = await house.visit('/ui2/fleets', { as: 'admin' })
    page.on('dialog', (dialog) => void dialog.accept())
    const tryName = async (name: string, button: string) => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('dialog').getByRole('button', { name: button }).click()
    }
    const named = async (name: string, button: string) => {
      await tryName(name, button)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Add fleet' }).click()
    await tryName('Winter', 'Add fleet')
    await page.getByRole('dialog').getByText('The name Winter is taken; choose another').waitFor()
    await named('Sumer', 'Add fleet')
    await page.getByRole('button', { name: 'Actions of Sumer' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await named('Summer', 'Rename')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Summer' }).click()
    await page.getByRole('button', { name: 'Add vehicle' }).click()
    await named('bus-1', 'Add vehicle')
    await page.getByRole('button', { name: 'Actions of bus-1' }).click()
    await page.getByRole('menuitem', { name: 'Rename or move' }).click()
    await page.getByLabel('Fleet', { exact: false }).last().selectOption({ label: 'Winter' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'No vehicles yet' }).waitFor()
    await page.getByRole('button', { name: 'Actions of Summer' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Fleets', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Summer' }).waitFor({ state: 'detached' })
    expect(await place(page)).toBe('/ui2/fleets')
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
    await context.close()
  })

  test('are only looked at by others, who are told why', async () => {
    const { page, faults, context } = await house.visit('/ui2/fleets', { as: 'plain', width: 390 })
    await page.getByRole('link', { name: 'Winter' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add fleet' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Add fleet' }).getAttribute('title')).toBe('Only administrators add fleets')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})
