import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dock, openArchive } from './archive-page.ts'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import type { LoggerArchive } from './logger-seed.ts'
import { openHouse, passwords } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

const filePath = '**/api/v1/uploadFileVersions/*'

let house: House
let user: Visit
let admin: Visit
let archive: LoggerArchive
let adminToken: string

beforeAll(async () => {
  house = await openHouse()
  adminToken = (await house.tokens('admin', passwords.admin)).access_token
  archive = await seedLogger(house, adminToken)
  user = await house.visit('/ui2/login', { as: 'plain' })
  admin = await house.visit('/ui2/login', { as: 'admin' })
}, 120_000)
afterAll(async () => {
  await house?.end()
})
afterEach(async () => {
  await user.page.unrouteAll({ behavior: 'ignoreErrors' })
})

const groups = (page: Page) => openArchive(page, `${house.product.address}/ui2/data/groups`)
const bin = async (page: Page) => {
  await page.goto(`${house.product.address}/ui/#!/server/dataManagement/recycleBin`)
  await page.getByRole('heading', { name: 'Recycle bin', exact: true }).waitFor()
}
const toggle = (page: Page, fileName: string) => page.locator('.versions').getByTitle(fileName, { exact: true })
const dialog = (page: Page, name: string | RegExp = 'Move to Recycling') => page.getByRole('dialog', { name })
const press = (page: Page, name: string, of: string | RegExp = 'Move to Recycling') =>
  dialog(page, of).getByRole('button', { name, exact: true }).last().click()

async function openDialog(page: Page, ...fileNames: string[]): Promise<void> {
  await groups(page)
  for (const name of fileNames) await toggle(page, name).click()
  await dock(page).getByRole('button', { name: 'Move to Recycling' }).click()
  await dialog(page).waitFor()
}

async function idOf(fileName: string): Promise<number> {
  const versions = (await archive.search()).flatMap((row) => row.versions)
  const id = versions.find((version) => version.fileName === fileName)?.id
  if (id === undefined) throw new Error(`${fileName} is not in the archive`)
  return id
}

describe('the recycling dialog', () => {
  test('lists the files with a warning, and whoever closes it in time has changed nothing', async () => {
    const { page } = await house.visit('/ui2/login', { as: 'plain' })
    await page.clock.install()
    const deleted: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deleted.push(request.url())
    })
    await openDialog(page, 'note.txt', 'counter.txt')
    await dialog(page).getByText('Only administrators can recover them').waitFor()
    const list = dialog(page).getByRole('list', { name: 'Files to recycle' })
    expect((await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'note.txt',
      'counter.txt',
    ])
    expect(await barriers(page)).toEqual([])
    // the call comes 500 ms later
    await page.clock.pauseAt(Date.now() + 60_000)
    await press(page, 'Move to Recycling')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.clock.runFor(1_000)
    await toggle(page, 'note.txt').and(page.locator('[aria-pressed=true]')).waitFor()
    expect(deleted).toEqual([])
  })

  test('says which files failed to delete, and tries those again', async () => {
    const { page } = user
    const stuck = await idOf('counter.txt')
    await openDialog(page, 'note.txt', 'counter.txt')
    const refused = { type: 'error', id: 'internal', message: 'Internal Server Error', fields: [] }
    await page.route(filePath, (route) =>
      route.request().url().endsWith(`/${stuck}`)
        ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(refused) })
        : route.continue(),
    )
    await press(page, 'Move to Recycling')
    const failure = dialog(page).getByRole('alert')
    await failure.getByText('One or more files failed to delete', { exact: true }).waitFor()
    expect(await failure.getByRole('heading').innerText()).toBe('An error occured')
    expect(await failure.getByRole('term').allInnerTexts()).toEqual(['counter.txt'])
    expect(await failure.getByRole('definition').allInnerTexts()).toEqual(['Internal Server Error'])
    // closing leaves what failed selected, and nothing else
    const again = page.waitForResponse('**/api/v1/data/search')
    await press(page, 'Close')
    await again
    await toggle(page, 'note.txt').waitFor({ state: 'detached' })
    await toggle(page, 'counter.txt').and(page.locator('[aria-pressed=true]')).waitFor()
    await dock(page)
      .getByText(/^1 files? .* selected$/)
      .waitFor()
    await dock(page).getByRole('button', { name: 'Move to Recycling' }).click()
    await press(page, 'Move to Recycling')
    await failure.getByText('One or more files failed to delete', { exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await press(page, 'Try again')
    await dialog(page).getByText('1 file moved to recycling.', { exact: true }).waitFor()
    // closing runs the search again, and nothing is selected any more
    const searched = page.waitForResponse('**/api/v1/data/search')
    await press(page, 'Close')
    await searched
    await toggle(page, 'counter.txt').waitFor({ state: 'detached' })
    expect(
      await dock(page)
        .getByText(/selected/)
        .count(),
    ).toBe(0)
    expect(await toggle(page, 'brought.log').count()).toBe(1)
  })

  test('a recycled recording is gone from its viewer too', async () => {
    const { page } = user
    const id = await idOf('brought.log')
    await openDialog(page, 'brought.log')
    await press(page, 'Move to Recycling')
    await dialog(page).getByText('1 file moved to recycling.').waitFor()
    for (const path of [`/dataspy/?fileId=${id}`, `/ui/#!/data/quickview/csv/${id}`]) {
      await page.goto('about:blank')
      await page.goto(house.product.address + path)
      await page.getByText('Resource not found').first().waitFor()
    }
  })
})

