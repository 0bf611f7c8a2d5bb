import { afterEach, expect, test } from 'vitest'
import { searchArchive, listCollections } from '#contract/archive.ts'
import { getVehicle, listFleets } from '#contract/fleets.ts'
import { operation } from '#contract/operation.ts'
import { logout, strategies } from '#contract/sessions.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'
import type { Heard, Reply } from '#web/testing/scripted-server.ts'
import { makeClient } from './call.ts'
import { ApiError, errorOfAnswer } from './errors.ts'

type Server = Awaited<ReturnType<typeof startScriptedServer>>
let server: Server | undefined
afterEach(() => server?.stop())

async function client(answer: (request: Heard) => Reply, tokens: { token?: string | null; renewed?: string | null } = {}) {
  server = await startScriptedServer(answer)
  const wiring = {
    base: server.base,
    accessToken: async () => (tokens.token === undefined ? 'one' : tokens.token),
    renewedToken: async () => tokens.renewed ?? null,
  }
  return { ...makeClient(wiring), server }
}

async function errorOf(raising: Promise<unknown>): Promise<ApiError> {
  const raised = await raising.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(raised instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(raised)}`)
  return raised
}

test('sends the bearer token, the filled-in path and a repeated query, and gives headers with the answer', async () => {
  const { exchange, call, server } = await client(({ url }) =>
    url.startsWith('/api/v1/data/search') ? { body: [], headers: { total: '7' } } : { body: ['a'] },
  )
  const { answer, headers } = await exchange(searchArchive, { body: { max: 5 } })
  expect(answer).toEqual([])
  expect(headers.get('total')).toBe('7')
  expect(await call(listCollections, { query: { f: [1, 2], v: [], q: 'a b' } })).toEqual(['a'])
  expect(server.heard.map(({ method, url, body, headers: { authorization } }) => ({ method, url, body, authorization }))).toEqual(
    [
      { method: 'POST', url: '/api/v1/data/search', body: '{"max":5}', authorization: 'Bearer one' },
      { method: 'POST', url: '/api/v1/data/collections?f=1&f=2&q=a+b', body: '', authorization: 'Bearer one' },
    ],
  )
})

test('an answer without the expected fields is refused', async () => {
  const { call } = await client(() => ({ body: [{ id: 1 }] }))
  expect(await errorOf(call(listFleets))).toMatchObject({ code: 'error', message: 'Unexpected Fields Received In Response' })
})

test('an answer whose fields are there but are not what they should be fails to validate', async () => {
  const { call } = await client(() => ({ body: [{ id: 'one', name: 'A', deleteFlag: false, demo: false, vehicles: [] }] }))
  expect(await errorOf(call(listFleets))).toMatchObject({ code: 'error', message: 'Response failed to validate' })
})

test('an empty answer means success where none is expected, and failure where one is', async () => {
  const { call } = await client(({ method }) => ({ status: method === 'DELETE' ? 204 : 200 }))
  expect(await call(logout)).toBeUndefined()
  expect(await errorOf(call(listFleets))).toMatchObject({ message: 'Unexpected Fields Received In Response' })
})

test('a path without a slash at its beginning and options that are no object are invalid, and nothing is sent', async () => {
  const { call, server } = await client(() => ({}))
  const crooked = operation({ id: 'crooked', method: 'GET', path: 'api/v1/fleets', access: 'session', summary: '' })
  expect(await errorOf(call(crooked))).toMatchObject({ code: 'invalid' })
  const untyped: (operation: unknown, options: unknown) => Promise<unknown> = call as never
  for (const options of ['text', 7, [], null]) {
    const error = await errorOf(untyped(listFleets, options))
    expect(error.code).toBe('invalid')
  }
  expect(server.heard).toEqual([])
})

// The table of the core document, section 8.
const statuses: Array<{ reply: Reply; expected: Partial<ApiError> }> = [
  {
    reply: { status: 400, body: said('invalid', 'own words') },
    expected: { code: 'error', message: 'Bad Request', detail: 'own words' },
  },
  {
    reply: { status: 401, body: said('auth', 'The session has ended') },
    expected: { code: 'auth', message: 'The session has ended' },
  },
  { reply: { status: 401 }, expected: { code: 'auth', message: 'Authentication failed' } },
  { reply: { status: 403, body: said('error', 'no') }, expected: { code: 'error', message: 'Forbidden' } },
  { reply: { status: 404, body: 'not json' }, expected: { code: 'error', message: 'Resource not found' } },
  { reply: { status: 500, body: said('error', 'x') }, expected: { code: 'error', message: 'Internal Server Error' } },
  { reply: { status: 502, statusText: 'Gateway broke' }, expected: { code: 'error', message: 'Gateway broke' } },
  {
    reply: {
      status: 422,
      body: { ...said('invalid', 'Some fields are not valid'), fields: [{ field: 'name', message: 'Required field' }] },
    },
    expected: { code: 'invalid', message: 'Some fields are not valid', fields: [{ field: 'name', message: 'Required field' }] },
  },
  { reply: { status: 409, statusText: 'Conflict' }, expected: { code: 'error', message: 'Conflict', fields: [] } },
  {
    reply: { status: 401, headers: { authorization: 'Password is expired' } },
    expected: { code: 'auth', message: 'Password is expired' },
  },
]

test.each(statuses)('$reply.status $reply.body becomes $expected.code, $expected.message', async ({ reply, expected }) => {
  const { call } = await client(() => reply)
  expect(await errorOf(call(listFleets))).toMatchObject(expected)
})

test('an answer that says nothing at all is the unknown error', () => {
  const error = errorOfAnswer({ status: 418, statusText: '', authorization: null, body: undefined })
  expect(error).toMatchObject({ code: 'error', message: 'Unknown Error x03391aa00', fields: [] })
})

test('a broken connection becomes "Request Error" with code error and no fields', async () => {
  const { call } = await client(() => ({ cut: true }))
  expect(await errorOf(call(strategies))).toMatchObject({ name: 'ApiError', code: 'error', message: 'Request Error', fields: [] })
})

test('a refused token is renewed once; a second refusal is the answer', async () => {
  const fleets = { body: [] }
  const { call, server } = await client(({ headers }) => (headers.authorization === 'Bearer two' ? fleets : { status: 401 }), {
    renewed: 'two',
  })
  expect(await call(listFleets)).toEqual([])
  expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two'])
})

test('an aborted call raises the reason of its signal', async () => {
  const { call } = await client(() => ({ body: [] }))
  const reason = new Error('left the page')
  await expect(call(getVehicle, { params: { id: 1 }, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

function said(type: string, message: string) {
  return { type, id: 'some-id', message, fields: [] }
}
