import { pino } from 'pino'
import { createTestDatabase } from '#server/database/testing.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem } from '#server/http/problem.ts'
import type { TokenAnswer } from '#contract/sessions.ts'
import type { Role } from '#contract/users.ts'
import type { Caller } from '#server/http/caller.ts'
import { admit } from '#server/http/caller.ts'
import { userAuthentication } from '../authenticate.ts'
import { sessionHandlers } from '../handlers.ts'
import type { Passwords } from '../passwords.ts'
import { createPasswords } from '../passwords.ts'

/** One password for every user of the rig: hashing is slow on purpose. */
export const rightPassword = 'correct horse battery'

export interface Client {
  readonly address?: string
  readonly cookies?: string
  readonly caller?: Caller
}

/** The session handlers on a real database, with a clock that the test moves. */
export async function createSessionRig(passwords: Passwords = createPasswords()) {
  const database = await createTestDatabase()
  let time = Date.parse('2026-11-21T12:00:00.000Z')
  const platform = {
    database: database.kysely,
    settings: { publicUrl: undefined, policyFile: undefined },
    log: pino({ enabled: false }),
    now: () => new Date(time),
  }
  const handlers = sessionHandlers(platform, passwords)
  const authenticate = userAuthentication(platform)
  const passwordHash = await passwords.hash(rightPassword)
  const organization = await database.kysely
    .insertInto('organization')
    .values({ name: 'Loggerhead' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = ({ address = '192.0.2.1', cookies = '', caller = { kind: 'anonymous' } }: Client) => ({
    address,
    cookies,
    caller,
    params: {},
    query: {},
  })

  return {
    database: database.kysely,
    platform,
    drop: () => database.drop(),
    advance(seconds: number): void {
      time += seconds * 1000
    },
    async addUser(username: string, roles: Role[] = []): Promise<number> {
      const row = await database.kysely
        .insertInto('app_user')
        .values({ organization_id: organization.id, username, password_hash: passwordHash, roles })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async login(
      username: string,
      password: string = rightPassword,
      client: Client = {},
    ): Promise<TokenAnswer & { cookie: string }> {
      const answer = await handlers.login({ ...call(client), body: { username, password } })
      if (!(answer instanceof Answer)) throw new Error('login answers with a cookie')
      return { ...answer.body, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
    },
    async refresh(token: string): Promise<TokenAnswer> {
      const answer = await handlers.refresh({ ...call({}), body: { refresh_token: token } })
      return answer instanceof Answer ? answer.body : answer
    },
    async changePassword(username: string, password: string, newPassword: string, client: Client = {}): Promise<void> {
      await handlers.changePassword({ ...call(client), body: { username, password, newPassword } })
    },
    async logout(token: string): Promise<void> {
      const caller = await authenticate(`Bearer ${token}`)
      if (caller.kind !== 'user') throw new Error('not signed in')
      await handlers.logout({ ...call({}), caller, body: {} })
    },
    /** As a request with this access token would be taken. */
    async callerOf(token: string): Promise<Caller> {
      const caller = await authenticate(`Bearer ${token}`)
      admit(caller, 'session')
      return caller
    },
  }
}
export type SessionRig = Awaited<ReturnType<typeof createSessionRig>>

/** The id of the problem, or `fine`. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'fine'
  } catch (error) {
    if (error instanceof Problem) return error.id
    throw error
  }
}
