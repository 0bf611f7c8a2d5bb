import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dataset, listedDataset } from '#contract/datasets.ts'
import { dock, openArchive, toggles } from './archive-page.ts'
import { seedArchive, sum } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { barriers } from './axe.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let archive: Seeded
let ipa: Visit
let admin: Visit
let tokens: { ipa: string; admin: string }
beforeAll(async () => {
  house = await openHouse()
  const [ofIpa, ofAdmin] = await Promise.all([house.tokens('ipa', passwords.ipa), house.tokens('admin', passwords.admin)])
  tokens = { ipa: ofIpa.access_token, admin: ofAdmin.access_token }
  archive = await seedArchive(house, tokens.admin)
  ipa = await house.visit('/ui2/login', { as: 'ipa' })
  admin = await house.visit('/ui2/login', { as: 'admin' })
})
afterAll(async () => {
  await house?.end()
})

const open = (page: Page, path: string) => page.goto(house.product.address + path)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const datasets = async (token: string) => z.array(listedDataset).parse(await house.call('GET', '/ipa/dataset', { token }))
const byName = async (token: string, name: string) => (await datasets(token)).find((one) => one.name === name)

async function pick(page: Page, label: string, word: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: word }).first().click()
  await page.keyboard.press('Escape')
}

describe('a static dataset', () => {
  test('is built of collections: search, choose files by extension and one by one, save', async () => {
    const { page, faults } = ipa
    await open(page, '/ui2/datasets')
    await page.getByRole('heading', { name: 'No data sets yet' }).waitFor()
    // somebody who is no administrator is not asked which kind
    await button(page, 'Add').first().click()
    await expect.poll(() => place(page)).toBe('/ui2/datasets/generate')
    const search = button(page, 'Search collections')
    expect(await search.isDisabled()).toBe(true)
    expect(await search.getAttribute('title')).toBe('Select at least one vehicle or fleet')
    expect(await page.getByLabel('Results').locator('option').allInnerTexts()).toEqual(['50', '200', '500', '2000'])
    expect(await page.getByLabel('Results').inputValue()).toBe('200')

    await pick(page, 'Vehicles and fleets', 'Bravo')
    const asked = page.waitForRequest('**/api/v1/data/search')
    await search.click()
    expect((await asked).postDataJSON()).toMatchObject({
      fleetId: [],
      vehicleId: [archive.vehicleIds.get('Bravo')],
      sort: 'startDate',
      order: 'desc',
      offset: 0,
      max: 200,
    })
    await page.locator('.versions').first().waitFor()
    const bravo = archive.rows.filter(({ vehicle }) => vehicle?.name === 'Bravo')
    const choose = page.getByRole('group', { name: 'Choose Extensions' })
    const csv = sum(bravo, 'csv')
    await choose.getByRole('button', { name: `CSV ${csv.count}`, exact: true }).click()
    await page.getByText(`${csv.count} files (`).waitFor()
    expect(await choose.getByRole('button', { name: 'MF4', exact: true }).isDisabled()).toBe(true)
    await toggles(page, 'TXT').first().click()
    await page.getByText(`${csv.count + 1} files (`).waitFor()
    expect(await barriers(page)).toEqual([])

    await button(page, 'Create Static Data Set').click()
    const saving = dialog(page, 'Save Static Data Set')
    await saving.getByRole('button', { name: 'Save', exact: true }).click()
    await saving.getByText('Required field').waitFor()
    await saving.getByLabel('Name').fill('ab')
    await saving.getByText('Must be at lease 3 in length').waitFor()
    await saving.getByLabel('Name').fill('Tables of Bravo')
    await saving.getByLabel('Description').fill('and one note')
    expect(await barriers(page)).toEqual([])
    await saving.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => place(page)).toBe('/ui2/datasets')
    const line = row(page, 'Tables of Bravo')
    await line.getByText('static', { exact: true }).waitFor()
    expect(await line.innerText()).toContain(`${csv.count + 1}`)

    const made = await byName(tokens.ipa, 'Tables of Bravo')
    expect(made).toMatchObject({ type: 'static', description: 'and one note', file_count: csv.count + 1 })
    // what it was found by is kept with it
    expect(made?.filters).toEqual([{ type: 'Vehicle', value: [String(archive.vehicleIds.get('Bravo'))] }])
    expect(faults).toEqual([])
  })

  test('shows its files, is renamed, and deleted after a question', async () => {
    const { page } = ipa
    await open(page, '/ui2/datasets')
    const line = row(page, 'Tables of Bravo')
    await line.getByRole('button', { name: 'Files' }).click()
    const files = dialog(page, 'Files of Tables of Bravo')
    await files.getByText(/Bravo\/Drive-.*\/table_01\.csv/).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')

    await line.getByRole('button', { name: 'Actions of Tables of Bravo' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const editing = dialog(page, 'Edit Tables of Bravo')
    const save = editing.getByRole('button', { name: 'Save', exact: true })
    expect(await save.isDisabled()).toBe(true)
    await editing.getByLabel('Name').fill('Tables')
    await save.click()
    await row(page, 'Tables').waitFor()

    page.once('dialog', (question) => void question.dismiss())
    await button(page, 'Actions of Tables').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    expect((await byName(tokens.ipa, 'Tables'))?.file_count).toBeGreaterThan(0)
    page.once('dialog', (question) => {
      expect(question.message()).toContain('Delete the dataset Tables?')
      void question.accept()
    })
    await button(page, 'Actions of Tables').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No data sets yet' }).waitFor()
  })

  test('is saved straight from a selection of Data Groups', async () => {
    const { page } = ipa
    await openArchive(page, `${house.product.address}/ui2/data/groups`)
    await toggles(page, 'CSV').first().click()
    await dock(page).getByRole('button', { name: 'Save as Data Set' }).click()
    const saving = dialog(page, 'Save Static Data Set')
    await saving.getByText('1 file,').waitFor()
    await saving.getByLabel('Name').fill('From groups')
    await saving.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Data set "From groups" is saved').waitFor()
    expect((await byName(tokens.ipa, 'From groups'))?.file_count).toBe(1)
    // nobody else's business
    expect(await byName(tokens.admin, 'From groups')).toBeDefined()
    const plain = await house.visit('/ui2/data/groups', { as: 'plain' })
    await toggles(plain.page, 'CSV').first().click()
    await dock(plain.page).getByRole('button', { name: 'Create Download' }).waitFor()
    expect(await dock(plain.page).getByRole('button', { name: 'Save as Data Set' }).count()).toBe(0)
    await plain.context.close()
  })
})

describe('a dynamic dataset', () => {
  test('is made by administrators, who see at once what it would have matched', async () => {
    const { page, faults } = admin
    await open(page, '/ui2/datasets')
    await page
      .getByRole('grid', { name: 'Data Sets' })
      .or(page.getByRole('heading', { name: 'No data sets yet' }))
      .first()
      .waitFor()
    await button(page, 'Add').first().click()
    const chooser = dialog(page, 'Data Set Type')
    expect(await barriers(page)).toEqual([])
    await chooser.getByRole('button', { name: /^Dynamic/ }).click()
    await expect.poll(() => place(page)).toBe('/ui2/datasets/dynamic')
    const matched = page.getByRole('region', { name: 'What it would have matched' })
    const readable = archive.rows.flatMap(({ versions }) => versions).filter(({ state }) => state !== 'failed')
    await matched.getByText(`${readable.length} files`).waitFor()

    await button(page, 'CSV').click()
    const csv = sum(archive.rows, 'csv').count
    await matched.getByText(`${csv} files`).waitFor()
    await pick(page, 'Vehicles and fleets', 'Charlie')
    await matched.getByText('1 file', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])

    await button(page, 'Save').click()
    await page.getByText('Required field').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Tables of Charlie')
    await button(page, 'Save').click()
    await expect.poll(() => place(page)).toBe('/ui2/datasets')
    await row(page, 'Tables of Charlie').getByText('dynamic', { exact: true }).waitFor()
    expect((await byName(tokens.admin, 'Tables of Charlie'))?.filters).toEqual([
      { type: 'Vehicle', value: [String(archive.vehicleIds.get('Charlie'))] },
      { type: 'Extension', value: ['csv'] },
    ])
    expect(faults).toEqual([])
  })

  test('is changed where it was made', async () => {
    const { page } = admin
    await open(page, '/ui2/datasets')
    await button(page, 'Actions of Tables of Charlie').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit Tables of Charlie' }).waitFor()
    const save = button(page, 'Save')
    expect(await save.isDisabled()).toBe(true)
    // a name is a tag when it is entered, and the page keeps it
    const names = page.getByRole('combobox', { name: 'Collection or File Name' })
    await names.fill('many')
    await names.press('Enter')
    await page.getByRole('button', { name: 'Remove many' }).waitFor()
    await names.press('Escape')
    await save.click()
    await expect
      .poll(async () => (await byName(tokens.admin, 'Tables of Charlie'))?.filters)
      .toContainEqual({ type: 'Collection', value: ['many'] })
  })

  test('is not for others', async () => {
    const { page } = ipa
    await open(page, '/ui2/datasets/dynamic')
    await expect.poll(() => place(page)).toBe('/ui2/datasets')
    await row(page, 'From groups').waitFor()
    expect(await row(page, 'Tables of Charlie').count()).toBe(0)
    const plain = await house.visit('/ui2/datasets', { as: 'plain' })
    await expect.poll(() => place(plain.page)).toBe('/ui/#!/')
    await plain.context.close()
  })
})

