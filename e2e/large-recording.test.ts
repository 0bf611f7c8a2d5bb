import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { uploadRow } from '#contract/archive.ts'
import { demoDbc } from '#simulator/files/recording-files.ts'
import { openHouse, passwords } from './visitors.ts'
import type { House } from './visitors.ts'

/*
 * The whole way of a recording of two gigabytes, as a test engineer goes it: uploaded in the browser, found, looked at from
 * hours down to milliseconds, taken home. What a page reads of it is bounded by the screen.
 */

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const name = 'long_road.vsb'

/** SHA-256 of the one member of a zip whose name ends so. */
const sumOfMember = `
import hashlib, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
[name] = [each for each in archive.namelist() if each.endswith(sys.argv[2])]
sum = hashlib.sha256()
with archive.open(name) as member:
    while piece := member.read(1 << 20):
        sum.update(piece)
print(sum.hexdigest())
`

let folder: string
let house: House
let token: string
let page: Page
let written: { bytes: number; frameCount: number; sha256: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-large-'))
  const file = join(folder, name)
  const { stdout } = await run(
    process.execPath,
    [join(root, 'server/command-line/main.ts'), 'simulate', '--recording', file, '--size', '2GB', '--json'],
    { cwd: root },
  )
  const facts = z.object({ bytes: z.int(), frameCount: z.int() }).parse(JSON.parse(stdout))
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  written = { ...facts, sha256: hash.digest('hex') }

  house = await openHouse()
  token = (await house.tokens('admin', passwords.admin)).access_token
  const withId = z.object({ id: z.int() })
  const fleet = withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'Long Road' } })).id
  await house.call('POST', `/api/v1/fleets/${fleet}/vehicles`, { token, body: { name: 'LR-1' } })
  const catalog = withId.parse(
    await house.call('POST', '/api/v1/catalogs', {
      token,
      body: { name: 'Demo vehicle', fileName: 'demo.dbc', file: Buffer.from(demoDbc).toString('base64') },
    }),
  ).id
  await house.call('POST', `/api/v1/catalogs/${catalog}/assignments`, { token, body: { fleetId: fleet } })
  page = (await house.visit('/ui2/home', { as: 'admin' })).page
  // A test can answer the plain file input only.
  await page.context().addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.goto(`${house.product.address}/ui2/data/groups`)
  // Two gigabytes keep the machine busy.
  page.context().setDefaultTimeout(120_000)
})
afterAll(async () => {
  await house?.end()
  await rm(folder, { recursive: true, force: true })
})

const found = async () =>
  z.array(uploadRow).parse(await house.call('POST', '/api/v1/data/search', { token, body: { names: ['long_road'], max: 5 } }))

describe('a recording of two gigabytes', () => {
  test('is uploaded in the browser', async () => {
    expect(written.bytes).toBeGreaterThanOrEqual(2_000_000_000)
    await page.getByText('The archive is empty').waitFor()
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles(join(folder, name))
    await dialog.getByLabel('Vehicle or logger').selectOption({ label: 'LR-1' })
    await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByText('uploaded', { exact: true }).waitFor({ timeout: 180_000 })
    await rm(join(folder, name))
  })

  test('is read whole, and every frame of it counted', async () => {
    await expect.poll(async () => (await found())[0]?.versions[0]?.state, { timeout: 200_000, interval: 500 }).toBe('ready')
    const version = (await found())[0]?.versions[0]
    expect(version).toMatchObject({ size: written.bytes, sha256: written.sha256 })
    expect(version?.recording?.frameCount).toBe(written.frameCount)
  })

  test('is found, opened and looked at from the whole down to milliseconds, and reads little for it', async () => {
    await page.goto(`${house.product.address}/ui2/data/groups?name=long_road`)
    const link = page.getByRole('link', { name: /DataSpy/ }).first()
    const [spy] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    let received = 0
    const network = await spy.context().newCDPSession(spy)
    await network.send('Network.enable')
    network.on('Network.dataReceived', ({ encodedDataLength }) => void (received += encodedDataLength))

    await spy.getByRole('searchbox').first().fill('VehicleSpeed')
    await spy.getByRole('treeitem', { name: /^VehicleSpeed / }).click()
    const plot = spy.getByRole('region', { name: 'Plot of VehicleSpeed' })
    const samples = plot.locator('dl > div').filter({ hasText: 'samples' }).locator('dd')
    await expect.poll(async () => Number((await samples.innerText()).replaceAll(/\D/g, ''))).toBeGreaterThan(1_000_000)
    const drawn = () =>
      plot
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
          let inked = 0
          for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) inked++
          return inked
        })
    await expect.poll(drawn).toBeGreaterThan(1000)

    const window = spy.locator('.spy-window-text')
    const whole = await window.innerText()
    const box = await plot.locator('.u-over').boundingBox()
    if (box === null) throw new Error('The plot has no place')
    await spy.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    // Until the window is told in milliseconds: a millionth of the whole.
    for (let turns = 0; !/\d ms$/.test(await window.innerText()); turns++) {
      if (turns > 200) throw new Error(`The wheel does not zoom: ${await window.innerText()}`)
      await spy.mouse.wheel(0, -240)
    }
    await expect.poll(async () => Number((await samples.innerText()).replaceAll(/\D/g, ''))).toBeLessThan(1000)
    await expect.poll(drawn).toBeGreaterThan(100)
    await spy.getByRole('button', { name: 'Whole', exact: true }).click()
    await expect.poll(() => window.innerText()).toBe(whole)
    // Of two gigabytes, through all windows between hours and milliseconds.
    expect(received).toBeLessThan(40_000_000)
    await spy.close()
  })

  test('comes home in a zip, the same to the last byte', async () => {
    await page.getByRole('button', { name: /^VSB/ }).first().click()
    await page.getByRole('button', { name: 'Create Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Download' })
    const link = dialog.getByRole('button', { name: /^Download / })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const path = join(folder, 'home.zip')
    await download.saveAs(path)
    expect((await stat(path)).size).toBeGreaterThan(written.bytes)
    // Another program reads it, which checks its sums too.
    const { stdout } = await run('python3', ['-c', sumOfMember, path, '.vsb'])
    expect(stdout.trim()).toBe(written.sha256)
  })
})
