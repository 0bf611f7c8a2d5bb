import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hold } from './archive-page.ts'
import { onePictureWorld, picture } from './made-tiles.ts'
import { pixelsOf } from './pixels.ts'
import { adminPassword } from './product.ts'
import { openHouse } from './visitors.ts'
import type { House } from './visitors.ts'

let folder: string
let tiles: Server
let origin: string
let house: House
const asked: string[] = []

const [red, blue, green] = [picture([255, 0, 0]), picture([0, 0, 255]), picture([0, 255, 0])]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-tiles-'))
  await writeFile(join(folder, 'world.pmtiles'), onePictureWorld(green))
  tiles = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    const own = { 'access-control-allow-origin': '*' }
    if (url.startsWith('/style.json')) response.writeHead(200, { ...own, 'content-type': 'application/json' }).end(ownStyle())
    else response.writeHead(200, { ...own, 'content-type': 'image/png' }).end(url.startsWith('/blue/') ? blue : red)
  })
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  house = await openHouse({
    LOGGERHEAD_MAP_TILES: `${origin}/{z}/{x}/{y}.png?key={key}`,
    LOGGERHEAD_MAP_KEY: 'our key',
    LOGGERHEAD_MAP_ATTRIBUTION: '(c) <b>Tile</b> people',
  })
  const { access_token: token } = await house.tokens('admin', adminPassword)
  const withId = z.object({ id: z.int() })
  const made = async (path: string, body?: object) => await house.call('POST', path, { token, ...(body ? { body } : {}) })
  const fleet = withId.parse(await made('/api/v1/fleets', { name: 'North' }))
  const vehicle = withId.parse(await made(`/api/v1/fleets/${fleet.id}/vehicles`, { name: 'van' }))
  const device = withId.parse(await made('/api/v1/devices', { type: 'NEO', serial: 'N1', vehicleId: vehicle.id }))
  const issued = z.object({ token: z.string() }).parse(await made(`/api/v1/devices/${device.id}/token`))
  const position = { latitude: 52.1, longitude: 5.1 }
  await house.call('POST', '/device/v1/checkin', { token: issued.token, body: { position } })
})

afterAll(async () => {
  await house?.end()
  tiles.close()
  await rm(folder, { recursive: true, force: true })
})

/** A style as operators have them: of one layer of pictures. */
const ownStyle = () =>
  JSON.stringify({
    version: 8,
    sources: { theirs: { type: 'raster', tiles: [`${origin}/blue/{z}/{x}/{y}.png`], tileSize: 256 } },
    layers: [{ id: 'theirs', type: 'raster', source: 'theirs' }],
  })

/** Opens the map and waits until it is mostly of this colour, with the vehicle's pin on it. */
async function mapOf(ground: string) {
  const { page, faults, context } = await house.visit('/ui2/map', { as: 'admin' })
  const map = page.locator('.map-box')
  await page.locator('.map-box[aria-busy=false]').waitFor({ timeout: 60_000 })
  await vi.waitUntil(async () => (await pixelsOf(map, ground)) > 10_000, { timeout: 30_000 })
  await vi.waitUntil(async () => (await pixelsOf(map, '#0b7a75')) > 50, { timeout: 30_000 })
  return { page, faults, context }
}

test("maps are drawn on the operator's tiles, with the key, and say whose they are", async () => {
  const { page, faults, context } = await mapOf('#ff0000')
  // as text, not as HTML
  await page.getByText('(c) <b>Tile</b> people').waitFor()
  expect(asked.filter((url) => /^\/\d+\/\d+\/\d+\.png\?key=our%20key$/.test(url)).length).toBe(asked.length)
  expect(faults).toEqual([])
  await context.close()
})

test("maps are drawn in the operator's style", async () => {
  await house.product.stop()
  await house.product.restart({ LOGGERHEAD_MAP_TILES: `${origin}/style.json?key={key}` })
  asked.length = 0
  const { page, faults, context } = await mapOf('#0000ff')
  expect(asked[0]).toBe('/style.json?key=our%20key')

  // in the other theme the ground is made anew; what is on it can be chosen meanwhile
  const again = page.waitForRequest('**/style.json*')
  const letGo = await hold(page, '**/style.json*')
  await page.emulateMedia({ colorScheme: 'dark' })
  await again
  const canvas = page.locator('.map-canvas')
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  await canvas.click({ position: { x: width / 2, y: height / 2 } })
  await page.waitForURL(/\/vehicle\//)
  await letGo()
  expect(faults).toEqual([])
  await context.close()
})

test("maps are drawn from the operator's PMTiles file, and from nowhere else", async () => {
  await house.product.stop()
  await house.product.restart({ LOGGERHEAD_MAP_TILES: join(folder, 'world.pmtiles') })
  asked.length = 0
  const { faults, context } = await mapOf('#00ff00')
  expect(asked).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
