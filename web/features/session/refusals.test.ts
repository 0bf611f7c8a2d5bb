import { afterEach, expect, test } from 'vitest'
import { memoryStorage } from '#web/testing/memory-storage.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'
import { makeSession } from './session.ts'

let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined
afterEach(() => server?.stop())

test('a refresh without a refresh token is "Authentication failed", and nothing is sent', async () => {
  server = await startScriptedServer(() => ({}))
  const session = makeSession({ store: memoryStorage(), base: server.base })
  await expect(session.refresh()).rejects.toMatchObject({ code: 'auth', message: 'Authentication failed' })
  expect(session.snapshot().stored).toBeNull()
  expect(server.heard).toEqual([])
})
