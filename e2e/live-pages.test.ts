import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { column, openArchive } from './archive-page.ts'
import { seedArchive } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { uploadFile } from './uploading.ts'
import { openHouse, passwords } from './visitors.ts'
import type { House } from './visitors.ts'

let house: House
let token: string
let archive: Seeded
beforeAll(async () => {
  house = await openHouse()
  token = (await house.tokens('admin', passwords.admin)).access_token
  archive = await seedArchive(house, token)
}, 120_000)
afterAll(() => house.end())

const withId = z.object({ id: z.int() })
const addFleet = (name: string) => house.call('POST', '/api/v1/fleets', { token, body: { name } })

/** Requests of the page for a path, from now on. */
function requestsOf(page: Page, path: string): string[] {
  const seen: string[] = []
  page.on('request', (request) => void (new URL(request.url()).pathname === path && seen.push(request.url())))
  return seen
}

const send = (name: string, minute: number) =>
  uploadFile(house.product.address, token, {
    filename: `${name}.txt`,
    bytes: new TextEncoder().encode(name),
    collection: name,
    start: `2026-06-01T08:${minute}:00.000Z`,
    end: `2026-06-01T09:${minute}:00.000Z`,
    vehicleId: archive.vehicleIds.get('Alpha') ?? 0,
  })

test('the dashboard follows the server: it polls only while the server cannot tell', async () => {
  const { page, context, faults } = await house.visit('/ui2/systemHealth', { as: 'plain' })
  await page.clock.install()
  // the stream of this page has no say
  await page.goto('about:blank')
  const streaming = page.waitForResponse('**/api/v1/events')
  await page.goto(`${house.product.address}/ui2/home`)
  await page.getByText('North', { exact: true }).first().waitFor()
  await streaming
  const asked = requestsOf(page, '/api/v1/fleets')
  await page.clock.fastForward(60_000)
  const { id } = withId.parse(await addFleet('Heard of'))
  await page.getByText('Heard of', { exact: true }).first().waitFor()
  // Once for the news; what fills the time of a minute did not ask.
  expect(asked.length).toBeLessThanOrEqual(2)
  await house.call('DELETE', `/api/v1/fleets/${id}`, { token })
  await page.getByText('Heard of', { exact: true }).first().waitFor({ state: 'detached' })

  await context.route('**/api/v1/events', (route) => route.abort())
  await page.reload()
  await page.getByText('North', { exact: true }).first().waitFor()
  await addFleet('Polled')
  asked.length = 0
  // it asks every 10 s, and its clock goes on by itself as well
  await page.clock.fastForward(5_000)
  expect(asked).toEqual([])
  await page.clock.fastForward(6_000)
  await page.getByText('Polled', { exact: true }).first().waitFor()
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
})

test('results stay where they are: a new upload is a notice, and what is shown follows', async () => {
  const { page, faults } = await house.visit('/ui2/systemHealth', { as: 'admin' })
  await page.setViewportSize({ width: 1440, height: 2000 })
  await page.goto('about:blank')
  const streaming = page.waitForResponse('**/api/v1/events')
  await openArchive(page, `${house.product.address}/ui2/data?v=${archive.vehicleIds.get('Alpha')}`)
  await streaming
  const before = await column(page, 'Upload Id')
  await send('Later', 10)
  await page.getByText('1 new upload', { exact: false }).waitFor()
  await send('Latest', 20)
  await page.getByText('2 new uploads', { exact: false }).waitFor()
  expect(await column(page, 'Upload Id')).toEqual(before)
  // another vehicle's is none of this search
  await uploadFile(house.product.address, token, {
    filename: 'elsewhere.txt',
    bytes: new TextEncoder().encode('elsewhere'),
    collection: 'Elsewhere',
    start: '2026-06-01T08:00:00.000Z',
    end: '2026-06-01T09:00:00.000Z',
    vehicleId: archive.vehicleIds.get('Bravo') ?? 0,
  })

  // Somebody recycles a file that is shown: its row goes.
  const shown = archive.rows.find(({ uploadId }) => String(uploadId) === before.at(-1))
  for (const { id } of shown?.versions ?? []) await house.call('DELETE', `/api/v1/uploadFileVersions/${id}`, { token })
  await expect.poll(() => column(page, 'Upload Id')).not.toContain(before.at(-1))

  // The look that took it away brought the others along.
  await expect.poll(async () => (await column(page, 'Name')).slice(0, 2)).toEqual(['Latest_001', 'Later_001'])
  expect(await page.getByText('new upload').count()).toBe(0)
  await send('Last', 30)
  await page.getByRole('status').getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(async () => (await column(page, 'Name'))[0]).toBe('Last_001')
  expect(await page.getByText('new upload').count()).toBe(0)
  expect(faults).toEqual([])
})

test('the job queue goes on by itself without asking in between', async () => {
  const { page, faults } = await house.visit('/ui2/systemHealth', { as: 'admin' })
  await page.clock.install()
  await page.goto('about:blank')
  const streaming = page.waitForResponse('**/api/v1/events')
  await page.goto(`${house.product.address}/ui/#!/server/jobQueue`)
  const grid = page.getByRole('grid', { name: 'Jobs' })
  await grid.locator('[data-index]').first().waitFor()
  await streaming
  const newest = Number((await column(page, 'Id'))[0])
  const asked = requestsOf(page, '/api/v1/jobQueue')
  await page.clock.fastForward(60_000)
  expect(asked.length).toBeLessThanOrEqual(1)
  await send('Job', 40)
  await expect
    .poll(async () => {
      // the second that news are gathered for
      await page.clock.fastForward(1_000)
      return Number((await column(page, 'Id'))[0])
    })
    .toBeGreaterThan(newest)
  expect(faults).toEqual([])
})
