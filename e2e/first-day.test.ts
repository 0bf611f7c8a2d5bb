import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadOf } from './archive-page.ts'
import { openBrowser, openPage } from './browser.ts'
import type { Product } from './product.ts'
import { startProduct } from './product.ts'
import { largeFile, vsbRecording } from './recordings.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the first day with Loggerhead', () => {
  let product: Product
  let browser: Browser
  let page: Page
  let context: BrowserContext
  let faults: string[]

  beforeAll(async () => {
    browser = await openBrowser()
    product = await startProduct({ demo: true })
    ;({ page, context, faults } = await openPage(browser))
    // the system's file dialog cannot be driven; without it the page asks as it does in Firefox and Safari
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  })
  afterAll(async () => {
    await browser.close()
    await product.end()
  })

  test('a fresh start leads to the login, and from there home', async () => {
    await page.goto(product.address)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(product.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#!/')
  })

  test('the demo fleet arrives and says what it is', async () => {
    await page.getByText('Demo · Winter test').waitFor({ timeout: 120_000 })
    await page.getByText('The demo fleet is here').waitFor({ timeout: 120_000 })
    expect(await page.getByText('WT-07 · Polar 3').count()).toBeGreaterThan(0)
    await page.goto(`${product.address}/ui2/data/groups`)
    await page
      .getByText(/^Group ID:/)
      .first()
      .waitFor()
    await page.getByText(/\d+ uploads in \d+ groups/).waitFor()
  })

  test('the demo brings the catalog of its vehicles, which decodes their recordings', async () => {
    await page.goto(`${product.address}/ui2/catalogs`)
    await page.getByRole('link', { name: 'Loggerhead demo vehicle' }).click()
    await page.getByText('fleet Demo · Winter test').waitFor()
    const fitting = page.getByRole('grid', { name: 'Matching recordings' })
    await fitting.getByText('decodes it').first().waitFor({ timeout: 120_000 })
    await page.getByText('Powertrain', { exact: true }).waitFor()
    await page.goBack()
    await page.goto(`${product.address}/ui2/data/groups`)
    await page.getByText(/\d+ uploads in \d+ groups/).waitFor()
  })

  test('a recording dropped onto the page is uploaded for a vehicle', async () => {
    await drop(page, await vsbRecording())
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    await dialog.getByLabel('Vehicle or logger').selectOption({ label: 'WT-07 · Polar 3' })
    await dialog.getByLabel('Collection').fill('FirstDay')
    await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByText('uploaded', { exact: true }).waitFor({ timeout: 60_000 })
  })

  test('it is found by vehicle, name, extension and date, once its time is read from it', async () => {
    const file = await vsbRecording()
    await page.goto(`${product.address}/ui2/data/groups`)
    const form = page.getByRole('form', { name: 'Search Criteria' })
    await form.getByLabel('Vehicles and fleets').fill('Polar 3')
    await page.getByRole('option', { name: 'WT-07 · Polar 3' }).click()
    await page.keyboard.press('Escape')
    await form.getByLabel('Collection or File Name').fill(basename(file))
    await page.keyboard.press('Enter')
    await form.getByLabel('File Extensions').click()
    await page.getByRole('option', { name: 'VSB' }).click()
    await page.keyboard.press('Escape')
    await form.getByLabel('Start', { exact: true }).fill('2007/01/02 00:00:00')
    await form.getByLabel('End', { exact: true }).fill('2026/11/20 00:00:00')
    await form.getByRole('button', { name: 'Search', exact: true }).click()
    // the job reads the recording after the upload is acknowledged; before that the time of receipt counts
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByText(/\d+ uploads? in \d+ groups?|No recordings match/).waitFor()
          return await page.getByText('FirstDay').count()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await page.getByText('1 upload in 1 group').waitFor()
    await page.getByText(/50K frames/).waitFor()
    expect(new URL(page.url()).search).not.toBe('')
  })

  test('its download is the same, byte for byte', async () => {
    const file = await vsbRecording()
    const [download] = await Promise.all([page.waitForEvent('download'), downloadOf(page, basename(file))])
    expect(download.suggestedFilename()).toBe(basename(file))
    expect(sha256(await readFile(await download.path()))).toBe(sha256(await readFile(file)))
  })

  test('the same recording again is recognised', async () => {
    await drop(page, await vsbRecording())
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    await dialog.getByLabel('Vehicle or logger').selectOption({ label: 'WT-07 · Polar 3' })
    await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByText('already in the archive').waitFor({ timeout: 60_000 })
  })

  test('an upload goes on by itself after the server was killed with -9 in the middle', async () => {
    const file = await largeFile(48 << 20)
    await slowUploads(context, page, 6 << 20)
    await chooseAndSend(page, file, 'WT-02 · Polar 1')
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(15)
    await product.kill()
    const before = await percent(page)
    await product.restart()
    await slowUploads(context, page, -1)
    await page.getByText('uploaded', { exact: true }).waitFor({ timeout: 120_000 })
    expect(before).toBeLessThan(100)
    await sameInArchive(page, product, file)
  })

  test('an upload goes on after the page was reloaded, once the file is given again', async () => {
    const file = await largeFile(40 << 20)
    await slowUploads(context, page, 6 << 20)
    await chooseAndSend(page, file, 'WT-02 · Polar 1')
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(25)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('interrupted', { exact: true }).waitFor()
    await slowUploads(context, page, -1)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: `Choose file ${basename(file)}` }).click(),
    ])
    await chooser.setFiles(file)
    await page.getByText('uploaded', { exact: true }).waitFor({ timeout: 120_000 })
    await sameInArchive(page, product, file)
  })

  test('the demo fleet goes away with one button', async () => {
    await page.goto(`${product.address}/ui/#!/`)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Remove the demo fleet' }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: /remove/i })
    if (await sure.isVisible().catch(() => false)) await sure.click()
    await expect.poll(() => page.getByText('Demo · Winter test').count(), { timeout: 60_000 }).toBe(0)
  })

  test('nothing failed in the browser on the way', () => {
    // while the server was dead its answers were missing, which the browser logs in a dozen ways, all named net::ERR_…
    expect(faults.filter((fault) => !fault.includes('net::ERR_'))).toEqual([])
  })
})

