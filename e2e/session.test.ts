import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenAnswer } from '#contract/sessions.ts'
import { dashboard, loginFor, openHouse, passwords, place, prefix, signIn, stored } from './visitors.ts'
import type { House } from './visitors.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})

afterAll(async () => {
  await house?.end()
})

/** The addresses of the calls with this end, from now on. */
function callsTo(context: BrowserContext, end: string): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith(end)) seen.push(request.url())
  })
  return seen
}

const refreshEnd = '/auth/authorization/refresh'
const lockName = 'loggerhead_session'

test('a login stores the session under the prefixed keys, and the profile with it', async () => {
  const { page, context } = await house.visit('/ui2/login')
  await signIn(page, 'plain', passwords.plain)
  await dashboard(page)
  const keys = await page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(keys).toEqual(
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'session', 'user'].map((key) => prefix + key),
  )
  const now = Date.now() / 1000
  expect(Number(await stored(page, 'expires_at'))).toBeGreaterThan(now)
  expect(Number(await stored(page, 'expires_at'))).toBeLessThanOrEqual(now + 15 * 60)
  expect(Number(await stored(page, 'expires_in'))).toBeLessThanOrEqual(15 * 60)
  expect(JSON.parse((await stored(page, 'session')) ?? '')).toMatchObject({ username: 'plain', time: expect.any(String) })
  expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({
    username: 'plain',
    roles: [],
    administrator: false,
    permissions: ['data.read', 'data.upload'],
    preferences: {},
  })
  await context.close()
})

test('at its end the access token is renewed by a timer, without a click', async () => {
  // This page asks the server for nothing by itself.
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  const old = await stored(page, 'access_token')
  const refreshes = callsTo(context, refreshEnd)
  await page.evaluate((key) => localStorage.setItem(key, String(Math.floor(Date.now() / 1000) + 2)), `${prefix}expires_at`)
  await page.reload()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.waitForFunction(([key, before]) => localStorage.getItem(key ?? '') !== before, [`${prefix}access_token`, old])
  expect(refreshes).toHaveLength(1)
  expect(Number(await stored(page, 'expires_at'))).toBeGreaterThan(Date.now() / 1000 + 60)
  await context.close()
})

test('two tabs renew an expired token once and share it; a logout in one is a logout in both', async () => {
  const { page: first, context } = await house.visit('/ui/#!/', { as: 'admin' })
  await dashboard(first)
  const second = await context.newPage()
  await second.goto(`${house.product.address}/ui/#!/devices`)
  await second.getByRole('heading', { name: 'Devices' }).waitFor()

  const refreshes = callsTo(context, refreshEnd)
  const old = await stored(first, 'access_token')
  await first.evaluate((key) => localStorage.setItem(key, '1'), `${prefix}expires_at`)
  await Promise.all([first.reload(), second.reload()])
  await first.waitForFunction(([key, before]) => localStorage.getItem(key ?? '') !== before, [`${prefix}access_token`, old])
  await Promise.all([dashboard(first), second.getByRole('heading', { name: 'Devices' }).waitFor()])
  expect(refreshes).toHaveLength(1)

  const [token = '', refreshToken = ''] = [await stored(first, 'access_token'), await stored(first, 'refresh_token')].map(String)
  await first.evaluate(() => localStorage.setItem('formData', '{}'))
  await first.getByRole('button', { name: /User menu/ }).click()
  await first.getByRole('menuitem', { name: 'Logout' }).click()
  await Promise.all([first, second].map((tab) => tab.getByLabel('Username').waitFor()))
  expect(await first.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await place(first)).toBe('/ui2/login')
  // The second tab remembers where it was.
  expect(await place(second)).toBe(loginFor('/ui/#!/devices'))
  await expect(house.call('GET', '/api/v1/currentUser', { token })).rejects.toThrow('answered 401')
  await expect(house.call('POST', refreshEnd, { body: { refresh_token: refreshToken } })).rejects.toThrow('answered 401')
  await context.close()
})

test('/ui2/logout says so, ends the session and goes to the login', async () => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'plain' })
  await dashboard(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/auth/session', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${house.product.address}/ui2/logout`)
  await page.getByText('Logging out...').waitFor()
  release()
  await page.getByLabel('Username').waitFor()
  expect(await place(page)).toBe('/ui2/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await context.close()
})

