import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#server/authorization/world.ts'
import type { World } from '#server/authorization/world.ts'
import { makePerson, testPassword } from '#server/testing/people.ts'
import type { Person } from '#server/testing/people.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'

/**
 * The calls of the core document, section 7, as somebody sends them who has only read that document: addresses and
 * bodies are written out here, nothing comes from our own contract.
 */
let api: TestApi
let world: World
let person: Person
beforeAll(async () => {
  api = await startTestApi()
  world = await createWorld(api)
  person = await makePerson(api, home().id, ['admin'])
})
afterAll(() => api.end())

const home = () => world.callers.plain.tenant

interface Given {
  readonly token?: string
  readonly body?: unknown
}

async function ask(method: string, path: string, { token, body }: Given = {}) {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await fetch(api.app.address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed: unknown = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, body: parsed }
}

/** A member of what was answered; undefined where there is none. */
function part(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => {
    if (typeof found !== 'object' || found === null) return undefined
    return (found as Record<string | number, unknown>)[key]
  }, body)
}

const signIn = () => ask('POST', '/auth/authorization/login', { body: { username: person.username, password: testPassword } })

test('POST /auth/authorization/login takes credentials and gives tokens', async () => {
  const { status, body } = await signIn()
  expect(status).toBe(200)
  const text = expect.stringMatching(/.{32,}/)
  expect(body).toMatchObject({ access_token: text, refresh_token: text, expires_at: expect.any(Number) })
  // of 15 minutes, what is left when the answer is made
  expect(part(body, 'expires_in')).toBeGreaterThan(870)
  expect(part(body, 'expires_in')).toBeLessThanOrEqual(900)
  // epoch seconds, not milliseconds
  expect(Math.abs(Number(part(body, 'expires_at')) - Date.now() / 1000 - 900)).toBeLessThan(30)
})

test('POST /auth/authorization/refresh takes refresh_token and gives tokens', async () => {
  const first = await signIn()
  const { status, body } = await ask('POST', '/auth/authorization/refresh', {
    body: { refresh_token: part(first.body, 'refresh_token') },
  })
  expect(status).toBe(200)
  for (const name of ['access_token', 'refresh_token']) {
    expect(part(body, name)).toEqual(expect.any(String))
    expect(part(body, name)).not.toBe(part(first.body, name))
  }
  for (const name of ['expires_at', 'expires_in']) expect(part(body, name)).toEqual(expect.any(Number))
})

test('DELETE /auth/session answers with nothing, and the token is void', async () => {
  const token = String(part((await signIn()).body, 'access_token'))
  const { status, text } = await ask('DELETE', '/auth/session', { token })
  expect([status, text]).toEqual([204, ''])
  expect((await ask('GET', '/api/v1/currentUser', { token })).status).toBe(401)
})

test('GET /auth/authorization/strategy says how people may sign in', async () => {
  const { status, body } = await ask('GET', '/auth/authorization/strategy')
  expect(status).toBe(200)
  expect(body).toEqual({ form: true, sso: [], allow_register_users: false, allow_lost_password: false, aupPolicy: '' })
})

test('GET /api/v1/currentUser carries roles, administrator, permissions and preferences', async () => {
  const { body } = await ask('GET', '/api/v1/currentUser', { token: person.token })
  expect(body).toMatchObject({
    username: person.username,
    roles: ['admin'],
    administrator: true,
    permissions: expect.arrayContaining(['data.read']),
    preferences: {},
  })
})

test('GET /api/v1/users gives id and username of each', async () => {
  const { body } = await ask('GET', '/api/v1/users', { token: person.token })
  expect(body).toContainEqual({ id: person.id, username: person.username })
})

test('GET /api/v1/fleets gives the fleets with their vehicles, without deleted ones', async () => {
  const { token } = person
  const list = async () => {
    const { body } = await ask('GET', '/api/v1/fleets', { token })
    return Array.isArray(body) ? body.find((fleet: unknown) => part(fleet, 'id') === home().fleetId) : undefined
  }
  const second = await ask('POST', `/api/v1/fleets/${home().fleetId}/vehicles`, {
    token,
    body: { name: 'Second', displayName: 'Second car' },
  })
  const id = part(second.body, 'id')
  const before: unknown = await list()
  expect(before).toMatchObject({ id: home().fleetId, name: expect.any(String), deleteFlag: false })
  expect(part(before, 'vehicles')).toContainEqual({
    id,
    fleetId: home().fleetId,
    name: 'Second',
    displayName: 'Second car',
    deleteFlag: false,
  })
  expect((await ask('DELETE', `/api/v1/vehicles/${String(id)}`, { token })).status).toBe(204)
  const after = part(await list(), 'vehicles')
  expect(after).toMatchObject([{ id: home().vehicleId, deleteFlag: false }])
})

test('GET /api/v1/devices/{id} gives id, type, serial and the vehicle', async () => {
  const { body } = await ask('GET', `/api/v1/devices/${home().device.id}`, { token: person.token })
  expect(body).toMatchObject({
    id: home().device.id,
    type: 'Test logger',
    serial: expect.any(String),
    vehicle: { id: home().vehicleId, fleetId: home().fleetId, displayName: expect.any(String) },
  })
})

