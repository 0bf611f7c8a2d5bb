import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { removeDemo } from './remove.ts'
import { countDemoUploads, demoState } from './state.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.end())

test('the demo fleet goes whole while its loggers still deliver, and nothing else goes', async () => {
  const administrator = await makePerson(api, await makeOrganization(api), ['admin'])
  const own = await makeLogger(api, administrator)
  const demo = await makeLogger(api, administrator)
  const { kysely } = api.database
  await kysely.updateTable('fleet').set({ demo: true }).where('id', '=', demo.fleetId).execute()
  const deliver = (token: string, filename: string) =>
    send(api, { from: 'device', token, bytes: randomBytes(2000), metadata: { filename, collection: 'Drive' } })
  await deliver(own.token, 'own.txt')

  // four senders that go on until the server refuses them
  const senders = [1, 2, 3, 4].map(async (sender) => {
    for (let file = 0; file < 2000; file++) {
      const { status } = await deliver(demo.token, `${sender}-${file}.txt`).catch(() => ({ status: 0 }))
      if (status >= 400 || status === 0) return status
    }
    return 200
  })
  await expect.poll(() => countDemoUploads(api.app.platform), { timeout: 20_000 }).toBeGreaterThan(10)
  const removed = await removeDemo(api.app.platform)
  const ends = await Promise.all(senders)

  expect(removed).toBeGreaterThan(10)
  expect(ends).not.toContain(200)
  expect(await demoState(api.app.platform)).toBe('absent')
  const count = async (table: 'upload' | 'file_version' | 'fleet' | 'device') =>
    Number(
      (
        await kysely
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  await expect.poll(() => count('upload'), { timeout: 20_000 }).toBe(1)
  expect(await count('file_version')).toBe(1)
  expect(await count('fleet')).toBe(1)
  expect(await count('device')).toBe(1)
})