test('a login waits for the session operation of another tab, and gives up after 10 s', async () => {
  const { page: holder, context } = await house.visit('/ui2/systemHealth')
  await holder.evaluate(async (name) => {
    await new Promise<void>((held) => {
      void navigator.locks.request(name, () => {
        held()
        return new Promise<void>((resolve) => addEventListener('let-go', () => resolve(), { once: true }))
      })
    })
  }, lockName)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${house.product.address}/ui2/login`)
  await page.getByLabel('Username').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const logins = callsTo(context, '/auth/authorization/login')
  await signIn(page)
  await page.getByRole('button', { name: 'Signing in…' }).waitFor()
  await page.clock.runFor(9_900)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.clock.runFor(200)
  const card = page.getByRole('alert')
  await card.waitFor()
  expect(await card.innerText()).toMatch(/^Login failed\s+Could not acquire the session mutex$/)
  expect(logins).toEqual([])

  await page.clock.resume()
  // The button waits for a change.
  await page.getByLabel('Password', { exact: true }).fill('')
  await signIn(page)
  await page.getByRole('button', { name: 'Signing in…' }).waitFor()
  await holder.evaluate(() => dispatchEvent(new Event('let-go')))
  await dashboard(page)
  expect(logins).toHaveLength(1)
  await context.close()
})

test('a session that the server has ended is left at the next call, and a login returns to the page', async () => {
  const { page, context } = await house.visit('/ui2/data/groups?name=cold', { as: 'plain' })
  await page.getByRole('heading', { name: 'Data Groups' }).waitFor()
  await page.getByRole('button', { name: /User menu/ }).click()
  await house.call('DELETE', '/auth/session', { token: (await stored(page, 'access_token')) ?? '' })
  const asking = page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  // the stream of events ends with the session: the page may know before it is asked
  asking.catch(() => undefined)
  await page.getByLabel('Username').waitFor()
  expect(await place(page)).toBe(loginFor('/ui2/data/groups?name=cold'))
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await signIn(page, 'plain', passwords.plain)
  await page.getByRole('heading', { name: 'Data Groups' }).waitFor()
  expect(await place(page)).toBe('/ui2/data/groups?name=cold')
  await context.close()
})

test('a disabled user is out at the next call and cannot come back', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'ipa' })
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await house.command(['user', 'disable', 'ipa'])
  await page.reload()
  await page.getByLabel('Username').waitFor()
  await signIn(page, 'ipa', passwords.ipa)
  await page.getByRole('alert').getByText('User name or password is wrong').waitFor()
  await house.command(['user', 'enable', 'ipa'])
  await context.close()
})

test('on start with a token the profile is read again, except on the login page', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByText('Data Archive').waitFor()
  expect(await main.getByText('IPA', { exact: true }).count()).toBe(0)
  await house.command(['user', 'set-roles', 'plain', 'ipa'])
  const reads = callsTo(context, '/api/v1/currentUser')
  await page.reload()
  await main.getByText('IPA', { exact: true }).waitFor()
  expect(reads).toHaveLength(1)
  await house.command(['user', 'set-roles', 'plain'])
  await page.goto(`${house.product.address}/ui2/login`)
  await page.getByLabel('Username').waitFor()
  expect(reads).toHaveLength(1)
  await context.close()
})

test('while the server is away nobody is signed out', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  await page.getByText('Error reloading permissions').waitFor()
  await context.setOffline(false)
  expect(await stored(page, 'access_token')).not.toBeNull()
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Reload Permissions' }).click()
  await page.getByText('User permissions updated').waitFor()
  await context.close()
})

test('a session that is damaged in the browser counts as none, a damaged profile is read again', async () => {
  const { page, context, faults } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.evaluate((key) => localStorage.setItem(key, '{"roles":"all"'), `${prefix}user`)
  await page.reload()
  await page.getByRole('button', { name: 'User menu of Paula Reed' }).waitFor()
  for (const [key, value] of [
    ['expires_at', 'soon'],
    ['session', 'null'],
  ] as const) {
    await page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [prefix + key, value])
    await page.reload()
    await page.getByLabel('Username').waitFor()
    await signIn(page, 'plain', passwords.plain)
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
  }
  expect(faults).toEqual([])
  await context.close()
})

test('when somebody else has used the refresh token, the session is over for both', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  const body = { refresh_token: (await stored(page, 'refresh_token')) ?? '' }
  const stolen = tokenAnswer.parse(await house.call('POST', refreshEnd, { body }))
  // Once the new token was used as well, the old one is no retry of a lost answer.
  const further = tokenAnswer.parse(await house.call('POST', refreshEnd, { body: { refresh_token: stolen.refresh_token } }))
  await page.evaluate((key) => localStorage.setItem(key, '1'), `${prefix}expires_at`)
  await page.reload()
  await page.getByLabel('Username').waitFor()
  expect(await place(page)).toBe(loginFor('/ui/#!/devices'))
  await expect(house.call('GET', '/api/v1/currentUser', { token: further.access_token })).rejects.toThrow('answered 401')
  await context.close()
})
