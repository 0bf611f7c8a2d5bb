import type { Dialog, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { seedLogger } from './logger-seed.ts'
import { madePackage } from './made-package.ts'
import { openHouse, passwords, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let author: Visit
let admin: Visit

beforeAll(async () => {
  house = await openHouse()
  await seedLogger(house, (await house.tokens('admin', passwords.admin)).access_token)
  author = await house.visit('/ui2/scripts', { as: 'ipa' })
  admin = await house.visit('/ui/#!/', { as: 'admin' })
})
afterAll(() => house?.end())

const zipFile = (name: string, files: Readonly<Record<string, string>>) => ({
  name,
  mimeType: 'application/zip',
  buffer: madePackage(files),
})
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The text of a code view. */
const codeOf = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a package is looked at before and after it is sent, and what is wrong is told where it is', async () => {
  const { page } = author
  await titled(page, 'Scripts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = dialogOf(page, 'Upload Script')
  await dialog.waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(() => dialog.getByText('Required field').count()).toBe(2)

  const file = dialog.getByLabel('File', { exact: true })
  expect(await file.getAttribute('accept')).toBe('.zip')
  await file.setInputFiles(zipFile('rules.zip', { 'main.py': 'print(1)' }))
  await page.getByText('File must contain a __main__.py', { exact: true }).waitFor()
  // shown for 2.5 s, at the centre
  await page.getByText('File must contain a __main__.py', { exact: true }).waitFor({ state: 'detached' })

  await file.setInputFiles(zipFile('evil.zip', { '__main__.py': 'print(1)\n', '../evil.py': 'x' }))
  // a package is looked at before it is taken
  await dialog.getByText(/^evil\.zip, /).waitFor()
  await dialog.getByLabel('Name').fill('ab')
  await dialog.getByText('Must be at lease 3 in length').waitFor()
  await dialog.getByText('2 / 30').waitFor()
  await dialog.getByLabel('Name').fill('Cold start')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByText('The zip has "../evil.py", a name that leads out of its folder').waitFor()

  await file.setInputFiles(zipFile('cold.zip', { '__main__.py': 'print("first")\n', 'lib/rules.py': 'limit = 0\n' }))
  await dialog.getByText(/^cold\.zip, /).waitFor()
  await dialog.getByLabel('Description').fill('finds cold starts')
  await dialog.getByText('17 / 255').waitFor()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = rowOf(page, 'Cold start')
  await row.getByText('Pending').waitFor()
  await row.getByText('1 (none runs)').waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Name', 'Description', 'User', 'Create Date'].map((title) => expect.stringContaining(title))),
  )
  expect(author.faults.filter((fault) => !fault.includes('422'))).toEqual([])
})

