import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionRig } from './testing/session-rig.ts'
import { createSessionRig, outcome } from './testing/session-rig.ts'

let rig: SessionRig
beforeAll(async () => {
  rig = await createSessionRig()
  await rig.addUser('driver')
})
afterAll(() => rig.drop())

describe('rotation', () => {
  test('a refresh token gives new tokens, which work, as the old access token does until it ends', async () => {
    const first = await rig.login('driver')
    rig.advance(60)
    const second = await rig.refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.session.username).toBe('driver')
    expect(await rig.callerOf(second.access_token)).toMatchObject({ kind: 'user', username: 'driver' })
    expect(await rig.callerOf(first.access_token)).toMatchObject({ kind: 'user' })
  })

  test('an access token ends after 15 minutes', async () => {
    const tokens = await rig.login('driver')
    expect(tokens.expires_in).toBe(900)
    rig.advance(899)
    expect(await outcome(rig.callerOf(tokens.access_token))).toBe('fine')
    rig.advance(1)
    expect(await outcome(rig.callerOf(tokens.access_token))).toBe('session-ended')
  })

  test('a refresh token ends after 30 unused days, a session after 90', async () => {
    const idle = await rig.login('driver')
    rig.advance(30 * 86_400)
    expect(await outcome(rig.refresh(idle.refresh_token))).toBe('session-ended')
    let busy: Tokens = await rig.login('driver')
    for (let day = 0; day < 87; day += 29) {
      rig.advance(29 * 86_400)
      busy = await rig.refresh(busy.refresh_token)
    }
    rig.advance(3 * 86_400 - 60)
    busy = await rig.refresh(busy.refresh_token)
    expect(busy.expires_in).toBe(60)
    rig.advance(60)
    expect(await outcome(rig.refresh(busy.refresh_token))).toBe('session-ended')
  })
})

describe('a refresh token sent again', () => {
  test('within 30 s gets a fresh answer when nothing of the first was used; the first is dropped', async () => {
    const start = await rig.login('driver')
    rig.advance(60)
    const lost = await rig.refresh(start.refresh_token)
    rig.advance(30)
    const fresh = await rig.refresh(start.refresh_token)
    expect(fresh.refresh_token).not.toBe(lost.refresh_token)
    expect(await outcome(rig.callerOf(lost.access_token))).toBe('session-ended')
    expect(await outcome(rig.callerOf(fresh.access_token))).toBe('fine')
    expect(await outcome(rig.refresh(fresh.refresh_token))).toBe('fine')
  })

  test('may be retried several times in its window', async () => {
    const start = await rig.login('driver')
    rig.advance(60)
    await rig.refresh(start.refresh_token)
    rig.advance(10)
    await rig.refresh(start.refresh_token)
    rig.advance(10)
    const last = await rig.refresh(start.refresh_token)
    expect(await outcome(rig.callerOf(last.access_token))).toBe('fine')
  })

  test.each([
    ['after 30 s', async () => rig.advance(31)],
    ['after the new access token was used', async (next: Tokens) => rig.callerOf(next.access_token)],
    ['after the new refresh token was used', async (next: Tokens) => rig.refresh(next.refresh_token)],
  ] as const)('%s ends the whole family', async (_when, between) => {
    const start = await rig.login('driver')
    rig.advance(60)
    const next = await rig.refresh(start.refresh_token)
    await between(next)
    expect(await outcome(rig.refresh(start.refresh_token))).toBe('refresh-reused')
    expect(await outcome(rig.callerOf(next.access_token))).toBe('session-ended')
    expect(await outcome(rig.refresh(next.refresh_token))).toBe('refresh-reused')
  })

  test('ends the family when it is the dropped one: then two parties hold it', async () => {
    const start = await rig.login('driver')
    rig.advance(60)
    const dropped = await rig.refresh(start.refresh_token)
    const fresh = await rig.refresh(start.refresh_token)
    expect(await outcome(rig.refresh(dropped.refresh_token))).toBe('refresh-reused')
    expect(await outcome(rig.callerOf(fresh.access_token))).toBe('session-ended')
  })

  test('ends only its own family', async () => {
    const other = await rig.login('driver')
    const start = await rig.login('driver')
    rig.advance(60)
    await rig.refresh(start.refresh_token)
    rig.advance(31)
    await outcome(rig.refresh(start.refresh_token))
    expect(await outcome(rig.callerOf(other.access_token))).toBe('fine')
    expect(await outcome(rig.refresh(other.refresh_token))).toBe('fine')
  })
})

test('of two refreshes at once both are answered, and exactly one answer works', async () => {
  for (let round = 0; round < 10; round++) {
    const start = await rig.login('driver')
    rig.advance(60)
    const answers = await Promise.all([rig.refresh(start.refresh_token), rig.refresh(start.refresh_token)])
    const outcomes = []
    for (const answer of answers) outcomes.push(await outcome(rig.callerOf(answer.access_token)))
    expect(outcomes.toSorted()).toEqual(['fine', 'session-ended'])
  }
})

test('an access token is no refresh token, nor the reverse', async () => {
  const tokens = await rig.login('driver')
  expect(await outcome(rig.refresh(tokens.access_token))).toBe('session-ended')
  expect(await outcome(rig.callerOf(tokens.refresh_token))).toBe('session-ended')
  expect(await outcome(rig.refresh(tokens.refresh_token))).toBe('fine')
})

test('only hashes are stored', async () => {
  const tokens = await rig.login('driver')
  const rows = await rig.database.selectFrom('session_token').selectAll().execute()
  const stored = JSON.stringify(rows) + rows.map((row) => row.hash.toString('latin1')).join()
  expect(stored).not.toContain(tokens.access_token.slice(4))
  expect(rows.every((row) => row.hash.length === 32)).toBe(true)
  expect(Buffer.from(tokens.access_token.slice(4), 'base64url')).toHaveLength(32)
})

type Tokens = Awaited<ReturnType<SessionRig['refresh']>>
