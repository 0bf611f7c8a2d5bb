import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, choose, chosen, dialog, menu, openAnalyzers, options, row } from './analyzer-page.ts'
import { seedAnalyzers } from './analyzer-seed.ts'
import type { AnalyzerSeed } from './analyzer-seed.ts'
import { sum } from './archive-seed.ts'
import { barriers } from './axe.ts'
import { uploadFile } from './uploading.ts'
import { openHouse, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

/* Runs wait here: what they do is in analyses.test.ts. */

let house: House
let seed: AnalyzerSeed
let admin: Visit
beforeAll(async () => {
  house = await openHouse()
  seed = await seedAnalyzers(house)
  admin = await house.visit('/ui2/login', { as: 'admin' })
})
afterAll(async () => {
  await house?.end()
})

const open = (page: Page) => openAnalyzers(page, house)

describe('an ingress analyzer', () => {
  test('is made by administrators with a dynamic dataset, and each type remembers its own', async () => {
    const { page, faults } = admin
    await open(page)
    await button(page, 'Add').first().click()
    const form = dialog(page, 'Add Analyzer')
    await form.getByLabel('Name').fill('Every table')
    await choose(page, 'Script', 'Brakes')
    await expect.poll(() => options(page, 'Configuration')).toEqual(['Gentle'])
    await choose(page, 'Configuration', 'Gentle')
    await expect.poll(async () => (await options(page, 'Dataset')).toSorted()).toEqual(['Three files'])
    await choose(page, 'Dataset', 'Three files')
    await form.getByRole('radio', { name: /^Ingress/ }).check()
    expect(await options(page, 'Dataset')).toEqual(['New tables'])
    await choose(page, 'Dataset', 'New tables')
    await form.getByRole('radio', { name: /^Manual/ }).check()
    expect(await chosen(page, 'Dataset')).toBe('Three files')
    await form.getByRole('radio', { name: /^Ingress/ }).check()
    expect(await chosen(page, 'Dataset')).toBe('New tables')
    // an administrator names anybody
    await choose(page, 'Execute Script As', 'ipa')
    expect(await barriers(page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Every table').getByText('Ingress').waitFor()
    expect(await dialog(page, 'Run now?').count()).toBe(0)
    expect(await seed.find('Every table')).toMatchObject({ type: 'ingress', active: true, datasets: [{ name: 'New tables' }] })
    expect(faults).toEqual([])
  })

  test('runs on what is uploaded while it is switched on', async () => {
    const { page } = admin
    const send = (name: string) =>
      uploadFile(house.product.address, seed.tokens.admin, {
        filename: name,
        bytes: new TextEncoder().encode(`${name}\n`),
        collection: 'Fresh',
        start: '2026-05-02T08:00:00.000Z',
        end: '2026-05-02T08:10:00.000Z',
        vehicleId: seed.archive.vehicleIds.get('Bravo') ?? 0,
      })
    await open(page)
    await send('fresh.csv')
    await row(page, 'Every table').getByText('new', { exact: true }).waitFor()
    expect((await seed.find('Every table'))?.results).toBe(1)
    await page.getByRole('checkbox', { name: 'Every table is active' }).click()
    await expect.poll(async () => (await seed.find('Every table'))?.active).toBe(false)
    await page.getByRole('checkbox', { name: 'Every table is active', checked: false }).waitFor()
  })

  test('shows what it covers, and analyses the rest after a question', async () => {
    const { page, faults } = admin
    await open(page)
    await row(page, 'Every table').getByRole('button', { name: 'Coverage' }).click()
    const coverage = dialog(page, 'Coverage of Every table')
    const before = sum(seed.archive.rows, 'csv').count
    const states = coverage.getByRole('group', { name: 'States' })
    await states.getByRole('button', { name: new RegExp(`missing\\s*${before}`) }).waitFor()
    await states.getByRole('button', { name: /running\s*1/ }).waitFor()
    await coverage.getByText('fresh.csv').waitFor()
    await states.getByRole('button', { name: /missing/ }).click()
    await coverage.getByText('fresh.csv').waitFor({ state: 'detached' })
    await coverage.getByRole('status').getByText(`${before} files,`).waitFor()
    expect(await barriers(page)).toEqual([])
    // of a time: nothing was recorded then
    const recorded = coverage.getByRole('group', { name: /^Recorded/ })
    await recorded.getByLabel('Start', { exact: true }).fill('2035/01/01 00:00:00')
    await coverage.getByRole('status').getByText('0 files, 0 Bytes').waitFor()
    const backfill = coverage.getByRole('button', { name: 'Backfill', exact: true })
    expect(await backfill.isDisabled()).toBe(true)
    await recorded.getByLabel('End', { exact: true }).fill('2034/01/01 00:00:00')
    await recorded.getByText('End Date should be later than Start Date').waitFor()
    await recorded.getByRole('button', { name: 'Clear the dates' }).click()
    await coverage.getByRole('status').getByText(`${before} files,`).waitFor()
    const asked = page.waitForEvent('dialog')
    const pressing = backfill.click()
    const question = await asked
    expect(question.message()).toMatch(new RegExp(`^Run Every table over ${before} files \\(`))
    await question.accept()
    await pressing
    await states.getByRole('button', { name: new RegExp(`running\\s*${before + 1}`) }).waitFor()
    expect((await seed.find('Every table'))?.results).toBe(before + 1)
    expect(faults).toEqual([])
  })
})

describe('the page', () => {
  test('leads to the results of an analyzer', async () => {
    const { page } = admin
    await open(page)
    await menu(page, 'Every table', 'Results')
    const id = (await seed.find('Every table'))?.id
    await expect.poll(() => place(page)).toBe(`/ui2/results?type=ingress&analyzer=${id}`)
  })

  test('fits a telephone', async () => {
    const { page, context, faults } = await house.visit('/ui2/analyzers', { as: 'admin', width: 390 })
    const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByText('Every table').first().waitFor()
    await fits()
    expect(await barriers(page)).toEqual([])
    await button(page, 'Coverage').first().click()
    await dialog(page, 'Coverage of Every table').getByText('fresh.csv').waitFor()
    await fits()
    await page.keyboard.press('Escape')
    await button(page, 'Add').first().click()
    await dialog(page, 'Add Analyzer').waitFor()
    await fits()
    expect(faults).toEqual([])
    await context.close()
  })
})
