import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceCheckin } from '#contract/devices.ts'
import { deleteVehicle } from '#contract/fleets.ts'
import { latestLocations, latestPosition, searchLocations } from '#contract/locations.ts'
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
/** Two hours ago. */
const start = new Date(Date.now() - 7_200_000)
/** 1,201 points, one a second. */
const points = 1201
let fileVersionId: number
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  logger = await makeLogger(api, admin)
  fileVersionId = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
  await whenDecoded(api, admin.token, fileVersionId)
  await addPoints(start, points)
})
afterAll(() => api.end())

async function addPoints(from: Date, count: number) {
  await api.database.pool.query(
    `INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude, speed_mph, accuracy)
     SELECT $1, $2, $3::timestamptz + i * interval '1 second', 50 + i / 1000.0, -1.5, i, 4 FROM generate_series(0, $4::int - 1) i`,
    [fileVersionId, logger.vehicleId, from, count],
  )
}

const latest = async (query: { fleetId?: number; vehicleId?: number } = {}, token = admin.token) =>
  (await api.call(latestLocations, { token, query })).body.data

const checkin = (token: string, position?: { latitude: number; longitude: number }) =>
  api.call(deviceCheckin, { token, body: position ? { position } : {} })

describe('the last position of a vehicle', () => {
  it('is the newest point of its recordings', async () => {
    const at = new Date(start.getTime() + (points - 1) * 1000).toISOString()
    const found = { latitude: 51.2, longitude: -1.5, gpsTimestamp: at, speedMph: points - 1, accuracy: 4 }
    expect(await latest()).toEqual([{ ...found, vehicleId: logger.vehicleId, source: 'recording' }])
    expect(Object.keys(latestPosition.shape)).toEqual(expect.arrayContaining(Object.keys(found)))
  })

  it('is not hidden by a receiver that believes to be in the future', async () => {
    await addPoints(new Date('2038-01-19T00:00:00Z'), 1)
    expect((await latest())[0]?.latitude).toBe(51.2)
  })

  it('is found by fleet and by vehicle', async () => {
    const other = await makeLogger(api, admin)
    expect(await latest({ fleetId: other.fleetId })).toEqual([])
    expect(await latest({ vehicleId: other.vehicleId })).toEqual([])
    expect(await latest({ fleetId: logger.fleetId })).toHaveLength(1)
    expect(await latest({ vehicleId: logger.vehicleId })).toHaveLength(1)
  })

  it('is what its logger said, when that is later', async () => {
    const other = await makeLogger(api, admin)
    await checkin(other.token)
    expect(await latest({ vehicleId: other.vehicleId })).toEqual([])
    for (const token of [other.token, logger.token]) await checkin(token, { latitude: 48.5, longitude: 9 })
    const found = await latest()
    expect(found.map(({ source, latitude, speedMph }) => ({ source, latitude, speedMph }))).toEqual(
      [1, 2].map(() => ({ source: 'logger', latitude: 48.5, speedMph: null })),
    )
  })

  it('is of the own organization, and of vehicles that are still there', async () => {
    const stranger = await makePerson(api, await makeOrganization(api), ['admin'])
    expect(await latest({}, stranger.token)).toEqual([])
    expect(await latest({ vehicleId: logger.vehicleId }, stranger.token)).toEqual([])
    const gone = await makeLogger(api, admin)
    await checkin(gone.token, { latitude: 1, longitude: 1 })
    expect(await latest({ vehicleId: gone.vehicleId })).toHaveLength(1)
    await api.call(deleteVehicle, { token: admin.token, params: { id: gone.vehicleId } })
    expect(await latest({ vehicleId: gone.vehicleId })).toEqual([])
  })

  it('takes one step down the index, not the whole history', async () => {
    await api.database.pool.query('ANALYZE location')
    const { rows } = await api.database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM location WHERE vehicle_id = $1 AND gps_timestamp <= now() + interval '1 day'
       ORDER BY gps_timestamp DESC LIMIT 1`,
      [logger.vehicleId],
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan Backward using location_vehicle/)
  })
})

describe('a route that is too long for one answer', () => {
  const range = { startDate: start.toISOString(), endDate: new Date(start.getTime() + points * 1000).toISOString() }
  const route = async (body: object) => {
    const { body: found, headers } = await api.call(searchLocations, {
      token: admin.token,
      body: { vehicleId: logger.vehicleId, ...range, ...body },
    })
    return {
      speeds: found.data.map(({ speedMph }) => speedMph ?? -1),
      total: headers.get('total'),
      offset: headers.get('offset'),
    }
  }

  it('is spread evenly over as many points as fit, both ends among them', async () => {
    const { speeds, total, offset } = await route({ max: 500, spread: true, offset: 7 })
    expect({ count: speeds.length, first: speeds[0], last: speeds.at(-1), total, offset }).toEqual({
      count: 500,
      first: 0,
      last: points - 1,
      total: String(points),
      offset: '0',
    })
    const steps = new Set(speeds.slice(1).map((speed, at) => speed - (speeds[at] ?? 0)))
    expect([...steps].toSorted()).toEqual([2, 3])
    expect((await route({ max: 3, spread: true, order: 'desc' })).speeds).toEqual([points - 1, (points - 1) / 2, 0])
    expect((await route({ max: 1, spread: true })).speeds).toEqual([0])
  })

  it('is told once, though the upload holds the same drive in two formats', async () => {
    const other = await makeLogger(api, admin)
    const recordings = [await writtenVsb(driveFrames(10)), await writtenVsb(driveFrames(20))]
    for (const [format, bytes] of recordings.entries()) {
      const id = await sendDrive(api, other.token, bytes)
      await whenDecoded(api, admin.token, id)
      await api.database.pool.query(
        `INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude)
         SELECT $1, $2, $3::timestamptz + i * interval '1 second' + $4 * interval '1 microsecond', 50, i FROM generate_series(0, 9) i`,
        [id, other.vehicleId, start, format],
      )
    }
    for (const spread of [false, true]) {
      const { body, headers } = await api.call(searchLocations, {
        token: admin.token,
        body: { vehicleId: other.vehicleId, ...range, spread, max: 5 },
      })
      expect(headers.get('total')).toBe('10')
      expect(body.data.map(({ longitude }) => longitude)).toEqual(spread ? [0, 2, 4, 6, 9] : [0, 1, 2, 3, 4])
    }
  })

  it('comes part by part without it', async () => {
    const { speeds, offset } = await route({ max: 500, offset: 1000 })
    expect({ first: speeds[0], count: speeds.length, offset }).toEqual({ first: 1000, count: 201, offset: '1000' })
  })
})
