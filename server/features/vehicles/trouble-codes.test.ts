import { afterAll, beforeAll, expect, test } from 'vitest'
import { listVehicles, listVehicleTroubleCodes } from '#contract/fleets.ts'
import { writtenVsb } from '#recording/testing/written.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { driveFrames, sendDrive, whenDecoded } from '#server/features/recordings/testing/drive.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let admin: Person
let logger: Logger
let fileVersionId: number
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  logger = await makeLogger(api, admin)
  fileVersionId = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
  await whenDecoded(api, admin.token, fileVersionId)
  await api.database.pool.query(
    `INSERT INTO trouble_code (file_version_id, protocol, code, status, source, channel, first_seen, last_seen, count) VALUES
     ($1, 'OBD-II', 'P0301', 'pending', '0x7E8', 1, '2026-11-04T06:00:00Z', '2026-11-04T06:01:00Z', 2),
     ($1, 'OBD-II', 'P0301', 'confirmed', '0x7E8', 1, '2026-11-04T06:01:00Z', '2026-11-04T06:09:00Z', 3),
     ($1, 'J1939', 'SPN 110 FMI 0', 'active', '0x00', NULL, '2026-11-04T06:00:00Z', '2026-11-04T06:10:00Z', 1)`,
    [fileVersionId],
  )
})
afterAll(() => api.end())

const codes = async () => (await api.call(listVehicleTroubleCodes, { token: admin.token, params: { id: logger.vehicleId } })).body

test('each trouble code of a vehicle is told once, as it was seen last, the latest first', async () => {
  expect(await codes()).toEqual([
    {
      protocol: 'J1939',
      code: 'SPN 110 FMI 0',
      status: 'active',
      source: '0x00',
      channel: null,
      lastDate: '2026-11-04T06:10:00.000Z',
      count: 1,
      fileVersionId,
    },
    {
      protocol: 'OBD-II',
      code: 'P0301',
      status: 'confirmed',
      source: '0x7E8',
      channel: 1,
      lastDate: '2026-11-04T06:09:00.000Z',
      count: 5,
      fileVersionId,
    },
  ])
})

test('codes of recycled files are not told', async () => {
  const set = (recycled_at: Date | null) =>
    api.database.kysely.updateTable('file_version').set({ recycled_at }).where('id', '=', fileVersionId).execute()
  await set(new Date())
  expect(await codes()).toEqual([])
  await set(null)
  expect(await codes()).toHaveLength(2)
})

test('the vehicles of a fleet come with the time of their last upload', async () => {
  const other = await makeLogger(api, admin)
  const last = async (id: number) =>
    (await api.call(listVehicles, { token: admin.token, params: { id } })).body.map(({ lastUpload }) => lastUpload)
  expect(await last(other.fleetId)).toEqual([null])
  const [lastUpload] = await last(logger.fleetId)
  expect(Date.now() - Date.parse(lastUpload ?? '')).toBeLessThan(120_000)
})
