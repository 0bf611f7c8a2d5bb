import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationPoint, searchLocations } from '#contract/locations.ts'
import { getRecording } from '#contract/recordings.ts'
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
/** A recording with a point each second, 600 of them, from 2026-11-04T06:00:00Z. */
let id: number
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  logger = await makeLogger(api, admin)
  id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
  await whenDecoded(api, admin.token, id)
  await api.database.pool.query(
    `INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude, speed_mph, accuracy)
     SELECT $1, $2, timestamptz '2026-11-04T06:00:00Z' + i * interval '1 second', 50 + i / 1000.0, -1.5, i, NULL
     FROM generate_series(0, 599) i`,
    [id, logger.vehicleId],
  )
})
afterAll(() => api.end())

async function search(body: object, token = admin.token) {
  const {
    body: found,
    headers,
    problem,
  } = await api.call(searchLocations, {
    token,
    body: { vehicleId: logger.vehicleId, ...body },
  })
  return { data: found?.data ?? [], paging: ['total', 'max', 'offset'].map((name) => headers.get(name)), problem }
}

describe('locations', () => {
  it('come in the order of their times, 500 at most, with paging headers', async () => {
    const { data, paging } = await search({ sort: 'gpsTimestamp', order: 'asc', offset: 0, max: 500 })
    expect(data).toHaveLength(500)
    expect(paging).toEqual(['600', '500', '0'])
    expect(data[1]).toEqual({
      latitude: 50.001,
      longitude: -1.5,
      gpsTimestamp: '2026-11-04T06:00:01.000Z',
      speedMph: 1,
      accuracy: null,
    })
    expect(Object.keys(locationPoint.shape)).toEqual(['latitude', 'longitude', 'gpsTimestamp', 'speedMph', 'accuracy'])
    expect((await search({ max: 501 })).problem?.fields[0]?.field).toBe('max')
  })

  it('are searched between two times of UTC, ends included', async () => {
    const range = { startDate: '2026/11/04 06:00:10', endDate: '2026/11/04 06:00:12' }
    expect((await search(range)).data.map(({ speedMph }) => speedMph)).toEqual([10, 11, 12])
    expect((await search({ ...range, order: 'desc', offset: 1, max: 1 })).data.map(({ speedMph }) => speedMph)).toEqual([11])
    const isoRange = { startDate: '2026-11-04T06:00:10.000Z', endDate: '2026-11-04T06:00:10.500Z' }
    expect((await search(isoRange)).data).toHaveLength(1)
    expect((await search({ startDate: '2026/11/31 00:00:00' })).problem?.fields[0]?.field).toBe('startDate')
    const reversed = { startDate: range.endDate, endDate: range.startDate }
    expect((await search(reversed)).problem?.fields[0]?.field).toBe('endDate')
  })

  it('are of the own organization', async () => {
    const stranger = await makePerson(api, await makeOrganization(api), ['admin'])
    expect(await search({}, stranger.token)).toMatchObject({ data: [], paging: ['0', '500', '0'] })
  })

  it('are summed up with their recording', async () => {
    const { body } = await api.call(getRecording, { token: admin.token, params: { id } })
    expect(body.locations).toEqual({
      count: 600,
      firstDate: '2026-11-04T06:00:00.000Z',
      lastDate: '2026-11-04T06:09:59.000Z',
      south: 50,
      north: 50.599,
      west: -1.5,
      east: -1.5,
    })
  })

  it('go with their upload to another vehicle, and are hidden with a recycled file', async () => {
    const { kysely } = api.database
    const other = await makeLogger(api, admin)
    const move = (vehicle_id: number) =>
      kysely.updateTable('upload').set({ vehicle_id }).where('device_id', '=', logger.id).execute()
    await move(other.vehicleId)
    expect((await search({})).data).toEqual([])
    expect((await search({ vehicleId: other.vehicleId })).data).toHaveLength(500)
    await move(logger.vehicleId)
    await kysely.updateTable('file_version').set({ recycled_at: new Date() }).where('id', '=', id).execute()
    expect((await search({})).data).toEqual([])
    await kysely.updateTable('file_version').set({ recycled_at: null }).where('id', '=', id).execute()
  })
})
