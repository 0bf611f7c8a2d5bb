import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/sessions.ts'
import {
  createUserPreference,
  getCurrentUser,
  listOrganizations,
  listUserPreferences,
  listUsers,
  updateUserPreference,
} from '#contract/users.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson, testPassword } from '#server/testing/people.ts'
import { setRoles } from './administration.ts'

let api: TestApi
let operator: Person
let admin: Person
let analyst: Person
let plain: Person
beforeAll(async () => {
  api = await startTestApi()
  operator = await makePerson(api, await makeOrganization(api, 'Operator'), ['admin'])
  const home = await makeOrganization(api, 'Home')
  admin = await makePerson(api, home, ['admin'])
  analyst = await makePerson(api, home, ['ipa'])
  plain = await makePerson(api, home)
})
afterAll(() => api.end())

describe('the current user', () => {
  test('has name, roles, flags, permissions, preferences, profile and organization', async () => {
    const { body: preference } = await api.call(createUserPreference, {
      token: plain.token,
      body: { name: 'flatten', val: 'true' },
    })
    expect((await api.call(getCurrentUser, { token: plain.token })).body).toEqual({
      id: plain.id,
      username: plain.username,
      roles: [],
      administrator: false,
      ipa: 0,
      permissions: ['data.read', 'data.upload'],
      preferences: { flatten: preference },
      profile: { first_name: '', last_name: '', email: '' },
      organization: { id: plain.organizationId, name: 'Home' },
    })
  })

  test.each([
    ['analyst', () => analyst, { administrator: false, ipa: 1, permissions: ['data.read', 'data.upload', 'ipa.use'] }],
    [
      'administrator',
      () => admin,
      {
        administrator: true,
        ipa: 1,
        permissions: ['data.read', 'data.upload', 'ipa.use', 'fleets.manage', 'devices.manage', 'users.manage'],
      },
    ],
    [
      'operator',
      () => operator,
      {
        administrator: true,
        ipa: 1,
        permissions: ['data.read', 'data.upload', 'ipa.use', 'fleets.manage', 'devices.manage', 'users.manage', 'server.manage'],
      },
    ],
  ] as const)('may do as %s', async (_who, person, expected) => {
    expect((await api.call(getCurrentUser, { token: person().token })).body).toMatchObject(expected)
  })

  test('has new roles on the next request', async () => {
    const riser = await makePerson(api, plain.organizationId)
    expect((await api.call(listOrganizations, { token: riser.token })).status).toBe(403)
    await setRoles(api.database.kysely, riser.id, ['admin'], new Date())
    expect((await api.call(listOrganizations, { token: riser.token })).status).toBe(200)
    expect((await api.call(getCurrentUser, { token: riser.token })).body.administrator).toBe(true)
  })
})

test('users are listed by name, of the own organization only', async () => {
  const { body } = await api.call(listUsers, { token: plain.token })
  const names = body.map(({ username }) => username)
  expect(names).toEqual(names.toSorted())
  expect(names).toEqual(expect.arrayContaining([admin.username, analyst.username, plain.username]))
  expect(names).not.toContain(operator.username)
})

test("organizations are the own one; all for the operator's administrators", async () => {
  expect((await api.call(listOrganizations, { token: admin.token })).body).toEqual([
    { id: admin.organizationId, name: 'Home', quotaBytes: null, usedBytes: 0 },
  ])
  expect((await api.call(listOrganizations, { token: operator.token })).body.map(({ name }) => name)).toEqual([
    'Operator',
    'Home',
  ])
})

describe('preferences', () => {
  test('are set by name, changed by id, listed and kept apart', async () => {
    const person = await makePerson(api, plain.organizationId)
    const token = person.token
    const first = await api.call(createUserPreference, { token, body: { name: 'timezone', val: '+01:00Europe/Berlin' } })
    const again = await api.call(createUserPreference, { token, body: { name: 'timezone', val: '+09:00Asia/Tokyo' } })
    expect(again.body).toEqual({ ...first.body, val: '+09:00Asia/Tokyo' })
    const { id } = first.body
    const changed = await api.call(updateUserPreference, { token, params: { id }, body: { val: '-03:30America/St_Johns', id } })
    expect(changed.body).toEqual({ id, name: 'timezone', val: '-03:30America/St_Johns' })
    expect((await api.call(listUserPreferences, { token })).body).toEqual([changed.body])
    const foreign = await api.call(updateUserPreference, { token: admin.token, params: { id }, body: { val: '+00:00UTC' } })
    expect(foreign.problem?.id).toBe('not-found')
  })

  test.each([
    ['timezone', '+01:00Europe/Berlin', true],
    ['timezone', '+00:00UTC', true],
    ['timezone', '-08:00America/Argentina/Buenos_Aires', true],
    ['timezone', 'Europe/Berlin', false],
    ['timezone', '+01:00', false],
    ['timezone', '+01:00Europe/Atlantis', false],
    ['timezone', '+1:000Europe/Berlin', false],
    ['timezone', '+15:00Europe/Berlin', false],
    ['timezone', '+01:00+02:00', false],
    ['flatten', 'true', true],
    ['filenameTimezoneConvert', 'false', true],
    ['hidePersistentFiles', 'yes', false],
    ['theme', 'dark', true],
    ['theme', 'pink', false],
    ['grid.groups', '{"columns":[1,2]}', true],
  ] as const)('%s may be %j: %j', async (name, val, fine) => {
    const { status, problem } = await api.call(createUserPreference, { token: plain.token, body: { name, val } })
    expect(status).toBe(fine ? 200 : 422)
    if (!fine) expect(problem?.fields.map(({ field }) => field)).toEqual(['val'])
  })

  test('are at most 200, and one that exists can still be replaced', async () => {
    const { token } = await makePerson(api, plain.organizationId)
    const put = async (name: string) => (await api.call(createUserPreference, { token, body: { name, val: 'x' } })).status
    for (let count = 0; count < 200; count++) expect(await put(`page.${count}`)).toBe(200)
    expect(await put('one more')).toBe(422)
    expect(await put('page.7')).toBe(200)
  })
})

test('the server gives a cookie of its own at login, and only there', async () => {
  const { headers } = await api.call(login, { body: { username: plain.username, password: testPassword } })
  expect(headers.get('set-cookie')).toMatch(/^loggerhead_known=[^;]+; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Strict$/)
  expect((await api.call(getCurrentUser, { token: plain.token })).headers.get('set-cookie')).toBeNull()
})

test('a stale token keeps nobody from signing in again', async () => {
  const { status } = await api.call(login, { token: 'lha_stale', body: { username: plain.username, password: testPassword } })
  expect(status).toBe(200)
  const stale = await api.call(getCurrentUser, { token: 'lha_stale' })
  expect(stale.problem).toMatchObject({ type: 'auth', id: 'session-ended' })
})