test('an administrator is told, looks at every file, and rejects with a comment', async () => {
  const { page } = admin
  await page.getByRole('button', { name: /, 1 unread notifications$/ }).click()
  await page.getByRole('menuitem', { name: /Notifications/ }).click()
  await page.getByRole('link', { name: 'Script to review: Cold start' }).click()
  await titled(page, 'Cold start')
  await page.getByRole('heading', { name: 'Version 1 waits for your review' }).waitFor()
  await expect.poll(() => codeOf(page, '__main__.py').textContent()).toContain('print("first")')
  await page.getByRole('button', { name: /^lib\/rules\.py/ }).click()
  await expect.poll(() => codeOf(page, 'lib/rules.py').textContent()).toContain('limit = 0')
  expect(await place(page)).toContain('file=lib')
  expect(await barriers(page)).toEqual([])

  // tried on a recording: it waits here, where no sandbox is, and is found among the trials
  await page.getByRole('button', { name: 'Try it on a recording' }).click()
  await dialogOf(page, 'Recordings of the archive').getByRole('option').first().click()
  const followed = page.getByRole('link', { name: 'Follow the run' })
  await followed.waitFor()
  const trial = new URL((await followed.getAttribute('href')) ?? '', page.url())
  expect(trial.pathname + trial.search).toMatch(/^\/ui2\/results\?type=trial&result=\d+$/)

  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Say what has to be changed').waitFor()
  await page.getByLabel('Comment').fill('Please print the second, too.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText(/^Rejected by admin.*: Please print the second, too\.$/).waitFor()
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
})

test('the author is told, resubmits, and the administrator sees what is different', async () => {
  const { page } = author
  await rowOf(page, 'Cold start').getByText('Rejected').waitFor()
  await page.getByRole('button', { name: /unread notifications$/ }).click()
  await page.getByRole('menuitem', { name: /Notifications/ }).click()
  await page.getByRole('link', { name: 'Script rejected: Cold start' }).click()
  await page.getByText('Please print the second, too.').waitFor()

  const resubmit = async (files: Readonly<Record<string, string>>) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = dialogOf(page, 'Edit Cold start')
    await dialog.getByLabel('New package (optional)').setInputFiles(zipFile('cold.zip', files))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await resubmit({ '__main__.py': 'print("first")\nprint("second")\n', 'lib/rules.py': 'limit = 0\n' })
  const chief = admin.page
  await chief.getByRole('heading', { name: 'Version 2 waits for your review' }).waitFor()
  await chief.getByRole('button', { name: 'Accept' }).click()
  await chief.getByText(/^Accepted by admin/).waitFor()

  await resubmit({ '__main__.py': 'print("first")\nprint("third")\n', 'notes.txt': 'new\n' })
  await chief
    .getByRole('button', { name: 'Show version 3' })
    .or(chief.getByRole('button', { name: 'Accept' }))
    .first()
    .waitFor()
  await chief.goto(`${house.product.address}${new URL(chief.url()).pathname}`)
  await chief.getByText('Below is what differs from version 2, which runs until you have decided.').waitFor()
  await expect.poll(() => codeOf(chief, '__main__.py, before').textContent()).toContain('print("second")')
  await expect.poll(() => codeOf(chief, '__main__.py, now').textContent()).toContain('print("third")')
  const files = chief.getByRole('navigation', { name: 'Files' })
  expect(await files.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual([
    '__main__.py, changed',
    'lib/rules.py, removed',
    'notes.txt, added',
  ])
  expect(await barriers(chief)).toEqual([])
  await chief.getByRole('button', { name: 'File', exact: true }).click()
  await expect.poll(() => codeOf(chief, '__main__.py').textContent()).toContain('print("third")')

  // what came meanwhile is not accepted unseen
  const slow = await house.visit(new URL(chief.url()).pathname, { as: 'admin' })
  await slow.page.getByRole('button', { name: 'Accept' }).waitFor()
  await chief.getByRole('button', { name: 'Accept' }).click()
  await chief.getByText(/^Accepted by admin/).waitFor()
  await slow.page.getByText(/^Accepted by admin/).waitFor()
  expect(await slow.page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  expect([...admin.faults, ...slow.faults]).toEqual([])
  await slow.context.close()
  await page.getByRole('button', { name: /unread notifications$/ }).waitFor()
})

test('configurations are added, viewed, changed, copied, downloaded and deleted', async () => {
  const { page } = author
  await page.goto(`${house.product.address}/ui2/scripts`)
  await rowOf(page, 'Cold start')
    .getByRole('link', { name: /^Configurations/ })
    .click()
  await titled(page, 'Configurations')
  expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).textContent()).toMatch(/^Scripts.*Configurations/)
  await page.getByText('No configurations yet').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const adding = dialogOf(page, 'Add a Configuration')
  expect(await adding.getByLabel('File', { exact: true }).getAttribute('accept')).toBe('.asl')
  await adding
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'winter.asl', mimeType: '', buffer: Buffer.from('{"limit": 0}\n') })
  await adding.getByLabel('Name').fill('Winter')
  await adding.getByRole('button', { name: 'Add' }).click()
  await adding.waitFor({ state: 'detached' })
  const row = rowOf(page, 'Winter')
  await row.waitFor()

  await page.getByRole('button', { name: 'View Winter' }).click()
  const viewer = dialogOf(page, 'Configuration Viewer')
  const code = codeOf(page, 'Configuration Winter')
  await expect.poll(() => code.textContent()).toContain('{"limit": 0}')
  await code.press('Control+Home')
  await code.pressSequentially('x')
  await viewer.getByText(/^Not valid JSON/).waitFor()
  await code.press('Backspace')
  await code.press('Control+End')
  await code.pressSequentially(' ')
  await viewer.getByRole('button', { name: 'Save', exact: true }).click()
  await viewer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'View Winter' }).click()
  await expect.poll(() => code.textContent()).toContain('{"limit": 0}')
  expect(await barriers(page)).toEqual([])
  await viewer.getByRole('button', { name: 'Save as new' }).click()
  await adding.getByLabel('Name').fill('Summer')
  await adding.getByRole('button', { name: 'Add' }).click()
  await rowOf(page, 'Summer').waitFor()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Winter' }).click()
  expect((await saved).suggestedFilename()).toBe('winter.asl')
  expect(await page.getByRole('button', { name: 'Delete Winter' }).getAttribute('aria-disabled')).toBe('true')

  // administrators delete, and are not asked
  const chief = admin.page
  const asked: Dialog[] = []
  chief.on('dialog', (dialog) => void (asked.push(dialog), dialog.dismiss()))
  await chief.goto(`${house.product.address}${new URL(page.url()).pathname}`)
  await chief.getByRole('button', { name: 'Delete Winter' }).click()
  await rowOf(chief, 'Winter').waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect(asked).toEqual([])
  chief.removeAllListeners('dialog')
})

