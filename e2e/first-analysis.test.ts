import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analysisStatus } from '#contract/analysis-environments.ts'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import { madePackage } from './made-package.ts'
import { until } from './until.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

/* The first script of How it Works, as somebody takes it up: copied, uploaded, tried on a recording, accepted, run. */

let house: House
let admin: Visit
let author: Visit
let script: string
let configuration: string

beforeAll(async () => {
  house = await openHouse({ LOGGERHEAD_RUN_SECONDS: '1800' }, { analyses: true })
  const { access_token: token } = await house.tokens('admin', passwords.admin)
  await seedLogger(house, token)
  admin = await house.visit('/ui2/login', { as: 'admin' })
  author = await house.visit('/ui2/howitworks', { as: 'ipa' })
  const status = async () => analysisStatus.parse(await house.call('GET', '/ipa/status', { token }))
  await vi.waitUntil(async () => (await status()).enabled, { timeout: 540_000, interval: 500 })
}, 600_000)
afterAll(() => house?.end())

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const open = (page: Page, path: string) => page.goto(house.product.address + path)

test('is copied from the page, which tells the limits of this server', async () => {
  const { page } = author
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (title: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    // the word stays for a second
    await Promise.all([page.getByText('Copied').first().waitFor(), page.getByRole('button', { name: `Copy ${title}` }).click()])
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(read).not.toBe('')
    return await read()
  }
  script = await copied('__main__.py')
  // of this archive, and beyond its limit after the forty-second second
  configuration = (await copied('limits.asl, the configuration')).replace('VehicleSpeed', 'Speed').replace('120', '40')
  expect(JSON.parse(configuration)).toEqual({ signal: 'Speed', limit: 40 })
  const limits = page.locator('.how-limits')
  await limits.getByText('30 minutes').waitFor()
  await limits.getByText('2 GB').waitFor()
  // nothing of a line is out of sight
  const lines = page.getByRole('textbox', { name: '__main__.py' })
  expect(
    await lines.evaluate((code) => code.parentElement && code.parentElement.scrollWidth <= code.parentElement.clientWidth),
  ).toBe(true)
})

