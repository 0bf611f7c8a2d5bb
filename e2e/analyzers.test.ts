import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { button, choose, chosen, dialog, menu, openAnalyzers, options, row } from './analyzer-page.ts'
import { seedAnalyzers } from './analyzer-seed.ts'
import type { AnalyzerSeed } from './analyzer-seed.ts'
import { barriers } from './axe.ts'
import { openHouse, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

/* Runs wait here: what they do is in analyses.test.ts. */

let house: House
let seed: AnalyzerSeed
let ipa: Visit
let admin: Visit
beforeAll(async () => {
  house = await openHouse()
  seed = await seedAnalyzers(house)
  ipa = await house.visit('/ui2/login', { as: 'ipa' })
  admin = await house.visit('/ui2/login', { as: 'admin' })
})
afterAll(async () => {
  await house?.end()
})
afterEach(async () => {
  await Promise.all([ipa, admin].map(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' })))
})

const open = (page: Page) => openAnalyzers(page, house)

describe('a manual analyzer', () => {
  test('is made of an accepted script, its configuration and a static dataset, and asks whether it shall run', async () => {
    const { page, faults } = ipa
    await open(page)
    await page.getByRole('heading', { name: 'No analyzers yet' }).waitFor()
    await button(page, 'Add').first().click()
    const form = dialog(page, 'Add Analyzer')
    // administrators only
    expect(await form.getByRole('radio', { name: /^Ingress/ }).count()).toBe(0)
    await form.getByRole('button', { name: 'Save' }).click()
    expect(await form.getByText('Required field').count()).toBe(4)
    expect(await barriers(page)).toEqual([])

    await form.getByLabel('Name').fill('Cold starts of May')
    const offered = ['Brakes', 'Cold start', 'Not looked at (not accepted yet)']
    await expect.poll(() => options(page, 'Script')).toEqual(expect.arrayContaining(offered))
    await choose(page, 'Script', 'Cold start')
    await expect.poll(async () => (await options(page, 'Configuration')).toSorted()).toEqual(['Strict', 'Usual'])
    await choose(page, 'Configuration', 'Strict')
    // the one chosen for a script comes back with it
    await choose(page, 'Script', 'Brakes')
    await expect.poll(() => options(page, 'Configuration')).toEqual(['Gentle'])
    await choose(page, 'Script', 'Cold start')
    await expect.poll(() => chosen(page, 'Configuration')).toBe('Strict')
    await expect.poll(() => options(page, 'Dataset')).toEqual(['Three files'])
    await choose(page, 'Dataset', 'Three files')
    await page.getByRole('combobox', { name: 'Share results with' }).click()
    await page.getByRole('option', { name: 'admin' }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Save' }).click()

    const question = dialog(page, 'Run now?')
    await question.getByText('The analyzer Cold starts of May is saved. Run it now?').waitFor()
    await question.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('Analyzer "Cold starts of May" run queued').waitFor()
    await row(page, 'Cold starts of May').getByText('new', { exact: true }).waitFor()
    expect(await seed.find('Cold starts of May')).toMatchObject({
      type: 'manual',
      configs: [{ name: 'Strict' }],
      share_users: [{ name: 'admin' }],
      results: 1,
      last_status: 'new',
    })
    expect(faults).toEqual([])
  })

  test('is saved only when something differs, and says at the field what the server refuses', async () => {
    const { page } = ipa
    await seed.addAnalyzer('To be changed')
    await open(page)
    await menu(page, 'To be changed', 'Edit')
    const form = dialog(page, 'Edit To be changed')
    const save = form.getByRole('button', { name: 'Save' })
    await expect.poll(() => chosen(page, 'Dataset')).toBe('Three files')
    expect(await save.isDisabled()).toBe(true)
    await form.getByLabel('Description').fill('each morning')
    expect(await save.isDisabled()).toBe(false)
    await form.getByLabel('Description').fill('')
    expect(await save.isDisabled()).toBe(true)

    // gone while the form was open
    const gone = await seed.addScript('Short-lived', ['Only'])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await menu(page, 'To be changed', 'Edit')
    await expect.poll(() => options(page, 'Script')).toContain('Short-lived')
    await choose(page, 'Script', 'Short-lived')
    await expect.poll(() => options(page, 'Configuration')).toEqual(['Only'])
    await choose(page, 'Configuration', 'Only')
    const [config] = gone.configs
    await house.call('DELETE', `/ipa/script/${gone.id}/config/${config}`, { token: seed.tokens.admin })
    await save.click()
    await form.getByText('The script has no such configuration; choose another one').waitFor()
    await page.keyboard.press('Escape')
    expect(await seed.find('To be changed')).toMatchObject({ script: { name: 'Cold start' } })
  })

  test('tells in a toast why it cannot run', async () => {
    const { page } = ipa
    await seed.addAnalyzer('Unlucky')
    await open(page)
    const refused = { type: 'error', id: 'analyzer-no-files', message: 'None of the files can be found', fields: [] }
    await page.route('**/api/v1/jobQueue', (route) =>
      route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(refused) }),
    )
    await page.clock.install()
    await open(page)
    const stays = async (text: string, ms: number) => {
      const toast = page.getByText(text, { exact: true })
      await button(page, 'Run Unlucky').click()
      await toast.waitFor()
      const box = await toast.boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(40)
      await page.clock.fastForward(ms + 100)
      await toast.waitFor({ state: 'detached' })
    }
    await stays('None of the files can be found', 4000)
    await page.unroute('**/api/v1/jobQueue')
    await stays('Analyzer "Unlucky" run queued', 2500)
  })

  test('of somebody else is seen, not touched', async () => {
    await seed.addAnalyzer(
      'Of the admin',
      { datasets: [await seed.addFiles('One file', 1, seed.tokens.admin)] },
      seed.tokens.admin,
    )
    const { page } = ipa
    await open(page)
    const run = button(page, 'Run Of the admin')
    await run.waitFor()
    expect(await run.getAttribute('aria-disabled')).toBe('true')
    expect(await run.getAttribute('title')).toBe('Only admin and administrators may change or run it')
    await row(page, 'Of the admin').getByText('private').waitFor()
    await button(page, 'Actions of Of the admin').click()
    expect(await page.getByRole('menuitem', { name: 'Edit' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
  })

  test('says in red what is missing', async () => {
    const script = await seed.addScript('Doomed', ['Doomed too'])
    await seed.addAnalyzer('Incomplete', { script_id: [script.id], configs: script.configs })
    const { page } = ipa
    await open(page)
    await row(page, 'Incomplete').getByText('Doomed too').waitFor()
    await house.call('DELETE', `/ipa/script/${script.id}/config/${script.configs[0]}`, { token: seed.tokens.admin })
    // the page is told of it
    await row(page, 'Incomplete').getByText('Config is missing').waitFor()
    await house.call('DELETE', `/ipa/script/${script.id}`, { token: seed.tokens.admin })
    const missing = row(page, 'Incomplete').getByText('Script is missing')
    await missing.waitFor()
    const color = await missing.evaluate((element) => getComputedStyle(element).color)
    expect(color).toBe(
      await page.evaluate(() => {
        const probe = document.createElement('span')
        probe.style.color = 'var(--bad)'
        document.body.append(probe)
        const shown = getComputedStyle(probe).color
        probe.remove()
        return shown
      }),
    )
    expect(await button(page, 'Run Incomplete').getAttribute('aria-disabled')).toBe('true')
  })

  test('is deleted after a question, and so are its results', async () => {
    const { page } = ipa
    await seed.addAnalyzer('Short life')
    await open(page)
    const asked: string[] = []
    page.on('dialog', (question) => {
      asked.push(question.message())
      void question.accept()
    })
    await menu(page, 'Short life', 'Delete All Results')
    await page.getByText('All results of "Short life" are deleted').waitFor()
    await menu(page, 'Short life', 'Delete')
    await row(page, 'Short life').waitFor({ state: 'detached' })
    expect(asked).toEqual([
      'Delete all results of Short life? 0 results with all files are gone for good.',
      'Delete the analyzer Short life? Its results stay.',
    ])
    page.removeAllListeners('dialog')
  })
})

describe('the page', () => {
  test('is for those who may use analyses', async () => {
    const plain = await house.visit('/ui2/analyzers', { as: 'plain' })
    await expect.poll(() => place(plain.page)).toBe('/ui/#!/')
    await plain.context.close()
  })

  test('asks every ten seconds while events do not come, and not while a dialog is open', async () => {
    const { page, context } = await house.visit('/ui2/login', { as: 'ipa' })
    await page.clock.install()
    await page.route('**/api/v1/events*', (route) => route.abort())
    let asked = 0
    await page.route('**/ipa/analyzer', (route) => {
      asked++
      return route.continue()
    })
    await open(page)
    await row(page, 'Unlucky').waitFor()
    const first = asked
    await page.clock.runFor(10_500)
    await expect.poll(() => asked).toBeGreaterThan(first)
    await button(page, 'Add').first().click()
    await dialog(page, 'Add Analyzer').waitFor()
    const whileOpen = asked
    await page.clock.runFor(31_000)
    expect(asked).toBe(whileOpen)
    await context.close()
  })

  test('has a column for each thing that an analyzer is made of, and for how it stands', async () => {
    const { page } = ipa
    await open(page)
    await row(page, 'Unlucky').waitFor()
    const titles = await page.getByRole('columnheader').allInnerTexts()
    const words = ['Name', 'Type', 'Last status', 'Script', 'Configuration', 'Dataset', 'Owner', 'Last run', 'Updated', 'Actions']
    expect(titles.map((title) => title.replace(/\s*[↓↑]\s*$/, '').trim())).toEqual(words)
  })

  test('of results asks for them and the states of their jobs every five seconds while events do not come', async () => {
    const { page, context } = await house.visit('/ui2/login', { as: 'ipa' })
    await page.clock.install()
    await page.route('**/api/v1/events*', (route) => route.abort())
    let asked = 0
    await page.route('**/ipa/result?*', (route) => {
      asked++
      return route.continue()
    })
    await page.goto(`${house.product.address}/ui2/results`)
    await row(page, 'Cold starts of May').getByText('NEW').waitFor()
    const first = asked
    // its clock goes on by itself as well
    await page.clock.runFor(3_000)
    expect(asked).toBe(first)
    await page.clock.runFor(2_500)
    await expect.poll(() => asked).toBe(first + 1)
    await context.close()
  })
})
