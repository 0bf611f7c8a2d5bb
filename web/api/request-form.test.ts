import { afterEach, expect, test } from 'vitest'
import { listCollections, searchArchive } from '#contract/archive.ts'
import { listFleets } from '#contract/fleets.ts'
import { changePassword } from '#contract/sessions.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'
import { makeClient } from './call.ts'

let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined
afterEach(() => server?.stop())

test('a request carries the stored token, JSON as JSON, and options as key=value pairs', async () => {
  server = await startScriptedServer(({ url }) => ({
    body: [],
    ...(url.startsWith('/api/v1/data/search') ? { headers: { total: '0' } } : {}),
  }))
  const { call } = makeClient({ base: server.base, accessToken: async () => 'stored', renewedToken: async () => null })
  await call(listFleets)
  await call(searchArchive, { body: { names: ['a&b'] } })
  await call(listCollections, { query: { f: [1, 2], q: 'a&b' } })
  const heard = server.heard.map(({ url, body, headers }) => ({
    url,
    body,
    token: headers.authorization,
    type: headers['content-type'],
    accept: headers.accept,
  }))
  const token = 'Bearer stored'
  const accept = 'application/json'
  expect(heard).toEqual([
    { url: '/api/v1/fleets', body: '', token, type: undefined, accept },
    { url: '/api/v1/data/search', body: '{"names":["a&b"]}', token, type: 'application/json', accept },
    { url: '/api/v1/data/collections?f=1&f=2&q=a%26b', body: '', token, type: undefined, accept },
  ])
})

test('an operation that anybody may call carries the token as it is, and never renews it', async () => {
  server = await startScriptedServer(() => ({ status: 401 }))
  let renewals = 0
  const { call } = makeClient({
    base: server.base,
    accessToken: async () => 'renewed first',
    renewedToken: async () => `token ${++renewals}`,
    storedToken: () => 'stored',
  })
  const body = { username: 'eva', password: 'old', newPassword: 'new' }
  await expect(call(changePassword, { body })).rejects.toMatchObject({ code: 'auth' })
  expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer stored'])
  expect(renewals).toBe(0)
})