/** What the browser does when somebody drops a file onto the page. */
async function drop(page: Page, path: string): Promise<void> {
  const bytes = (await readFile(path)).toString('base64')
  const transfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([data], name, { lastModified: 1_700_000_000_000 }))
      return transfer
    },
    { name: basename(path), bytes },
  )
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

async function chooseAndSend(page: Page, path: string, vehicle: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(path)
  await dialog.getByLabel('Vehicle or logger').selectOption({ label: vehicle })
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
}

/** The bar of the upload that is under way, per cent. */
async function percent(page: Page): Promise<number> {
  const bars = await page
    .locator('.tray-line progress')
    .evaluateAll((all) => all.map((bar) => (bar instanceof HTMLProgressElement ? bar.value : 0)))
  return bars.at(-1) ?? 0
}

/** Bytes per second to the server; -1 = as fast as it goes. */
async function slowUploads(context: BrowserContext, page: Page, bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

/** Asks the interface as the page does, with the page's own session. */
async function sameInArchive(page: Page, { address }: Product, path: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('loggerhead_access_token'))
  const bearer = { authorization: `Bearer ${(token ?? '').replaceAll('"', '')}`, 'content-type': 'application/json' }
  const wanted = sha256(await readFile(path))
  const answer = await fetch(`${address}/api/v1/data/search`, {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ max: 50 }),
  })
  const rows = (await answer.json()) as { versions: { sha256: string; id: number }[] }[]
  const found = rows.flatMap((row) => row.versions).filter((version) => version.sha256 === wanted)
  expect(found).toHaveLength(1)
  const { token: once } = (await (
    await fetch(`${address}/api/v1/downloader/request?type=uploadFileVersion&id=${found[0]?.id}`, { headers: bearer })
  ).json()) as { token: string }
  const bytes = new Uint8Array(await (await fetch(`${address}/api/v1/downloader/retrieve?token=${once}`)).arrayBuffer())
  expect(sha256(bytes)).toBe(wanted)
}
