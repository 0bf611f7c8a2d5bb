import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { analysisStatus } from '#contract/analysis-environments.ts'
import { result } from '#contract/ipa-results.ts'
import type { Result } from '#contract/ipa-results.ts'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import type { LoggerArchive } from './logger-seed.ts'
import { madePackage } from './made-package.ts'
import { uploadFile } from './uploading.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

/* People's Python, whole: from the package to the hit that opens at its second, in the real sandbox of this machine. */

const withId = z.object({ id: z.int() })
const colleaguePassword = 'nine kites over the harbour'
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

/** Prints as it goes, until it may go on; then writes a report, a list of hits, a table and its figures. */
const script = `
import json, os, sys, time
with open(sys.argv[1]) as source:
    job = json.load(source)
print('begin', len(job['data_files']), flush=True)
with open('progress.ipa', 'a') as progress:
    progress.write('40\\n')
first = job['data_files'][0]
time.sleep(float(job['configuration'].get('pause', 0)))
with open('report.html', 'w') as report:
    report.write('<h1>Speed report</h1><p id=found>' + first['filename'] + '</p>')
with open('hits.dsr', 'w') as hits:
    json.dump({'HitList': [{'id': first['id'], 'startDate': first['startDate'], 'vehicle': first['vehicle'],
      'FilenameAndPath': first['path'], 'Hits': [{'Description': 'Fast', 'StartTime': 20, 'EndTime': 30}]}]}, hits)
with open('table.csv', 'w') as table:
    table.write('second,speed\\n1,10\\n2,20\\n')
with open('metrics.json', 'w') as figures:
    json.dump({'verdict': 'pass', 'text': 'Nothing was too fast.', 'metrics': [{'name': 'top speed', 'value': 59.9, 'unit': 'km/h', 'limit': 80}]}, figures)
print('end', flush=True)
`

let house: House
let admin: Visit
let analyst: Visit
let archive: LoggerArchive
let tokens: { admin: string; ipa: string }
let scriptId: number
let analyzerId: number

beforeAll(async () => {
  house = await openHouse({}, { analyses: true })
  const [ofAdmin, ofIpa] = await Promise.all([house.tokens('admin', passwords.admin), house.tokens('ipa', passwords.ipa)])
  tokens = { admin: ofAdmin.access_token, ipa: ofIpa.access_token }
  await house.command(['user', 'add', 'colleague', '--role', 'ipa', '--password-stdin'], colleaguePassword)
  archive = await seedLogger(house, tokens.admin)
  admin = await house.visit('/ui2/login', { as: 'admin' })
  analyst = await house.visit('/ui2/login', { as: 'ipa' })
  await vi.waitUntil(isReady, { timeout: 540_000, interval: 500 })
}, 600_000)
afterAll(async () => {
  await house?.end()
})

/** @throws Error when this machine cannot run scripts: then nothing here would prove anything */
async function isReady(): Promise<boolean> {
  const status = analysisStatus.parse(await house.call('GET', '/ipa/status', { token: tokens.ipa }))
  const [usual] = status.environments
  if (usual?.state === 'failed') throw new Error(`The environment cannot be built: ${usual.problem}`)
  if (usual?.state === 'ready' && !status.enabled && status.sandbox === null && status.probes.length > 0)
    throw new Error(`Scripts cannot be run here: ${status.reason}`)
  return status.enabled
}

const open = (page: Page, path: string) => page.goto(house.product.address + path)
const post = async (path: string, body: object, token = tokens.ipa) => await house.call('POST', path, { token, body })
const results = async (token = tokens.ipa): Promise<Result[]> =>
  z.array(result).parse(await house.call('GET', '/ipa/result?owner=own', { token }))
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function fileOf(name: string): Promise<number> {
  const rows = await archive.search()
  const file = rows.flatMap(({ versions }) => versions).find(({ fileName }) => fileName === name)
  return file?.id ?? expect.fail(`${name} is not in the archive`)
}

async function ended(resultId: number): Promise<Result> {
  const found = async () => result.parse(await house.call('GET', `/ipa/result/${resultId}`, { token: tokens.ipa }))
  await vi.waitUntil(async () => ['FINISHED', 'ERROR', 'CANCELED'].includes((await found()).run_status), {
    timeout: 60_000,
    interval: 100,
  })
  return await found()
}

async function analyzerOf(name: string, configuration: object): Promise<number> {
  const config = withId.parse(
    await post(`/ipa/script/${scriptId}/config`, { name, filename: `${name}.asl`, file: base64(JSON.stringify(configuration)) }),
  )
  const dataset = withId.parse(
    await post('/ipa/dataset', { name, type: 'static', filters: [], upload_file_version_id: [await fileOf('drive.log')] }),
  )
  const body = { name, type: 'manual', script_id: scriptId, configs: [config.id], datasets: [dataset.id] }
  return withId.parse(await post('/ipa/analyzer', body)).id
}