test('POST /api/v1/data/search gives rows of groups, and paging in three headers', async () => {
  await api.database.pool.query('UPDATE upload SET device_id = $1 WHERE id = $2', [home().device.id, home().uploadId])
  const { status, headers, body } = await ask('POST', '/api/v1/data/search', {
    token: person.token,
    body: { onlyGroups: true, max: 7 },
  })
  expect(status).toBe(200)
  expect(['total', 'max', 'offset'].map((name) => headers.get(name))).toEqual(['1', '7', '0'])
  expect(body).toMatchObject([
    {
      groupId: expect.any(Number),
      uploadId: home().uploadId,
      displayName: expect.any(String),
      startDate: expect.any(String),
      endDate: expect.any(String),
      vehicle: { id: home().vehicleId, name: expect.any(String), displayName: expect.any(String) },
      extractionNotesTxt: true,
      dataSpy: expect.any(Array),
      viewable: expect.any(Array),
      collection: expect.any(String),
      versions: [{ id: home().fileVersionId, extension: 'txt', size: home().mark.length, fileName: 'drive.txt' }],
    },
  ])
  expect(part(body, 0)).toMatchObject({ device: { id: home().device.id }, script: null })
  expect(part(body, 0, 'versions', 0)).toMatchObject({
    startDate: part(body, 0, 'startDate'),
    endDate: part(body, 0, 'endDate'),
    vehicleName: part(body, 0, 'vehicle', 'name'),
    vehicleDisplayName: part(body, 0, 'vehicle', 'displayName'),
    deviceId: home().device.id,
  })
})

test('POST /api/v1/data/collections and POST /api/v1/data/extensions take f and v, repeated', async () => {
  const { token } = person
  const selection = `f=${home().fleetId}&v=${home().vehicleId}&v=${home().vehicleId}`
  expect((await ask('POST', `/api/v1/data/collections?${selection}`, { token })).body).toEqual([
    expect.stringContaining(home().mark),
  ])
  expect((await ask('POST', `/api/v1/data/extensions?${selection}`, { token })).body).toEqual(['txt'])
  expect((await ask('POST', '/api/v1/data/extensions?f=none', { token })).status).toBe(400)
})

test('GET /api/v1/data/notes?id={id} gives the notes', async () => {
  const { body } = await ask('GET', `/api/v1/data/notes?id=${home().uploadId}`, { token: person.token })
  expect(body).toMatchObject({ notes: expect.stringContaining(home().mark) })
})

test('GET, POST and PUT /api/v1/userPreference keep name and val under an id', async () => {
  const { token } = person
  const made = await ask('POST', '/api/v1/userPreference', { token, body: { name: 'hidePersistentFiles', val: 'true' } })
  const id = part(made.body, 'id')
  expect(made.body).toEqual({ id: expect.any(Number), name: 'hidePersistentFiles', val: 'true' })
  const changed = await ask('PUT', `/api/v1/userPreference/${String(id)}`, { token, body: { val: 'false', id } })
  expect(changed.body).toEqual({ id, name: 'hidePersistentFiles', val: 'false' })
  expect((await ask('GET', '/api/v1/userPreference', { token })).body).toEqual([changed.body])
  // a map by name
  expect(part((await ask('GET', '/api/v1/currentUser', { token })).body, 'preferences')).toEqual({
    hidePersistentFiles: changed.body,
  })
})

test('GET /api/v1/jobQueue/{id} gives a job with every field', async () => {
  const { body } = await ask('GET', `/api/v1/jobQueue/${home().jobId}`, { token: person.token })
  const fields = [
    'id',
    '_href',
    'arguments',
    'dateCreated',
    'device',
    'finished',
    'jobType',
    'lastError',
    'lastProcess',
    'priority',
    'processOwner',
    'runStatus',
    'runType',
    'started',
    'version',
    'lookupId',
    'outcome',
  ]
  expect(Object.keys(body ?? {}).toSorted()).toEqual(fields.toSorted())
  expect(body).toMatchObject({ id: home().jobId, _href: `/api/v1/jobQueue/${home().jobId}` })
})

test('GET /api/v1/serverLogs/serverInfo gives version, processors, memory, network, extensions and settings', async () => {
  const { token } = world.tenants[0]?.admin ?? person
  const { body } = await ask('GET', '/api/v1/serverLogs/serverInfo', { token })
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    cpuinfo: { modelName: expect.any(String), processors: expect.any(Number) },
    meminfo: { memTotal: expect.any(Number), memFree: expect.any(Number), memAvail: expect.any(Number) },
    network: expect.any(Array),
    extensions: expect.any(Array),
    settings: expect.any(Array),
  })
  const network = part(body, 'network')
  expect(network).toContainEqual({ name: expect.any(String), mac: expect.stringMatching(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/) })
})

test('GET /api/v1/downloader/request gives a token, and /retrieve the file', async () => {
  const { token } = person
  const asked = await ask('GET', `/api/v1/downloader/request?type=uploadFileVersion&id=${home().fileVersionId}`, { token })
  const response = await fetch(`${api.app.address}/api/v1/downloader/retrieve?token=${String(part(asked.body, 'token'))}`)
  const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(home().mark))
})

test('GET /test returns a status', async () => {
  expect((await ask('GET', '/test')).body).toEqual({ status: 'ok' })
})

test('errors carry type, id, message and fields', async () => {
  const wrong = await ask('POST', '/auth/authorization/login', { body: { username: '', password: '' } })
  expect([wrong.status, wrong.body]).toEqual([
    422,
    {
      type: 'invalid',
      id: 'invalid-fields',
      message: 'Some fields are not valid',
      fields: [
        { field: 'username', message: 'Username is required' },
        { field: 'password', message: 'Password is required' },
      ],
    },
  ])
  expect((await ask('GET', '/api/v1/currentUser', { token: 'lha_unknown' })).body).toMatchObject({ type: 'auth', fields: [] })
  expect((await ask('GET', '/api/v1/nothing', { token: person.token })).status).toBe(404)
})
