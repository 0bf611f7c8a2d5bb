import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { adminPassword, startProduct } from './product.ts'
import type { Product } from './product.ts'

const root = join(import.meta.dirname, '..')
const plainPassword = 'a quiet evening by the sea'
let dataDir: string
let product: Product
let browser: Browser

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-session-'))
  product = await startProduct({ environment: { LOGGERHEAD_DATA_DIR: dataDir } })
  browser = await openBrowser()
  await user(['add', 'tom', '--password-stdin'], plainPassword)
  await user(['add', 'eva', '--password-stdin'], plainPassword)
})

afterAll(async () => {
  await browser?.close()
  await product?.end()
  await rm(dataDir, { recursive: true, force: true })
})

/** `npx loggerhead user ...` on the running server. */
async function user(words: string[], input = '') {
  const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LOGGERHEAD_DATA_DIR: dataDir }
  await new Promise<void>((resolve, reject) => {
    const program = [join(root, 'server/command-line/main.ts'), 'user', ...words]
    const child = execFile(process.execPath, program, { cwd: root, env: environment }, (error, _out, said) => (error ? reject(new Error(said)) : resolve()))
    child.stdin?.end(input)
  })
}

async function visitor(path: string) {
  const opened = await openPage(browser)
  await opened.page.goto(product.address + path)
  return opened
}

async function signIn(page: Page, username = 'admin', password = adminPassword) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const place = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
const loginFor = (origin: string) => `/ui2/login?${new URLSearchParams({ origin })}`
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(`loggerhead_${name}`), key)

test('without a session a page leads to the login, and the login back to it, classic addresses too', async () => {
  for (const path of ['/ui/#!/account?tab=zone', '/ui2/data/groups?names=cold']) {
    const { page, context, faults } = await visitor(path)
    await page.getByLabel('Username').waitFor()
    expect(await place(page)).toBe(loginFor(path))
    await signIn(page)
    await page.getByRole('button', { name: /User menu/ }).waitFor()
    expect(await place(page)).toContain(path)
    expect(faults).toEqual([])
    await context.close()
  }
})

test('an origin on another host is not gone to', async () => {
  const { page, context } = await visitor(`/ui2/login?origin=${encodeURIComponent('//evil.example/')}`)
  await signIn(page)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(new URL(page.url()).origin).toBe(product.address)
  expect(await place(page)).toBe('/ui/#!/')
  await context.close()
})

test('empty fields are named, the button waits, the password can be seen, a wrong one is told', async () => {
  const { page, context } = await visitor('/ui2/login')
  const submit = page.getByRole('button', { name: 'Sign in' })
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Username').fill('')
  await page.getByText('Username is required').waitFor()
  await page.getByLabel('Password', { exact: true }).focus()
  await page.getByLabel('Username').focus()
  await page.getByText('Password is required').waitFor()
  expect(await submit.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await signIn(page, 'nobody', 'wrong')
  await page.getByText('Login failed').waitFor()
  expect(await submit.isDisabled()).toBe(true)
  await context.close()
})

test('a user without roles is led home from analyses and administration, and does not see them', async () => {
  const { page, context } = await visitor('/ui2/results')
  await signIn(page, 'tom', plainPassword)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await place(page)).toBe('/ui/#!/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByText('Data Archive').waitFor()
  for (const word of ['IPA', 'Organizations', 'Server']) expect(await main.getByText(word, { exact: true }).count()).toBe(0)
  await page.goto(`${product.address}/ui/#!/server/settings`)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await user(['set-roles', 'tom', 'ipa'])
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  await page.getByText('User permissions updated').waitFor()
  await main.getByText('IPA', { exact: true }).waitFor()
  await context.close()
})

test('an expired password leads to its change, and the new one signs in', async () => {
  await user(['expire-password', 'eva'])
  const { page, context } = await visitor('/ui2/login')
  await signIn(page, 'eva', plainPassword)
  await page.getByRole('heading', { name: 'Your password has expired' }).waitFor()
  expect(await place(page)).toBe('/ui/#!/account/passwordChange')
  expect(await stored(page, 'access_token')).toBeNull()
  const renewed = 'a louder morning in the hills'
  await page.getByLabel('Username').fill('eva')
  await page.getByLabel('Current password').fill(plainPassword)
  await page.getByLabel('New password', { exact: true }).fill(renewed)
  await page.getByLabel('New password again').fill(renewed)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await signIn(page, 'eva', renewed)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await context.close()
})

test('two tabs renew an expired token once and share it; a logout in one is a logout in both', async () => {
  const { page: first, context } = await visitor('/ui2/login')
  await signIn(first)
  await first.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const second = await context.newPage()
  await second.goto(`${product.address}/ui/#!/devices`)
  await second.getByRole('heading', { name: 'Devices' }).waitFor()

  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/authorization/refresh')) refreshes.push(request.url())
  })
  const old = await stored(first, 'access_token')
  await first.evaluate(() => localStorage.setItem('loggerhead_expires_at', '1'))
  await Promise.all([first.reload(), second.reload()])
  await first.waitForFunction((before) => localStorage.getItem('loggerhead_access_token') !== before, old)
  await Promise.all([first.getByRole('heading', { name: 'Dashboard' }).waitFor(), second.getByRole('heading', { name: 'Devices' }).waitFor()])
  expect(refreshes).toHaveLength(1)

  await first.evaluate(() => localStorage.setItem('formData', '{}'))
  await first.getByRole('button', { name: /User menu/ }).click()
  await first.getByRole('menuitem', { name: 'Logout' }).click()
  await Promise.all([first, second].map((tab) => tab.getByLabel('Username').waitFor()))
  expect(await first.evaluate(() => Object.keys(localStorage))).toEqual([])
  // The second tab remembers where it was.
  expect(await place(second)).toBe(loginFor('/ui/#!/devices'))
  await context.close()
})

test('classic addresses typed by hand, links, Back and the keyboard all lead to the same pages', async () => {
  const { page, context, faults } = await visitor('/ui2/login')
  await signIn(page)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.evaluate(() => (location.hash = '#!/devices/versions'))
  await page.getByRole('heading', { name: 'Device versions' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  await page.getByRole('button', { name: 'Devices' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('f')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Files for devices' }).waitFor()
  expect(await place(page)).toBe('/ui/#!/devices/downloadFiles')

  await page.goto(`${product.address}/ui2/systemHealth`)
  await page.waitForFunction(() => document.body.innerText.trim() === '200 OK')
  expect(faults).toEqual([])
  await context.close()
})

test('the help of a page is a popup of half the window', async () => {
  const { page, context } = await visitor('/ui2/login')
  await signIn(page)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.evaluate(() => (location.hash = '#!/account'))
  await page.getByRole('heading', { name: 'My Account' }).waitFor()
  await page.getByRole('button', { name: 'Help' }).click()
  const dialog = page.getByRole('dialog', { name: 'Help' })
  expect(await dialog.innerText()).toContain('No content')
  expect(await dialog.boundingBox()).toMatchObject({ width: 720, height: 450 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 767, height: 800 })
  expect(await page.getByRole('button', { name: 'Back' }).isVisible()).toBe(false)
  await context.close()
})