const run = async (analyzer: number) => {
  const job = withId.parse(
    await post('/api/v1/jobQueue', { arguments: String(analyzer), jobType: 'IPA_MANUAL', runType: 'DISTILLER' }),
  )
  return (await results()).find(({ job_id }) => job_id === job.id) ?? expect.fail('the run has no result')
}

describe('an analysis', () => {
  test('is of a script that somebody uploads and an administrator accepts; before, no analyzer takes it', async () => {
    const file = base64(madePackage({ '__main__.py': script }))
    scriptId = withId.parse(await post('/ipa/script', { name: 'Speed check', description: '', file })).id
    await expect(analyzerOf('too early', {})).rejects.toThrow(/accepted/i)
    await house.call('PUT', `/ipa/script/${scriptId}/review`, {
      token: tokens.admin,
      body: { decision: 'ACCEPTED', comment: '' },
    })
    analyzerId = await analyzerOf('Speed of van 7', {})
  })

  test('runs, and its log, figures and files are there when it ends', async () => {
    const { page } = analyst
    await open(page, '/ui2/results')
    const { id } = await run(analyzerId)
    await row(page, 'Speed of van 7').getByRole('button', { name: 'Speed of van 7' }).click()
    const dialog = page.getByRole('dialog', { name: `Speed of van 7 · result ${id}` })
    await dialog.getByText('FINISHED').waitFor({ timeout: 120_000 })
    await dialog.getByRole('tab', { name: 'Log' }).click()
    await dialog.getByRole('log').getByText('end', { exact: true }).waitFor()
    await dialog.getByRole('tab', { name: 'Figures' }).click()
    await dialog.getByText('Nothing was too fast.').waitFor()
    await dialog.getByRole('cell', { name: '59.9 km/h' }).waitFor()
    await dialog.getByRole('tab', { name: 'Provenance' }).click()
    await dialog.getByRole('link', { name: 'drive.log' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await row(page, 'Speed of van 7').getByText('Pass').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('leaves a report that is looked at in a closed box, and files that come home', async () => {
    const { page } = analyst
    await open(page, '/ui2/results')
    await page.getByRole('button', { name: 'View report.html' }).click()
    const dialog = page.getByRole('dialog', { name: 'report.html' })
    await dialog.frameLocator('iframe').getByText('drive.log').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'View table.csv' }).click()
    await page.getByRole('dialog', { name: 'table.csv' }).getByText('speed').first().waitFor()
    await page.keyboard.press('Escape')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download report.html' }).click()
    expect(await readFile(await (await coming).path(), 'utf8')).toContain('Speed report')
  })

  test('leaves hits that open DataSpy at their second', async () => {
    const { page } = analyst
    await open(page, '/ui2/results')
    await page.getByRole('link', { name: 'Open hits.dsr in DataSpy' }).click()
    await page.waitForURL(/dataspy/)
    await page.getByText('Fast').first().waitFor()
    expect(await place(page)).toContain('ipaResultFileId=')
  })

  test('is shared with a colleague, who sees the chosen file and no other', async () => {
    const { page } = analyst
    await open(page, '/ui2/results')
    await page.getByRole('button', { name: /^table\.csv/ }).click()
    await page.getByRole('region', { name: 'Selection' }).getByText('1 file').waitFor()
    await page.getByRole('button', { name: 'Share Selections' }).click()
    await page.getByRole('dialog', { name: 'Share 1 file' }).getByLabel('colleague').check()
    await page.getByRole('dialog', { name: 'Share 1 file' }).getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const colleague = (await house.tokens('colleague', colleaguePassword)).access_token
    const [seen] = z.array(result).parse(await house.call('GET', '/ipa/result?owner=shared', { token: colleague }))
    expect(seen?.files.map(({ filename }) => filename)).toEqual(['table.csv'])
    expect(seen).toMatchObject({ own: false, may_delete: false, may_share: false })
  })

  test('is found by its dates or by having files, one kind of results at a time', async () => {
    const { page } = await house.visit('/ui2/results', { as: 'ipa' })
    const form = page.getByRole('form', { name: 'Search' })
    const search = form.getByRole('button', { name: 'Search' })
    expect(await page.getByRole('tab', { name: 'Manual Results' }).getAttribute('aria-selected')).toBe('true')
    await search.click()
    await form.getByText('Select a start date, end date, or enable Has Results before searching.').waitFor()
    await form.getByLabel('Start', { exact: true }).fill('2026/05/02 00:00:00')
    await form.getByLabel('End', { exact: true }).fill('2026/05/01 00:00:00')
    await form.getByText('End date must be on or after the start date.').waitFor()
    await form.getByLabel('Start', { exact: true }).fill('2026/05/03 00:00:00')
    await form.getByText('Start date must be on or before the end date.').waitFor()
    expect(await search.isDisabled()).toBe(true)
    await form.getByRole('button', { name: 'Clear the dates' }).click()
    await form.getByLabel('Has Results').check()
    await search.click()
    await page.waitForURL(/hasResults=true/)
    await row(page, 'Speed of van 7')
      .getByText(/\d Bytes$/)
      .first()
      .waitFor()
    const link = row(page, 'Speed of van 7').getByRole('link', { name: 'Open hits.dsr in DataSpy' })
    expect(await link.getAttribute('href')).toMatch(/^\.\.\/dataspy\/\?ipaResultFileId=\d+&ipaResultId=\d+$/)
    await page.route('**/api/v1/downloader/request**', (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.getByRole('button', { name: 'Download report.html' }).click()
    await page.getByText(/^Error Downloading Result File/).waitFor()
    await page.getByRole('tab', { name: 'Ingress Results' }).click()
    await page.waitForURL(/type=ingress/)
    await page.getByText('No results found').waitFor()
    await page.context().close()
  })

  test('prints and tells how far it is while it runs, and is canceled at once, with everything it has started', async () => {
    const slow = await analyzerOf('Slow one', { pause: 600 })
    const { id } = await run(slow)
    const { page } = analyst
    await open(page, '/ui2/results')
    await row(page, 'Slow one').getByText('STARTED').waitFor()
    await row(page, 'Slow one').getByText('40 %').waitFor()
    await row(page, 'Slow one').getByRole('button', { name: 'Slow one' }).click()
    await page.getByRole('dialog').getByRole('log').getByText('begin 1').waitFor()
    await open(page, '/ui2/runs')
    await row(page, 'Slow one').getByText('STARTED').waitFor()
    await row(page, 'Slow one')
      .getByRole('button', { name: /^Cancel job/ })
      .click()
    await row(page, 'Slow one').getByText('CANCELED', { exact: true }).waitFor()
    expect(await ended(id)).toMatchObject({ status: 'canceled' })
    await row(page, 'Slow one')
      .getByRole('button', { name: /^Delete job/ })
      .click()
    await row(page, 'Slow one').waitFor({ state: 'detached' })
    const left = result.parse(await house.call('GET', `/ipa/result/${id}`, { token: tokens.ipa }))
    expect(left).toMatchObject({ job_id: null, status: 'canceled' })
    expect(await barriers(page)).toEqual([])
  })

  test('of every new upload begins within two seconds of its end', async () => {
    const config = withId.parse(
      await post(`/ipa/script/${scriptId}/config`, { name: 'each one', filename: 'each.asl', file: base64('{}') }, tokens.admin),
    )
    const filters = [{ type: 'Collection', value: ['Fresh'] }]
    const dataset = withId.parse(await post('/ipa/dataset', { name: 'fresh ones', type: 'dynamic', filters }, tokens.admin))
    const body = {
      name: 'On arrival',
      type: 'ingress',
      script_id: scriptId,
      configs: [config.id],
      datasets: [dataset.id],
      active: true,
    }
    await post('/ipa/analyzer', body, tokens.admin)
    const at = { start: '2026-05-02T08:00:00.000Z', end: '2026-05-02T08:01:00.000Z' }
    const waitOf = async (number: number): Promise<number> => {
      const known = new Set((await results(tokens.admin)).map(({ id }) => id))
      const bytes = new TextEncoder().encode(`a fresh note ${number}\n`)
      const file = { ...at, filename: `fresh${number}.txt`, bytes, collection: 'Fresh', deviceId: archive.deviceId }
      await uploadFile(house.product.address, tokens.admin, file)
      const uploadedAt = Date.now()
      const found = async () => (await results(tokens.admin)).find(({ id, type }) => type === 'ingress' && !known.has(id))
      await vi.waitUntil(async () => (await found())?.status === 'complete', { timeout: 60_000, interval: 50 })
      return Date.parse((await found())?.started_at ?? '') - uploadedAt
    }
    // of three: other tests have the processors as well
    const waits: number[] = []
    while (waits.length < 3 && !waits.some((ms) => ms < 2000)) waits.push(await waitOf(waits.length))
    expect(Math.min(...waits)).toBeLessThan(2000)
    await open(admin.page, '/ui2/results?type=ingress')
    await row(admin.page, 'On arrival').getByText('FINISHED').first().waitFor()
  })

  test('leaves no error in the browser', () => {
    expect([...admin.faults, ...analyst.faults]).toEqual([])
  })
})
