import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import { resetPassword } from '../users/administration.ts'
import { networkOf } from './network.ts'
import { createPasswords } from './passwords.ts'
import type { SessionRig } from './testing/session-rig.ts'
import { createSessionRig, outcome, rightPassword } from './testing/session-rig.ts'

let rig: SessionRig
beforeAll(async () => {
  rig = await createSessionRig()
  await rig.addUser('driver')
  await rig.addUser('other')
})
afterAll(() => rig.drop())
beforeEach(async () => {
  await rig.database.deleteFrom('login_attempt').execute()
})

/** Each from a network of its own. */
let network = 0
const stranger = () => ({ address: `10.${Math.floor(network / 256) % 256}.${network++ % 256}.7` })

async function fail(username: string, times: number, client = stranger): Promise<void> {
  for (let count = 0; count < times; count++) expect(await outcome(rig.login(username, 'wrong', client()))).toBe('wrong-login')
}

async function retryAfter(work: Promise<unknown>): Promise<number> {
  const problem = await work.catch((error: unknown) => error)
  if (!(problem instanceof Problem) || problem.status !== 429) throw new Error(`expected 429, got ${String(problem)}`)
  return Number(problem.headers['retry-after'])
}

describe('an account', () => {
  test.each(['driver', 'nobody'])('waits ever longer after five failures, from wherever they come (%s)', async (username) => {
    await fail(username, 6)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      expect(await retryAfter(rig.login(username, rightPassword, stranger()))).toBe(seconds)
      rig.advance(seconds - 1)
      expect(await retryAfter(rig.login(username, rightPassword, stranger()))).toBe(1)
      rig.advance(1)
      await fail(username, 1)
    }
  })

  test('begins anew after a right password, and after a quiet hour', async () => {
    await fail('driver', 5)
    expect(await outcome(rig.login('driver', rightPassword, stranger()))).toBe('fine')
    await fail('driver', 6)
    rig.advance(3601)
    await fail('driver', 5)
  })

  test('begins anew when an administrator gives a new password', async () => {
    const id = await rig.addUser('helped')
    await fail('Helped', 6)
    const { password_hash } = await rig.database
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await resetPassword(rig.database, id, password_hash ?? '', rig.platform.now())
    expect(await outcome(rig.login('helped', rightPassword, stranger()))).toBe('fine')
  })

  test('counts attempts that come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(rig.login('driver', 'wrong', stranger()))))
    expect(outcomes.filter((each) => each === 'wrong-login')).toHaveLength(6)
    expect(outcomes.filter((each) => each === 'throttled')).toHaveLength(14)
  })

  test('is the same for every spelling the database takes for it', async () => {
    await fail('driver', 3)
    await fail('DRIVER', 3)
    expect(await outcome(rig.login('Driver', rightPassword, stranger()))).toBe('throttled')
  })

  test('is throttled where passwords are changed too', async () => {
    for (let count = 0; count < 6; count++) await outcome(rig.changePassword('driver', 'wrong', 'another good one', stranger()))
    expect(await outcome(rig.changePassword('driver', rightPassword, 'another good one', stranger()))).toBe('throttled')
  })
})

describe('a network', () => {
  test('waits after thirty failures, whatever the names, and a right password does not clear it', async () => {
    const here = { address: '198.51.100.20' }
    for (let count = 0; count < 30; count++) await outcome(rig.login(`name ${count}`, 'wrong', here))
    expect(await outcome(rig.login('other', rightPassword, here))).toBe('fine')
    expect(await outcome(rig.login('name x', 'wrong', { address: '198.51.100.99' }))).toBe('wrong-login')
    expect(await outcome(rig.login('other', rightPassword, here))).toBe('throttled')
    expect(await outcome(rig.login('other', rightPassword, { address: '198.51.101.20' }))).toBe('fine')
  })

  test('is /24 of IPv4 and /64 of IPv6', () => {
    expect(networkOf('198.51.100.20')).toBe('198.51.100.0/24')
    expect(networkOf('::ffff:198.51.100.20')).toBe('198.51.100.0/24')
    expect(networkOf('2001:db8:0:42::1')).toBe('2001:db8:0:42::/64')
    expect(networkOf('2001:0DB8:0000:0042:1:2:3:4')).toBe('2001:db8:0:42::/64')
    expect(networkOf('2001:db8::42:1:2:3:4')).toBe('2001:db8:0:42::/64')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })
})

describe('a browser the owner has used', () => {
  test('gets in while strangers have the account throttled', async () => {
    const { cookie } = await rig.login('driver', rightPassword, stranger())
    await fail('driver', 6)
    expect(await outcome(rig.login('driver', rightPassword, stranger()))).toBe('throttled')
    expect(await outcome(rig.login('driver', rightPassword, { ...stranger(), cookies: `a=b; ${cookie}` }))).toBe('fine')
  })

  test('is throttled by its own failures', async () => {
    const { cookie } = await rig.login('driver', rightPassword, stranger())
    await fail('driver', 6, () => ({ ...stranger(), cookies: cookie }))
    expect(await outcome(rig.login('driver', rightPassword, { ...stranger(), cookies: cookie }))).toBe('throttled')
    expect(await outcome(rig.login('driver', rightPassword, stranger()))).toBe('fine')
  })

  test('is known for that user alone, and remembers several', async () => {
    const { cookie } = await rig.login('driver', rightPassword, stranger())
    await fail('other', 6)
    expect(await outcome(rig.login('other', rightPassword, { ...stranger(), cookies: cookie }))).toBe('throttled')
    rig.advance(2)
    const both = await rig.login('other', rightPassword, { ...stranger(), cookies: cookie })
    await fail('driver', 6)
    expect(await outcome(rig.login('driver', rightPassword, { ...stranger(), cookies: both.cookie }))).toBe('fine')
  })

  test('is not believed when the cookie was changed or is too old', async () => {
    const { cookie } = await rig.login('driver', rightPassword, stranger())
    const { cookie: others } = await rig.login('other', rightPassword, stranger())
    const forged = others.replace(/=\d+/, cookie.match(/=\d+/)?.[0] ?? '')
    await fail('driver', 6)
    expect(await outcome(rig.login('driver', rightPassword, { ...stranger(), cookies: forged }))).toBe('throttled')
    rig.advance(181 * 86_400)
    await fail('driver', 6)
    expect(await outcome(rig.login('driver', rightPassword, { ...stranger(), cookies: cookie }))).toBe('throttled')
  })
})

test("a flood of sign-ins is refused in part, nobody's refused attempt counts, and the owner gets in", async () => {
  const narrow = await createSessionRig(createPasswords({ running: 1, waiting: 2 }))
  try {
    await narrow.addUser('driver')
    const { cookie } = await narrow.login('driver', rightPassword, stranger())
    const flood = Array.from({ length: 40 }, (_, count) => outcome(narrow.login(`flood ${count}`, 'wrong', stranger())))
    const owner = outcome(narrow.login('driver', rightPassword, { ...stranger(), cookies: cookie }))
    const ends = await Promise.all(flood)
    expect(await owner).toBe('fine')
    const failed = ends.filter((end) => end === 'wrong-login').length
    expect(ends.filter((end) => end === 'throttled').length).toBe(40 - failed)
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThan(40)
    const counted = await narrow.database
      .selectFrom('login_attempt')
      .select('key')
      .where('failures', '>', 0)
      .where('key', 'like', 'account:%')
      .execute()
    expect(counted).toHaveLength(failed)
  } finally {
    await narrow.drop()
  }
})
