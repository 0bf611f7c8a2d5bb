import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import { userAuthentication } from './authenticate.ts'
import { deleteEndedSessions } from './clean-up.ts'
import type { Passwords } from './passwords.ts'
import { createPasswords } from './passwords.ts'
import type { SessionRig } from './testing/session-rig.ts'
import { createSessionRig, outcome, rightPassword } from './testing/session-rig.ts'

const real = createPasswords()
const verified: { stored: string | null; milliseconds: number }[] = []
/** The real thing, noting each verification. */
const noting: Passwords = {
  ...real,
  async verify(stored, password, lane) {
    const begin = performance.now()
    const right = await real.verify(stored, password, lane)
    verified.push({ stored, milliseconds: performance.now() - begin })
    return right
  },
}

let rig: SessionRig
let driver: number
beforeAll(async () => {
  rig = await createSessionRig(noting)
  driver = await rig.addUser('driver')
  await rig.addUser('off')
  await rig.database.updateTable('app_user').set({ enabled: false }).where('username', '=', 'off').execute()
  await rig.addUser('outside')
  await rig.database.updateTable('app_user').set({ password_hash: null }).where('username', '=', 'outside').execute()
})
afterAll(() => rig.drop())

describe('a login that fails', () => {
  const attempts = [
    ['an unknown user', 'nobody', rightPassword],
    ['a wrong password', 'driver', 'wrong horse battery'],
    ['a disabled user with the right password', 'off', rightPassword],
    ['a user without a password', 'outside', rightPassword],
  ] as const

  test.each(attempts)('for %s gives the same bytes after one verification', async (_who, username, password) => {
    verified.length = 0
    const problem = await rig.login(username, password).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(Problem)
    if (!(problem instanceof Problem)) return
    expect({ status: problem.status, body: problem.body, headers: problem.headers }).toEqual({
      status: 401,
      body: { type: 'auth', id: 'wrong-login', message: 'User name or password is wrong', fields: [] },
      headers: {},
    })
    expect(verified).toHaveLength(1)
  })

  test('takes as long for unknown users: the verification is of the same cost', async () => {
    // the fastest of several, so that other work on the machine does not count
    const known = []
    const unknown = []
    const stored = (
      await rig.database.selectFrom('app_user').select('password_hash').where('id', '=', driver).executeTakeFirstOrThrow()
    ).password_hash
    for (let round = 0; round < 12; round++) {
      verified.length = 0
      await noting.verify(stored, 'wrong', 'last')
      await noting.verify(null, 'wrong', 'last')
      known.push(verified[0]?.milliseconds ?? 0)
      unknown.push(verified[1]?.milliseconds ?? 0)
    }
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('names are compared without regard to case; the session has the stored one', async () => {
  expect((await rig.login('DRIVER')).session.username).toBe('driver')
})

describe('an expired password', () => {
  test('is told only after the right password, with the header that clients look for', async () => {
    await rig.addUser('late')
    await rig.database
      .updateTable('app_user')
      .set({ password_expires_at: rig.platform.now() })
      .where('username', '=', 'late')
      .execute()
    expect(await outcome(rig.login('late', 'wrong'))).toBe('wrong-login')
    const problem = await rig.login('late').catch((error: unknown) => error)
    expect(problem).toMatchObject({
      id: 'password-expired',
      message: 'Password is expired',
      headers: { authorization: 'Password is expired' },
    })
    await rig.changePassword('late', rightPassword, 'another good one')
    expect(await outcome(rig.login('late', 'another good one'))).toBe('fine')
  })
})

describe('changing a password', () => {
  test('refuses short ones, the same one, and without the old one', async () => {
    expect(await outcome(rig.changePassword('driver', rightPassword, 'short'))).toBe('weak-password')
    expect(await outcome(rig.changePassword('driver', rightPassword, rightPassword))).toBe('weak-password')
    expect(await outcome(rig.changePassword('driver', 'wrong', 'another good one'))).toBe('wrong-login')
    expect(await outcome(rig.changePassword('nobody', 'wrong', 'another good one'))).toBe('wrong-login')
  })

  test('ends every other session of the user, and keeps the one it is done in', async () => {
    await rig.addUser('mover')
    const here = await rig.login('mover')
    const there = await rig.login('mover')
    await rig.changePassword('mover', rightPassword, 'another good one', { caller: await rig.callerOf(here.access_token) })
    expect(await outcome(rig.callerOf(here.access_token))).toBe('fine')
    expect(await outcome(rig.callerOf(there.access_token))).toBe('session-ended')
    expect(await outcome(rig.refresh(there.refresh_token))).toBe('session-ended')
    expect(await outcome(rig.login('mover'))).toBe('wrong-login')
  })
})

describe('works on the next request', () => {
  test('logout, of this session only', async () => {
    const here = await rig.login('driver')
    const there = await rig.login('driver')
    await rig.logout(here.access_token)
    expect(await outcome(rig.callerOf(here.access_token))).toBe('session-ended')
    expect(await outcome(rig.refresh(here.refresh_token))).toBe('session-ended')
    expect(await outcome(rig.callerOf(there.access_token))).toBe('fine')
  })

  test('disabling', async () => {
    const id = await rig.addUser('leaver')
    const tokens = await rig.login('leaver')
    await rig.database.updateTable('app_user').set({ enabled: false }).where('id', '=', id).execute()
    expect(await outcome(rig.callerOf(tokens.access_token))).toBe('session-ended')
    expect(await outcome(rig.refresh(tokens.refresh_token))).toBe('session-ended')
  })

  test('a change of roles', async () => {
    const id = await rig.addUser('riser')
    const tokens = await rig.login('riser')
    expect(await rig.callerOf(tokens.access_token)).toMatchObject({ roles: [], administrator: false, operator: false })
    await rig.database
      .updateTable('app_user')
      .set({ roles: ['admin'] })
      .where('id', '=', id)
      .execute()
    expect(await rig.callerOf(tokens.access_token)).toMatchObject({ roles: ['admin'], administrator: true, operator: true })
  })
})

test('a request is authenticated by one statement', async () => {
  const tokens = await rig.login('driver')
  await rig.callerOf(tokens.access_token)
  let statements = 0
  const counting = rig.database.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const caller = await userAuthentication({ database: counting, now: rig.platform.now })(`Bearer ${tokens.access_token}`)
  expect(caller.kind).toBe('user')
  expect(statements).toBe(1)
})

test('clean-up deletes what has ended, and nothing else', async () => {
  const ended = await rig.login('driver')
  rig.advance(91 * 86_400)
  const live = await rig.login('driver')
  await outcome(rig.login('driver', 'wrong'))
  await deleteEndedSessions(rig.platform)
  expect(await outcome(rig.refresh(ended.refresh_token))).toBe('session-ended')
  expect(await outcome(rig.callerOf(live.access_token))).toBe('fine')
  const sessions = await rig.database.selectFrom('session').select('id').execute()
  expect(sessions).toHaveLength(1)
  expect(await rig.database.selectFrom('login_attempt').select('key').execute()).not.toHaveLength(0)
  rig.advance(3601)
  await deleteEndedSessions(rig.platform)
  expect(await rig.database.selectFrom('login_attempt').select('key').execute()).toHaveLength(0)
})
