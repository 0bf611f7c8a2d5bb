import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignCatalog } from '#contract/catalogs.ts'
import { searchLocations } from '#contract/locations.ts'
import { getRecordingCatalogs } from '#contract/recordings.ts'
import { realBytes, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { makeCatalog } from '#server/features/catalogs/testing/make-catalog.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { openSignals, sendDrive, valuesOf, whenDecoded } from '#server/features/recordings/testing/drive.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

const folder = 'CSS-Electronics__api-examples/other/matlab-basics'
const drive = `mf4-can/${folder}/LOG_datastore/3BA199E2/00000164/00000005-60FEB5A8.MF4`
const decodedDrive = `mf4-signals/${folder}/LOG_mf4_decoded/3BA199E2/00000164/00000005-60FEB5A8.mf4`
const gpsCatalog = `dbc/${folder}/dbc_files/canmod-gps.dbc`
const j1939Codes = 'mf4-can/CSS-Electronics__api-examples/data-processing/LOG/00000000/00000048/00000001.MF4'

/** Of three kinds of the same 44 seconds through Denmark: frames, and their signals as asammdf decoded them. */
describe.skipIf(realRecordingsMissing)('real recordings', () => {
  let api: TestApi
  let admin: Person
  let logger: Logger
  beforeAll(async () => {
    api = await startTestApi()
    admin = await makePerson(api, await makeOrganization(api), ['admin'])
    logger = await makeLogger(api, admin)
  })
  afterAll(() => api.end())

  const send = async (path: string) => {
    const id = await sendDrive(api, logger.token, realBytes({ path }), path.split('/').at(-1))
    return await whenDecoded(api, admin.token, id)
  }

  it('are decoded with their catalog as asammdf decodes them, and put on the map', async () => {
    const { token } = admin
    const catalog = await makeCatalog(api, admin, Buffer.from(realBytes({ path: gpsCatalog })).toString('latin1'))
    await api.call(assignCatalog, { token, params: { id: catalog.id }, body: { fleetId: logger.fleetId } })
    const recording = await send(drive)
    expect(recording).toMatchObject({
      file: { state: 'ready', problem: null },
      facts: { format: 'mf4', frameCount: 5477 },
      catalogs: [{ catalogId: catalog.id, scope: 'fleet' }],
    })
    expect(recording.ids).toHaveLength(11)
    const { body } = await api.call(getRecordingCatalogs, { token, params: { id: recording.id } })
    expect(body.suggestions[0]).toMatchObject({ catalogId: catalog.id, applied: true, match: { good: true } })

    const ours = await openSignals(api, token, recording)
    const theirs = await openSignals(api, token, await send(decodedDrive))
    for (const name of ['Latitude', 'Longitude', 'Altitude', 'Satellites']) {
      const [decoded, expected] = [await valuesOf(ours, name), await valuesOf(theirs, name)]
      expect(decoded.length, name).toBeGreaterThan(40)
      expect(decoded.length, name).toBe(expected.length)
      decoded.forEach((value, i) => expect(Math.abs(value - (expected[i] ?? NaN)), name).toBeLessThan(1e-9))
    }

    expect(recording.locations).toMatchObject({ count: expect.any(Number) })
    const { body: points, headers } = await api.call(searchLocations, {
      token,
      body: { vehicleId: logger.vehicleId, startDate: '2021/07/26 00:00:00', endDate: '2021/07/27 00:00:00', max: 5 },
    })
    expect(points.data).toHaveLength(5)
    expect(Number(headers.get('total'))).toBeGreaterThan(30)
    for (const { latitude, longitude } of points.data) {
      expect([Math.round(latitude), Math.round(longitude)]).toEqual([56, 10])
    }
  })

  it('tell the trouble codes of their control units', async () => {
    const { troubleCodes } = await send(j1939Codes)
    expect(troubleCodes).toMatchObject([
      { protocol: 'J1939', code: 'SPN 458752 FMI 9', status: 'active', count: 1 },
      { protocol: 'J1939', code: 'SPN 460801 FMI 10', status: 'active', count: 1 },
    ])
  })
})
