import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pixelsOf } from './pixels.ts'
import { adminPassword } from './product.ts'
import { openHouse } from './visitors.ts'
import type { House } from './visitors.ts'

let tiles: Server
let house: House
const asked: string[] = []

beforeAll(async () => {
  const picture = redPng()
  tiles = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(picture)
  })
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
  const { port } = tiles.address() as AddressInfo
  house = await openHouse({
    LOGGERHEAD_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png?key={key}`,
    LOGGERHEAD_MAP_KEY: 'our key',
    LOGGERHEAD_MAP_ATTRIBUTION: '(c) <b>Tile</b> people',
  })
})

afterAll(async () => {
  await house?.end()
  tiles.close()
})

test("maps are drawn on the operator's tiles, with the key, and say whose they are", async () => {
  const { access_token: token } = await house.tokens('admin', adminPassword)
  const withId = z.object({ id: z.int() })
  const made = async (path: string, body?: object) => await house.call('POST', path, { token, ...(body ? { body } : {}) })
  const fleet = withId.parse(await made('/api/v1/fleets', { name: 'North' }))
  const vehicle = withId.parse(await made(`/api/v1/fleets/${fleet.id}/vehicles`, { name: 'van' }))
  const device = withId.parse(await made('/api/v1/devices', { type: 'NEO', serial: 'N1', vehicleId: vehicle.id }))
  const issued = z.object({ token: z.string() }).parse(await made(`/api/v1/devices/${device.id}/token`))
  const position = { latitude: 52.1, longitude: 5.1 }
  await house.call('POST', '/device/v1/checkin', { token: issued.token, body: { position } })

  const { page, faults, context } = await house.visit('/ui2/map', { as: 'admin' })
  await page.locator('.map-box[aria-busy=false]').waitFor({ timeout: 30_000 })
  await vi.waitUntil(async () => (await pixelsOf(page.locator('.map-box'), '#ff0000')) > 10_000, { timeout: 20_000 })
  // as text, not as HTML
  await page.getByText('(c) <b>Tile</b> people').waitFor()
  expect(asked.filter((url) => /^\/\d+\/\d+\/\d+\.png\?key=our%20key$/.test(url)).length).toBe(asked.length)
  expect(faults).toEqual([])
  await context.close()
})

/** 256 by 256 pixels, all red. */
function redPng(): Buffer {
  const size = 256
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + size * 3)
  for (let at = 1; at < row.length; at += 3) row[at] = 255
  const rows = Buffer.concat(Array.from({ length: size }, () => row))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
