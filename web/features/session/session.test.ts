import { afterEach, expect, test, vi } from 'vitest'
import type { TokenAnswer } from '#contract/sessions.ts'
import { listFleets } from '#contract/fleets.ts'
import type { CurrentUser } from '#contract/users.ts'
import { memoryStorage } from '#web/testing/memory-storage.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'
import type { Heard, Reply } from '#web/testing/scripted-server.ts'
import { makeSession } from './session.ts'
import { inTurn, withSessionLock } from './session-lock.ts'
import { readSession, writeTokens } from './stored-session.ts'

const anna: CurrentUser = {
  id: 1,
  username: 'anna',
  roles: ['ipa'],
  administrator: false,
  ipa: 1,
  permissions: ['data.read'],
  preferences: { timezone: { id: 1, name: 'timezone', val: '+01:00Europe/Berlin' } },
  profile: { first_name: 'Anna', last_name: 'K', email: '' },
  organization: { id: 1, name: 'Own' },
}
const seconds = () => Math.floor(Date.now() / 1000)
const tokens = (name: string, livesFor = 900): TokenAnswer => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  expires_at: seconds() + livesFor,
  expires_in: livesFor,
  session: { username: 'anna', time: '2026-11-21T09:00:00.000Z' },
})

const stops: Array<() => Promise<void>> = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function setting(answer: (request: Heard) => Reply | Promise<Reply>, before?: TokenAnswer) {
  const server = await startScriptedServer(answer)
  stops.push(server.stop)
  const store = memoryStorage()
  if (before) writeTokens(store, before)
  const open = () => makeSession({ store, base: server.base })
  return { server, store, open, session: open() }
}

const good = ({ url, body }: Heard): Reply => {
  if (url === '/auth/authorization/login') return { body: tokens('1') }
  if (url === '/auth/authorization/refresh') return { body: tokens(`after-${String(JSON.parse(body).refresh_token)}`) }
  if (url === '/api/v1/currentUser') return { body: anna }
  if (url === '/auth/session') return { status: 204 }
  return { body: [] }
}

test('login stores every key with the prefix and loads the profile', async () => {
  const { session, store } = await setting(good)
  await session.login({ username: 'anna', password: 'right' })
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index)).toSorted()
  expect(keys).toEqual(
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'session', 'user'].map((key) => `loggerhead_${key}`),
  )
  expect(session.snapshot().stored).toMatchObject({ access_token: 'access-1', user: anna, session: { username: 'anna' } })
})

test('an expired password sets the flag and leaves the user logged out', async () => {
  const expired = { status: 401, headers: { authorization: 'Password is expired' } }
  const { session, store } = await setting(() => expired)
  await expect(session.login({ username: 'anna', password: 'old' })).rejects.toMatchObject({
    code: 'auth',
    message: 'Password is expired',
  })
  expect(session.snapshot()).toEqual({ stored: null, passwordExpired: true })
  expect(store.length).toBe(0)
})

test('logout clears everything, preferences and remembered forms too, even when the server is away', async () => {
  const { session, store } = await setting(() => ({ cut: true }), tokens('1'))
  store.setItem('loggerhead_user', JSON.stringify(anna))
  store.setItem('formData', '{}')
  store.setItem('of-somebody-else', 'stays')
  await session.logout()
  expect(session.snapshot().stored).toBeNull()
  expect(store.length).toBe(1)
})

test('an expired token is renewed before a call, once for all calls at the same time', async () => {
  const { session, server } = await setting(good, tokens('old', -5))
  session.watch(page())
  await Promise.all([session.call(listFleets), session.call(listFleets)])
  const refreshes = server.heard.filter(({ url }) => url === '/auth/authorization/refresh')
  expect(refreshes.map(({ body }) => body)).toEqual(['{"refresh_token":"refresh-old"}'])
  expect(server.heard.filter(({ url }) => url === '/api/v1/fleets').map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill('Bearer access-after-refresh-old'),
  )
})