test('is uploaded, with its configuration', async () => {
  const { page } = author
  await open(page, '/ui2/scripts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const upload = dialogOf(page, 'Upload Script')
  const buffer = madePackage({ '__main__.py': script })
  await upload.getByLabel('File', { exact: true }).setInputFiles({ name: 'limits.zip', mimeType: 'application/zip', buffer })
  await upload.getByLabel('Name').fill('Above a limit')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/ipa/script'))
  await upload.getByRole('button', { name: 'Upload' }).click()
  // the bytes alone, without what a data address puts before them
  expect((await sent).postDataJSON()).toEqual({ name: 'Above a limit', description: '', file: buffer.toString('base64') })
  await upload.waitFor({ state: 'detached' })
  await row(page, 'Above a limit')
    .getByRole('link', { name: /^Configurations/ })
    .click()
  await page.getByText('No configurations yet').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const adding = dialogOf(page, 'Add a Configuration')
  const file = { name: 'limits.asl', mimeType: '', buffer: Buffer.from(configuration) }
  await adding.getByLabel('File', { exact: true }).setInputFiles(file)
  await adding.getByLabel('Name').fill('Forty')
  await adding.getByRole('button', { name: 'Add' }).click()
  await row(page, 'Forty').waitFor()
})

test('is tried by its reviewer on a recording of the archive, to the end', async () => {
  const { page } = admin
  await open(page, '/ui2/scripts')
  await row(page, 'Above a limit').getByRole('link', { name: 'Above a limit' }).click()
  await page.getByRole('heading', { name: 'Version 1 waits for your review' }).waitFor()
  await page.getByLabel('Configuration', { exact: true }).selectOption({ label: 'Forty' })
  await page.getByRole('button', { name: 'Try it on a recording' }).click()
  await dialogOf(page, 'Recordings of the archive').getByRole('option').filter({ hasText: 'Drive' }).first().click()
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByText('FINISHED').waitFor({ timeout: 120_000 })
  expect(await barriers(page)).toEqual([])
  await review.getByRole('link', { name: 'Open the result' }).click()
  await expect.poll(() => place(page)).toMatch(/^\/ui2\/results\?type=trial&result=\d+$/)
  const result = dialogOf(page, /^Trial of Above a limit/)
  await result.getByRole('tab', { name: 'Figures' }).click()
  await result.getByText('Speed reached 59.9').waitFor()
  await result.getByRole('cell', { name: '59.9' }).waitFor()
  await result.getByRole('tab', { name: 'Files' }).click()
  await result.getByRole('link', { name: 'Open hits.dsr in DataSpy' }).waitFor()
  // a trial is no review
  await page.goBack()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText(/^Accepted by admin/).waitFor()
})

test('runs from a selection of Data Groups to hits that open at their second', async () => {
  const { page } = author
  await open(page, '/ui2/data/groups?names=Drive')
  await page.getByRole('button', { name: /^LOG / }).first().click()
  await page.getByRole('button', { name: 'Save as Data Set' }).click()
  const saving = dialogOf(page, 'Save Static Data Set')
  await saving.getByLabel('Name').fill('One drive')
  await saving.getByRole('button', { name: 'Save' }).click()
  await saving.waitFor({ state: 'detached' })
  await open(page, '/ui2/analyzers')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = dialogOf(page, 'Add Analyzer')
  await form.getByLabel('Name').fill('Drive above forty')
  for (const [label, choice] of [
    ['Script', 'Above a limit'],
    ['Configuration', 'Forty'],
    ['Dataset', 'One drive'],
  ] as const)
    await form.getByLabel(label, { exact: true }).selectOption({ label: choice })
  await form.getByRole('button', { name: 'Save' }).click()
  await dialogOf(page, 'Run now?').getByRole('button', { name: 'Run now' }).click()
  await row(page, 'Drive above forty').getByText('complete').waitFor({ timeout: 120_000 })
  await open(page, '/ui2/results')
  await row(page, 'Drive above forty').getByText('Fail').waitFor()
  await page.getByRole('link', { name: 'Open hits.dsr in DataSpy' }).click()
  await page.getByText('Speed above 40 km/h').first().waitFor()
  expect(author.faults).toEqual([])
})

test('may have another environment, which an administrator builds from a requirements file', async () => {
  const { page, faults } = admin
  await open(page, '/ui2/server/analyses')
  await page.getByRole('button', { name: 'Add environment' }).click()
  const adding = dialogOf(page, 'Add an environment')
  await adding.getByLabel('Name').fill(`tables-${process.pid}`)
  const requirements = adding.getByLabel('Requirements')
  await requirements.fill('https://packages.example/tabulate.whl\n')
  await adding.getByRole('button', { name: 'Build' }).click()
  await until(async () => (await requirements.getAttribute('aria-invalid')) === 'true')
  await adding.getByText('Line 1').waitFor()
  expect(await barriers(page)).toEqual([])
  await requirements.fill('tabulate==0.9.0\n')
  await adding.getByRole('button', { name: 'Build' }).click()
  await adding.waitFor({ state: 'detached' })
  const built = page.getByRole('region', { name: `Environment tables-${process.pid}` })
  await built.getByText('ready', { exact: true }).waitFor({ timeout: 200_000 })
  await built.getByText('Packages', { exact: true }).click()
  await built.getByRole('row', { name: 'tabulate 0.9.0' }).waitFor()
  const choose = async (name: string) => {
    await open(author.page, '/ui2/analyzers')
    await author.page.getByRole('button', { name: 'Actions of Drive above forty' }).click()
    await author.page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = dialogOf(author.page, 'Edit Drive above forty')
    await form.getByLabel('Environment').selectOption(name)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await choose(`tables-${process.pid}`)
  page.on('dialog', (question) => void question.accept())
  await built.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/^Analyzers use the environment/).waitFor()
  await choose('')
  await built.getByRole('button', { name: 'Delete' }).click()
  await built.waitFor({ state: 'detached' })
  expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([])
})
