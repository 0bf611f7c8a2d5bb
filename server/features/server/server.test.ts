import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFleet } from '#contract/fleets.ts'
import { listServerSettings, serverInfo, serverOverview } from '#contract/server.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { TestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import type { Person } from '#server/testing/people.ts'
import { fillArchive } from '#server/features/archive/testing/archive-content.ts'
import { bruteForce } from '#server/features/archive/testing/brute-force.ts'

let api: TestApi
let admin: Person

beforeAll(async () => {
  api = await startTestApi({ LOGGERHEAD_MENU_EXTENSIONS: 'Wiki=https://wiki.example.com; Tickets=https://tickets.example.com' })
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())

test('settings are a list of what and val, the key of the map service among them', async () => {
  const { body } = await api.call(listServerSettings, { token: admin.token })
  expect(body).toContainEqual({ what: 'mapKey', val: '' })
  expect(body).toContainEqual({ what: 'recycleDays', val: '30' })
  expect((await api.call(serverInfo, { token: admin.token })).body.settings).toEqual(body)
})

test('no setting tells a path, or what the database or the blob store is reached by', async () => {
  const { body } = await api.call(listServerSettings, { token: admin.token })
  expect(JSON.stringify(body)).not.toMatch(/postgres|file:|s3:|\/var|data/i)
})

test('the extensions of the menu are a category of their own', async () => {
  const extensions = [
    { what: 'Wiki', val: 'https://wiki.example.com' },
    { what: 'Tickets', val: 'https://tickets.example.com' },
  ]
  const { body } = await api.call(listServerSettings, { token: admin.token, query: { category: 'extension' } })
  expect(body).toEqual(extensions)
  expect((await api.call(serverInfo, { token: admin.token })).body.extensions).toEqual(extensions)
})

test("the overview counts the caller's organization, and only that", async () => {
  const before = (await api.call(serverOverview, { token: admin.token })).body
  expect(before).toMatchObject({ users: 1, fleets: 0, vehicles: 0, uploads: 0, jobs: { waiting: 0, running: 0, failed: 0 } })
  await api.call(createFleet, { token: admin.token, body: { name: 'Winter' } })
  const { organizationId } = admin
  const content = await fillArchive(api.database, { organizationId, seed: 5, uploads: 30, firstId: 50_000 })
  await api.database.pool.query(
    "INSERT INTO job (organization_id, job_type, run_status, finished) VALUES ($1, 'EXPORT', 'ERROR', now()), ($1, 'EXPORT', 'FINISHED', now())",
    [organizationId],
  )
  const after = (await api.call(serverOverview, { token: admin.token })).body
  expect(after).toMatchObject({
    fleets: 1 + content.fleets.length,
    vehicles: content.vehicles.length,
    uploads: bruteForce(content, {}).uploads,
    jobs: { failed: 1 },
  })
  const stranger = await makePerson(api, await makeOrganization(api), ['admin'])
  expect((await api.call(serverOverview, { token: stranger.token })).body).toMatchObject({ fleets: 0, uploads: 0 })
})
