import { afterAll, beforeAll, expect, test } from 'vitest'
import { abandonPendingUpload, listPendingUploads } from '#contract/pending-uploads.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { begin, head, patch } from './testing/send.ts'

let api: TestApi
let admin: Person
let user: Person
let logger: Logger
let other: Logger
beforeAll(async () => {
  api = await startTestApi({ LOGGERHEAD_UPLOAD_EXPIRY_HOURS: '2' })
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  user = await makePerson(api, organization)
  logger = await makeLogger(api, admin)
  other = await makeLogger(api, admin)
})
afterAll(() => api.end())

const bytes = new Uint8Array(10)
const list = async (query: { vehicleId?: number; deviceId?: number } = {}, { token } = user) =>
  (await api.call(listPendingUploads, { token, query })).body
const abandon = async (location: string, { token }: Person) =>
  (await api.call(abandonPendingUpload, { token, params: { uploadKey: location.split('/').at(-1) ?? '' } })).status
const byLogger = (filename: string) =>
  begin(api, { from: 'device', token: logger.token, bytes, metadata: { filename, collection: 'Drive' } })
const byUser = (filename: string, vehicleId = other.vehicleId) =>
  begin(api, { from: 'person', token: user.token, bytes, metadata: { filename, collection: 'Hand', vehicleId } })

test('an upload under way says what, whose, how far, and until when', async () => {
  const { location } = await byLogger('drive.vsb')
  await patch(location, logger.token, 0, bytes.subarray(0, 4)).catch(() => undefined)
  const [upload] = await list({ deviceId: logger.id })
  expect(upload).toMatchObject({
    id: location.split('/').at(-1),
    fileName: 'drive.vsb',
    collection: 'Drive',
    size: 10,
    received: 4,
    device: { id: logger.id, type: 'neoVI' },
    user: null,
    vehicle: { id: logger.vehicleId },
    mayAbandon: false,
  })
  expect(Date.parse(upload?.expiresDate ?? '') - Date.parse(upload?.lastDate ?? '')).toBe(2 * 3_600_000)
  expect(Date.parse(upload?.startedDate ?? '')).toBeLessThanOrEqual(Date.parse(upload?.lastDate ?? ''))
  // complete, it is not pending any more
  await patch(location, logger.token, 4, bytes.subarray(4))
  expect(await list({ deviceId: logger.id })).toEqual([])
})

test('those of one vehicle or device can be asked for, the last moved first', async () => {
  const mine = await byUser('hand.txt')
  await byLogger('first.vsb')
  await byLogger('second.vsb')
  expect((await list()).map(({ fileName }) => fileName)).toEqual(['second.vsb', 'first.vsb', 'hand.txt'])
  expect(await list({ vehicleId: other.vehicleId })).toMatchObject([
    { fileName: 'hand.txt', user: { username: user.username }, device: null, mayAbandon: true },
  ])
  expect(await list({ vehicleId: logger.vehicleId })).toHaveLength(2)
  const stranger = await makePerson(api, await makeOrganization(api), ['admin'])
  expect(await list({}, stranger)).toEqual([])
  expect(await abandon(mine.location, stranger)).toBe(404)
})

test('it is given up by its sender or an administrator', async () => {
  const mine = await byUser('mine.txt')
  const colleague = await makePerson(api, user.organizationId)
  expect(await abandon(mine.location, colleague)).toBe(403)
  expect(await abandon(mine.location, user)).toBe(204)
  expect(await abandon(mine.location, user)).toBe(404)
  expect((await head(mine.location, user.token)).status).toBe(404)
  const theirs = await byLogger('theirs.vsb')
  expect(await abandon(theirs.location, user)).toBe(403)
  expect(await abandon(theirs.location, admin)).toBe(204)
  expect((await head(theirs.location, logger.token)).status).toBe(404)
})
