import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dock, openArchive, strip } from './archive-page.ts'
import { seedArchive } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { barriers } from './axe.ts'
import type { House } from './visitors.ts'
import { openHouse } from './visitors.ts'

const run = promisify(execFile)

let house: House
let seeded: Seeded
beforeAll(async () => {
  house = await openHouse()
  seeded = await seedArchive(house, (await house.tokens('admin', house.product.password)).access_token)
})
afterAll(() => house.end())

/** What Python's zipfile reads in a zip: sha256 of each file by its name. */
async function pythonReads(path: string): Promise<Map<string, string>> {
  const script = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({n: hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))`
  const hashes: unknown = JSON.parse((await run('python3', ['-c', script, path])).stdout)
  return new Map(Object.entries(hashes as Record<string, string>))
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Download' })

/** Selects all csv files and opens the dialog. */
async function createDownload(page: Page) {
  await openArchive(page, `${house.product.address}/ui2/data/groups`)
  await strip(page)
    .getByRole('button', { name: /^CSV\b/ })
    .click()
  await dock(page).getByRole('button', { name: 'Create Download' }).click()
}

test('selected files become one zip, which the browser downloads, Python reads, and which stands on the Downloads page', async () => {
  const { page, faults } = await house.visit('/ui2/data/groups', { as: 'admin' })
  await createDownload(page)
  const link = dialog(page).getByRole('button', { name: /^Download .*\.zip$/ })
  await link.waitFor()
  expect(await dialog(page).innerText()).toMatch(/\d+(\.\d+)? (Bytes|KB) · can be downloaded until \d{4}-\d\d-\d\d/)
  expect(await barriers(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await link.click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.zip$/)
  const found = await pythonReads(await saved.path())
  const csv = seeded.rows.flatMap(({ versions }) => versions).filter(({ extension }) => extension === 'csv')
  expect(csv.length).toBeGreaterThan(1)
  const inside = [...found].filter(([name]) => name.endsWith('.csv'))
  expect(inside.map(([, sha256]) => sha256).toSorted()).toEqual(csv.map(({ sha256 }) => sha256).toSorted())
  expect(inside.map(([name]) => name)).toContainEqual(
    expect.stringMatching(/^Bravo\/Drive-\d\d\/table_\d\d_2026-05-01_08-\d\d-00Z\.csv$/),
  )
  expect([...found.keys()].slice(-2)).toEqual(['manifest.json', 'SHA256SUMS'])
  const whole = createHash('sha256').update(await readFile(await saved.path()))

  // the same zip from the Downloads page, and then it is deleted
  await dialog(page).getByRole('link', { name: 'All downloads' }).click()
  const row = page.getByRole('row').filter({ hasText: saved.suggestedFilename() })
  await row.getByText('Complete').waitFor()
  expect(await barriers(page)).toEqual([])
  const again = page.waitForEvent('download')
  await row.getByRole('button', { name: `Download ${saved.suggestedFilename()}` }).click()
  const second = createHash('sha256').update(await readFile(await (await again).path()))
  expect(second.digest('hex')).toBe(whole.digest('hex'))
  page.once('dialog', (asked) => void asked.accept())
  await row.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('heading', { name: 'No downloads yet' }).waitFor()
  expect(faults).toEqual([])
})

test('while files are put together the dialog tells how far it is, asking every 3 s, and the box makes and deletes a wish', async () => {
  const { page, context } = await house.visit('/ui2/systemHealth', { as: 'admin' })
  // a server that cannot tell of changes
  await context.route('**/api/v1/events', (route) => route.abort())
  await page.goto(`${house.product.address}/ui2/data/groups`)
  // a server that is as slow as one with very many files
  const statuses = ['Compressing very much', 'Complete']
  let isSlow = true
  const asked: number[] = []
  const made = { id: 0, name: '' }
  await page.route('**/api/v1/data/download', async (route) => {
    const answer = await route.fetch()
    const body: unknown = await answer.json()
    Object.assign(made, body)
    await route.fulfill({ response: answer, json: { ...Object(body), status: { name: 'Compressing 0% / 0 / 20' } } })
  })
  await page.route('**/api/v1/userDownloads/*', async (route) => {
    if (route.request().method() !== 'GET') return await route.continue()
    const name = isSlow ? 'Compressing 10% / 2 / 20' : (statuses.shift() ?? 'Complete')
    asked.push(Date.now())
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...Object(await answer.json()), status: { name } } })
  })
  const logged: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())))
  const wishes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/notificationPreferences')) wishes.push(`${request.method()} ${request.postData() ?? ''}`)
  })

  await createDownload(page)
  const box = dialog(page).getByRole('checkbox', { name: 'Notify me when the download is ready' })
  const told = page.waitForResponse(/notificationPreferences/)
  // the box shows what the server has said, so its state comes later than the click
  await box.click()
  expect((await told).status()).toBe(200)
  await expect.poll(() => box.isChecked()).toBe(true)
  const [first = ''] = wishes
  expect(JSON.parse(first.replace('POST ', ''))).toEqual({
    emailEnabled: true,
    frequency: 'Minute',
    triggerCount: 0,
    type: 'Download Ready',
    user: expect.any(Number),
    what: 'userDownload',
    whatId: made.id,
  })
  await dialog(page).getByText('10% · 2 of 20 files').waitFor()
  expect(await barriers(page)).toEqual([])
  await expect.poll(() => box.isEnabled()).toBe(true)
  const taken = page.waitForResponse(/notificationPreferences/)
  await box.click()
  expect((await taken).status()).toBe(204)
  await expect.poll(() => box.isChecked()).toBe(false)
  expect(wishes[1]).toMatch(/^DELETE/)
  isSlow = false
  await dialog(page)
    .getByRole('button', { name: `Download ${made.name}` })
    .waitFor()
  // nothing is left to wait for
  expect(await box.count()).toBe(0)
  expect(logged.filter((text) => text.includes('Compressing very much'))).toHaveLength(1)
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(2900)
})

test('what goes wrong is told in the dialog', async () => {
  const { page } = await house.visit('/ui2/data/groups', { as: 'admin' })
  await page.route('**/api/v1/data/download', (route) =>
    route.fulfill({
      status: 409,
      json: {
        type: 'error',
        id: 'downloads-full',
        message: 'You keep 100 downloads',
        fields: [{ field: 'selectedIds', message: 'too many' }],
      },
    }),
  )
  await createDownload(page)
  const card = dialog(page).locator('.error-card')
  await card.getByRole('heading', { name: 'An error occured' }).waitFor()
  expect(await card.innerText()).toMatch(/You keep 100 downloads[\s\S]*selectedIds[\s\S]*too many/)
})