test('two tabs whose tokens expire at the same moment make one exchange', async () => {
  const { open, server } = await setting(good, tokens('old', -5))
  const tabs = [open(), open()]
  await Promise.all(tabs.map((tab) => tab.refresh()))
  expect(server.heard.map(({ url }) => url)).toEqual(['/auth/authorization/refresh'])
  expect(tabs.map((tab) => tab.snapshot().stored?.access_token)).toEqual(Array(2).fill('access-after-refresh-old'))
})

test('a refused refresh clears the session', async () => {
  const { session, store } = await setting(() => ({ status: 401 }), tokens('old'))
  await expect(session.refresh()).rejects.toMatchObject({ code: 'auth' })
  expect(session.snapshot().stored).toBeNull()
  expect(store.length).toBe(0)
})

test('a refresh without an answer keeps the session: nothing was decided', async () => {
  const { session } = await setting(() => ({ cut: true }), tokens('old'))
  await expect(session.refresh()).rejects.toMatchObject({ message: 'Request Error' })
  expect(session.snapshot().stored?.refresh_token).toBe('refresh-old')
})

test('a refused profile clears the session', async () => {
  const { session } = await setting(
    ({ url }) => (url === '/api/v1/currentUser' ? { status: 403 } : good({ url } as Heard)),
    tokens('1'),
  )
  await expect(session.loadProfile()).rejects.toMatchObject({ code: 'auth', message: 'Authentication failed' })
  expect(session.snapshot().stored).toBeNull()
})

test('a profile that comes after the logout brings nothing of the user back', async () => {
  const late = Promise.withResolvers<void>()
  const { session, store } = await setting(async (request) => {
    if (request.url === '/api/v1/currentUser') await late.promise
    return good(request)
  }, tokens('1'))
  const profile = session.loadProfile()
  profile.catch(() => undefined)
  await session.logout()
  late.resolve()
  await expect(profile).rejects.toMatchObject({ code: 'auth' })
  expect(store.length).toBe(0)
})

test('a call that is refused even with a renewed token logs out', async () => {
  const { session } = await setting(
    ({ url }) => (url === '/api/v1/fleets' || url.includes('refresh') ? { status: 401 } : {}),
    tokens('1'),
  )
  await expect(session.call(listFleets)).rejects.toMatchObject({ code: 'auth' })
  expect(session.snapshot().stored).toBeNull()
})

test('a clock that runs ahead does not refresh for ever', async () => {
  const { store, server } = await setting(good, tokens('old', -5))
  const ahead = makeSession({ store, base: server.base, now: () => Date.now() + 86_400_000 })
  ahead.watch(page())
  await ahead.call(listFleets)
  await ahead.call(listFleets)
  expect(server.heard.filter(({ url }) => url.includes('refresh'))).toHaveLength(1)
})

test('what another tab stored or cleared is taken over', async () => {
  const { session, store } = await setting(good, tokens('1'))
  const tab = page()
  session.watch(tab)
  writeTokens(store, tokens('2'))
  tab.dispatchEvent(storageEvent('loggerhead_access_token'))
  expect(session.snapshot().stored?.access_token).toBe('access-2')
  store.clear()
  tab.dispatchEvent(storageEvent(null))
  expect(session.snapshot().stored).toBeNull()
})

test('a damaged session counts as none', () => {
  const store = memoryStorage()
  writeTokens(store, tokens('1'))
  store.setItem('loggerhead_session', '{"username":')
  expect(readSession(store)).toBeNull()
})

test.each([
  ['across tabs', withSessionLock],
  ['inside one tab', inTurn],
])('the lock %s serialises, and times out with its error', async (_name, lock) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = lock(() => held.then(() => 'first'), 10_000)
  await expect(lock(async () => 'never', 20)).rejects.toMatchObject({
    code: 'error',
    message: 'Could not acquire the session mutex',
  })
  release()
  expect(await first).toBe('first')
  expect(await lock(async () => 'next', 10_000)).toBe('next')
})

/** As much of a page as a session listens to. */
function page(): Window {
  const target = new EventTarget()
  return Object.assign(target, {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  }) as unknown as Window
}

function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key })
}

vi.setConfig({ testTimeout: 5_000 })
