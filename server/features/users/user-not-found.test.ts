import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserCaller } from '#server/http/caller.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { userHandlers } from './handlers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.end())

test('a user who is gone between authentication and answer is "User not found", an auth error', async () => {
  const caller: UserCaller = {
    kind: 'user',
    userId: 999_999,
    username: 'gone',
    organizationId: 999_999,
    sessionId: 999_999,
    roles: [],
    administrator: false,
    operator: false,
  }
  const call = { caller, params: {}, query: {}, body: {}, address: '127.0.0.1', cookies: '' }
  const answer = userHandlers(api.app.platform).getCurrentUser(call)
  await expect(answer).rejects.toMatchObject({ status: 401, body: { type: 'auth', message: 'User not found', fields: [] } })
})