describe('the pages', () => {
  test('follow what others do, and have an older address', async () => {
    const { page } = admin
    await open(page, '/ui2/datasetlist')
    await row(page, 'From groups').waitFor()
    const ids = archive.rows.flatMap(({ versions }) => versions.map(({ id }) => id)).slice(0, 2)
    const body = { name: 'By a colleague', type: 'static', upload_file_version_id: ids }
    dataset.parse(await house.call('POST', '/ipa/dataset', { token: tokens.ipa, body }))
    await row(page, 'By a colleague').waitFor()
  })

  test('say what went wrong, and try again', async () => {
    const { page } = ipa
    const refused = { type: 'error', id: 'internal', message: 'Internal Server Error', fields: [] }
    let refuses = true
    // news of the server would ask again by itself
    await page.route('**/api/v1/events', (route) => route.abort())
    await page.route('**/ipa/dataset', (route) =>
      refuses ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(refused) }) : route.continue(),
    )
    await open(page, '/ui2/datasets')
    await page.getByText('Internal Server Error').waitFor()
    refuses = false
    await button(page, 'Reload').click()
    await row(page, 'From groups').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('fit a telephone', async () => {
    const { page, context, faults } = await house.visit('/ui2/datasets', { as: 'admin', width: 390 })
    const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByText('From groups').first().waitFor()
    await fits()
    await open(page, '/ui2/datasets/generate/')
    await page.getByRole('heading', { name: 'Static Data Set', exact: true }).waitFor()
    await pick(page, 'Vehicles and fleets', 'Bravo')
    await button(page, 'Search collections').click()
    await page.locator('.versions').first().waitFor()
    await fits()
    await open(page, '/ui2/datasets/dynamic')
    await page.getByText('would have matched').waitFor()
    await fits()
    expect(await barriers(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})
