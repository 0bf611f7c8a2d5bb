import { randomBytes } from 'node:crypto'
import { assignCatalog, createCatalog, listCatalogs } from '#contract/catalogs.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
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

test("the demo's catalog goes with it, unless somebody uses it for vehicles of their own", async () => {
  const administrator = await makePerson(api, await makeOrganization(api), ['admin'])
  const { token } = administrator
  const { kysely } = api.database
  const own = await makeLogger(api, administrator)
  const demoFleet = async () => {
    const { fleetId } = await makeLogger(api, administrator)
    await kysely.updateTable('fleet').set({ demo: true }).where('id', '=', fleetId).execute()
    return fleetId
  }
  const body = { name: demoCatalog.name, fileName: 'demo.dbc', file: Buffer.from(writeDbc(demoCatalog)).toString('base64') }
  const { body: catalog } = await api.call(createCatalog, { token, body })
  const assign = (fleetId: number) => api.call(assignCatalog, { token, params: { id: catalog.id }, body: { fleetId } })
  const listed = async () => (await api.call(listCatalogs, { token })).body.map(({ name }) => name)

  await assign(await demoFleet())
  await assign(own.fleetId)
  await removeDemo(api.app.platform)
  expect(await listed()).toEqual([demoCatalog.name])

  await kysely.deleteFrom('catalog_assignment').where('catalog_id', '=', catalog.id).execute()
  await assign(await demoFleet())
  await removeDemo(api.app.platform)
  expect(await listed()).toEqual([])
})