test.each(['/ui2/scripts/configurations', '/ui2/scripts//configurations'])(
  'without a script, the page of configurations leads to the scripts: %s',
  async (address) => {
    const { page } = author
    await page.goto(house.product.address + address)
    await titled(page, 'Scripts')
    await expect.poll(() => place(page)).toBe('/ui2/scripts')
  },
)

test('a script is deleted after a question, and gone for everybody', async () => {
  const { page } = author
  await rowOf(admin.page, 'Summer').waitFor()
  await admin.page.goto(`${house.product.address}/ui2/scripts`)
  await rowOf(admin.page, 'Cold start').waitFor()
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await page.getByRole('button', { name: 'Actions of Cold start' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  for (const each of [page, admin.page]) await rowOf(each, 'Cold start').waitFor({ state: 'detached' })
  expect(questions).toEqual(['Delete the script Cold start with its configurations?'])
})

test('How it Works explains, with a script to copy', async () => {
  const { page, faults } = await house.visit('/ui2/howitworks', { as: 'ipa' })
  await titled(page, 'How it Works')
  await page.getByText('IPA Integrated Post Analysis', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Your Python on every recording' }).waitFor()
  await expect.poll(() => codeOf(page, '__main__.py').textContent()).toContain('with loggerhead.run() as run:')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // the word stays for a second
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy __main__.py' }).click()
  await page.getByText('Copied').waitFor()
  await page.clock.resume()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('run.verdict(')
  expect(await barriers(page)).toEqual([])
  expect(faults).toEqual([])
})

test('an error takes the place of the grid, until it is gone', async () => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'ipa' })
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.route('**/ipa/script', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'IPA', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Scripts' }).click()
  await page.getByRole('alert').getByText('Internal Server Error').waitFor()
  expect(await page.getByRole('grid', { name: 'Scripts' }).count()).toBe(0)
  await page.unroute('**/ipa/script')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await context.close()
})

test.each(['/ui2/scripts', '/ui2/howitworks'])('%s at 390 pixels is usable and has no barriers', async (path) => {
  const { page, faults, context } = await house.visit(path, { as: 'admin', width: 390 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByText(/No scripts yet|A first script/)
    .or(page.getByRole('button', { name: /^Actions of/ }))
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
  await context.close()
})