describe('the recycle bin', () => {
  const row = (page: Page, fileName: string) => page.locator('[role=row][data-index]').filter({ hasText: fileName })

  test('is not for those who administer nothing', async () => {
    const { page } = user
    await page.goto('about:blank')
    await page.goto(`${house.product.address}/ui/#!/server/dataManagement/recycleBin`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })

  test('shows administrators who recycled what; one file is restored, and found again', async () => {
    const { page } = admin
    await bin(page)
    await row(page, 'brought.log').waitFor()
    expect(await page.locator('[role=row][data-index]').count()).toBe(3)
    expect(await row(page, 'note.txt').innerText()).toMatch(/Van 7[\s\S]*plain/)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore brought.log' }).click()
    await row(page, 'brought.log').waitFor({ state: 'detached' })
    expect(await idOf('brought.log')).toBeGreaterThan(0)
    await groups(user.page)
    await toggle(user.page, 'brought.log').waitFor()
  })

  test('the others are chosen by keys, found by name, and deleted for good once that is confirmed', async () => {
    const { page } = admin
    await page.getByRole('searchbox', { name: 'Name contains' }).fill('NOTE')
    await row(page, 'counter.txt').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select note.txt' }).press('Space')
    await page.getByText('1 file selected').waitFor()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await dialog(page, 'Delete for good').getByText('Nobody can bring them back').waitFor()
    expect(await barriers(page)).toEqual([])
    await press(page, 'Delete for good', 'Delete for good')
    await page.getByText('No recycled file has this name').waitFor()
    await page.getByRole('searchbox', { name: 'Name contains' }).fill('')
    await row(page, 'counter.txt').waitFor()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
    await page.getByText('The recycle bin is empty').waitFor()
    expect(admin.faults).toEqual([])
  })
})

describe('what belongs to an upload', () => {
  const open = async (page: Page, item: string | RegExp) => {
    await groups(page)
    await page.getByRole('button', { name: 'Associated Items of Drive_001' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('notes are plain text that administrators change, and others who did not upload them do not', async () => {
    const { page } = admin
    await open(page, 'Extraction Notes')
    const notes = dialog(page, 'Extraction Notes')
    await notes.getByText('Rear door open').waitFor()
    expect(await barriers(page)).toEqual([])
    await notes.getByRole('button', { name: 'Edit' }).click()
    await notes.getByRole('textbox', { name: 'Notes' }).fill('<b>Front</b> door\nclosed')
    await notes.getByRole('button', { name: 'Save' }).click()
    await notes.getByText('<b>Front</b> door').waitFor()

    await open(user.page, 'Extraction Notes')
    const seen = dialog(user.page, 'Extraction Notes')
    await seen.getByText('<b>Front</b> door').waitFor()
    expect(await seen.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)

    await notes.getByRole('button', { name: 'Edit' }).click()
    await notes.getByRole('textbox', { name: 'Notes' }).fill('')
    await notes.getByRole('button', { name: 'Save' }).click()
    await notes.getByText('Empty', { exact: true }).waitFor()
  })

  test('the script tells its collections, and its files are downloaded', async () => {
    const [drive] = (await archive.search()).filter(({ script }) => script !== null)
    const scriptPath = `/api/v1/scripts/${drive?.script?.id}`
    for (const [path, text] of [
      ['file', 'the script'],
      ['vsdb', 'the vsdb'],
    ] as const) {
      const body = { fileName: `winter.${path}`, file: Buffer.from(text).toString('base64') }
      await house.call('PUT', `${scriptPath}/${path}`, { token: adminToken, body })
    }
    const { page } = user
    await open(page, 'Script: winter.lhs')
    const script = dialog(page, 'Script: winter.lhs')
    await script.getByText('Drive', { exact: true }).waitFor()
    expect(await script.getByRole('button', { name: /Replace|Attach/ }).count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    for (const [name, text] of [
      [/^Download/, 'the script'],
      ['winter.vsdb', 'the vsdb'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), script.getByRole('button', { name }).click()])
      expect(await readFile(await file.path(), 'utf8')).toBe(text)
    }
    // Playwright answers the other way of choosing files
    await admin.context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await open(admin.page, 'Script: winter.lhs')
    const [chooser] = await Promise.all([
      admin.page.waitForEvent('filechooser'),
      dialog(admin.page, /^Script/)
        .getByRole('button', { name: 'Replace file' })
        .click(),
    ])
    await chooser.setFiles({ name: 'other.lhs', mimeType: 'text/plain', buffer: Buffer.from('longer than before') })
    await dialog(admin.page, /^Script/)
      .getByRole('button', { name: 'Download (18 Bytes)' })
      .waitFor()
  })
})

test('an upload under way is shown with its vehicle, and given up', async () => {
  const [row] = await archive.search()
  const vehicleId = row?.vehicle?.id ?? 0
  const text = (words: string) => Buffer.from(words).toString('base64')
  const begun = await fetch(`${house.product.address}/api/v1/data/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${adminToken}`,
      'tus-resumable': '1.0.0',
      'upload-length': '2048',
      'upload-metadata': `filename ${text('slow.vsb')},collection ${text('Slow')},vehicleId ${text(String(vehicleId))}`,
    },
  })
  expect(begun.status).toBe(201)
  const { page } = admin
  await page.goto(`${house.product.address}/ui/#!/fleet/1/vehicle/${vehicleId}`)
  const panel = page.getByRole('region', { name: 'Pending uploads' })
  await panel.getByText('slow.vsb').waitFor()
  expect(await panel.innerText()).toContain('0 Bytes of 2 KB · Slow · admin')
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Give up slow.vsb' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click()
  await panel.waitFor({ state: 'detached' })
  const left = async () => await house.call('GET', '/api/v1/data/pendingUploads', { token: adminToken })
  await vi.waitFor(async () => expect(await left()).toEqual([]))
})
