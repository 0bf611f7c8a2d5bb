import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addCatalogVersion, assignCatalog, listCatalogRecordings, unassignCatalog } from '#contract/catalogs.ts'
import { updateVehicle } from '#contract/fleets.ts'
import { decodeRecording, getRecording, getRecordingCatalogs } from '#contract/recordings.ts'
import { writtenVsb } from '#recording/testing/written.ts'
import { whileCatalogsStay } from '#server/features/catalogs/decode-again.ts'
import { base64, dbcOf, makeCatalog, whenRead } from '#server/features/catalogs/testing/make-catalog.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { sweepDerivedBlobs } from './orphans.ts'
import { driveFrames, fetchSignals, openBytes, openSignals, sendDrive, valuesOf, whenDecoded } from './testing/drive.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.end())

/** An organization of its own, with one logger. */
async function newFleet(): Promise<{ admin: Person; token: string; logger: Logger }> {
  const admin = await makePerson(api, await makeOrganization(api), ['admin'])
  return { admin, token: admin.token, logger: await makeLogger(api, admin) }
}

const assign = (token: string, id: number, body: object) => api.call(assignCatalog, { token, params: { id }, body })

describe('a recording without catalogs', () => {
  it('shows its buses and identifiers with lengths and periods, and no signals', async () => {
    const { token, logger } = await newFleet()
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(500)))
    const recording = await whenDecoded(api, token, id)
    expect(recording).toMatchObject({
      id,
      vehicle: { id: logger.vehicleId },
      file: { fileName: 'drive.vsb', state: 'ready', problem: null },
      facts: { format: 'vsb', version: '0x104', frameCount: 750 },
      catalogs: [],
      signals: { state: 'none', store: null },
      troubleCodes: [],
      locations: null,
    })
    const common = { kind: 'CAN', extended: false }
    expect(recording.ids).toEqual([
      { ...common, channel: 1, id: 0x100, frameCount: 500, minLength: 8, maxLength: 8, medianPeriodMs: 10, meanPeriodMs: 10 },
      { ...common, channel: 2, id: 0x200, frameCount: 250, minLength: 4, maxLength: 4, medianPeriodMs: 20, meanPeriodMs: 20 },
    ])
    expect((await fetchSignals(api, token, id)).status).toBe(404)
  })

  it('is told which catalogs would fit, and a catalog which recordings', async () => {
    const { admin, token, logger } = await newFleet()
    const [fits, other] = [await makeCatalog(api, admin, dbcOf([0x100])), await makeCatalog(api, admin, dbcOf([0x333]))]
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(100)))
    await whenDecoded(api, token, id)
    const { body } = await api.call(getRecordingCatalogs, { token, params: { id } })
    expect(body.suggestions).toMatchObject([
      {
        catalogId: fits.id,
        versionNumber: 1,
        applied: false,
        match: { matchedIds: 1, idCount: 2, matchedFrames: 100, good: true },
      },
    ])
    expect(body.suggestions[0]?.match.rate).toBeCloseTo((1 / 2 + 100 / 150) / 2)
    expect(body.unknownIds.map((one) => one.id)).toEqual([0x100, 0x200])
    const recordings = await api.call(listCatalogRecordings, { token, params: { id: fits.id } })
    expect(recordings.body).toMatchObject([{ fileVersionId: id, applied: false, match: { matchedIds: 1 } }])
    expect(recordings.headers.get('total')).toBe('1')
    expect((await api.call(listCatalogRecordings, { token, params: { id: other.id } })).body).toEqual([])
  })
})

describe('decoding', () => {
  it('with the catalog that holds when it comes in: its signals are read by Range', async () => {
    const { admin, token, logger } = await newFleet()
    const catalog = await makeCatalog(api, admin, dbcOf([0x100], 0.5))
    await assign(token, catalog.id, {})
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(300)))
    const recording = await whenDecoded(api, token, id)
    expect(recording.catalogs).toEqual([
      {
        catalogId: catalog.id,
        name: catalog.name,
        versionId: catalog.newest.id,
        versionNumber: 1,
        channels: null,
        scope: 'organization',
      },
    ])
    expect(recording.signals).toMatchObject({ state: 'ready', problem: null, signalCount: 1, sampleCount: 300 })
    const store = await openSignals(api, token, recording)
    expect(await valuesOf(store, `S${0x100}`)).toEqual(Array.from({ length: 300 }, (_, i) => (i & 0xff) * 0.5))
    expect((await api.call(getRecordingCatalogs, { token, params: { id } })).body.unknownIds.map((one) => one.id)).toEqual([
      0x200,
    ])
  })

  it('again when a catalog is assigned, has a new version, and is taken back', async () => {
    const { admin, token, logger } = await newFleet()
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    await whenDecoded(api, token, id)
    const catalog = await makeCatalog(api, admin, dbcOf([0x100], 1))
    const { body: assignment } = await assign(token, catalog.id, { vehicleId: logger.vehicleId })
    const first = await whenDecoded(api, token, id)
    expect(first.catalogs).toMatchObject([{ scope: 'vehicle', versionNumber: 1 }])
    expect((await valuesOf(await openSignals(api, token, first), 'S256')).slice(0, 3)).toEqual([0, 1, 2])

    const body = { fileName: 'b.dbc', file: base64(dbcOf([0x100], 3)) }
    await api.call(addCatalogVersion, { token, params: { id: catalog.id }, body })
    const second = await vi.waitFor(async () => {
      const now = await whenDecoded(api, token, id)
      expect(now.catalogs).toMatchObject([{ versionNumber: 2 }])
      return now
    }, 20_000)
    expect((await valuesOf(await openSignals(api, token, second), 'S256')).slice(0, 3)).toEqual([0, 3, 6])
    expect((await fetchSignals(api, token, id, { store: first.signals.store ?? '' })).status).toBe(410)

    await api.call(unassignCatalog, { token, params: { id: catalog.id, assignmentId: assignment.id } })
    const third = await whenDecoded(api, token, id)
    expect(third).toMatchObject({ catalogs: [], signals: { state: 'none', store: null } })
  })

  it('prefers the catalog of the vehicle to that of the fleet, and that to that of the organization', async () => {
    const { admin, token, logger } = await newFleet()
    const scopes = [{}, { fleetId: logger.fleetId }, { vehicleId: logger.vehicleId }]
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    for (const [i, scope] of scopes.entries()) {
      // each knows 0x100; only that of the organization knows 0x200
      const catalog = await makeCatalog(api, admin, dbcOf(i === 0 ? [0x100, 0x200] : [0x100], i + 1))
      await assign(token, catalog.id, scope)
      const recording = await whenDecoded(api, token, id)
      expect(recording.catalogs.map((one) => one.scope)).toEqual(['vehicle', 'fleet', 'organization'].slice(2 - i))
      const store = await openSignals(api, token, recording)
      expect((await valuesOf(store, 'S256'))[1]).toBe(i + 1)
      expect((await valuesOf(store, 'S512'))[1]).toBe(2)
    }
    const elsewhere = await makeLogger(api, admin)
    const other = await sendDrive(api, elsewhere.token, await writtenVsb(driveFrames(10)))
    expect((await whenDecoded(api, token, other)).catalogs.map((one) => one.scope)).toEqual(['organization'])
  })

  it('keeps to the channel, the dates and the version of an assignment', async () => {
    const { admin, token, logger } = await newFleet()
    const catalog = await makeCatalog(api, admin, dbcOf([0x100, 0x200], 1))
    const body = { fileName: 'b.dbc', file: base64(dbcOf([0x100, 0x200], 5)) }
    await api.call(addCatalogVersion, { token, params: { id: catalog.id }, body })
    await whenRead(api, token, catalog.id)
    // the recording begins 2026-10-01T06:07:12.345Z
    await assign(token, catalog.id, { channel: 1, versionNumber: 1, to: '2026-10-01T06:07:12.346Z' })
    await assign(token, catalog.id, { channel: 2, from: '2026-10-01T06:07:12.346Z' })
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    const recording = await whenDecoded(api, token, id)
    expect(recording.catalogs).toMatchObject([{ channels: [1], versionNumber: 1 }])
    const store = await openSignals(api, token, recording)
    expect(store.signals.map(({ name }) => name)).toEqual(['S256'])
    expect((await valuesOf(store, 'S256'))[1]).toBe(1)
  })

  it('again when a catalog is assigned while it comes in', async () => {
    const { admin, token, logger } = await newFleet()
    const catalog = await makeCatalog(api, admin, dbcOf([0x100]))
    const { kysely } = api.database
    const { organizationId: organization_id } = admin
    const id = await kysely.transaction().execute(async (transaction) => {
      await whileCatalogsStay(transaction, organization_id, 'changes-catalogs')
      const sent = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
      // it has been read without a catalog, and waits to be kept
      const waits = sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(async () => (await waits.execute(kysely)).rows.length).toBeGreaterThan(0)
      await transaction.insertInto('catalog_assignment').values({ organization_id, catalog_id: catalog.id }).execute()
      return sent
    })
    await expect.poll(async () => (await whenDecoded(api, token, id)).catalogs.length).toBe(1)
    const jobs = kysely.selectFrom('job').where('lookup_id', '=', id).where('job_type', '=', 'DECODE')
    expect(await jobs.select('run_status').execute()).toEqual([{ run_status: 'FINISHED' }])
  })

  it('again when its vehicle goes to a fleet with another catalog', async () => {
    const { admin, token, logger } = await newFleet()
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    await whenDecoded(api, token, id)
    const { fleetId } = await makeLogger(api, admin)
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, { fleetId })
    expect((await whenDecoded(api, token, id)).catalogs).toEqual([])
    await api.call(updateVehicle, { token, params: { id: logger.vehicleId }, body: { fleetId } })
    expect((await whenDecoded(api, token, id)).catalogs).toMatchObject([{ scope: 'fleet' }])
  })

  it('waits once, however often it is asked for', async () => {
    const { token, logger } = await newFleet()
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    await whenDecoded(api, token, id)
    const before = (await api.call(getRecording, { token, params: { id } })).body.signals.decodedDate ?? ''
    const [one, two] = await Promise.all([1, 2].map(() => api.call(decodeRecording, { token, params: { id } })))
    expect(one?.body).toMatchObject({ jobType: 'DECODE', lookupId: id })
    expect(two?.status).toBe(202)
    const after = await whenDecoded(api, token, id)
    expect(Date.parse(after.signals.decodedDate ?? '')).toBeGreaterThan(Date.parse(before))
  })

  it('of a broken recording keeps what was read before the fault', async () => {
    const { admin, token, logger } = await newFleet()
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, {})
    const bytes = await writtenVsb(driveFrames(100))
    const id = await sendDrive(api, logger.token, bytes.subarray(0, bytes.length - 30))
    const recording = await whenDecoded(api, token, id)
    expect(recording.file).toMatchObject({ state: 'ready', problem: expect.stringMatching(/byte \d+/) })
    expect(recording.signals).toMatchObject({ state: 'ready', sampleCount: 99 })
  })

  it('is for recordings', async () => {
    const { token, logger } = await newFleet()
    const id = await sendDrive(api, logger.token, Buffer.from('hello'), 'notes.txt')
    await whenDecoded(api, token, id)
    expect((await api.call(decodeRecording, { token, params: { id } })).problem?.id).toBe('not-a-recording')
  })
})

describe('signals', () => {
  it('are answered in parts, and kept for ever by those who name them', async () => {
    const { admin, token, logger } = await newFleet()
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, {})
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(100)))
    const { signals } = await whenDecoded(api, token, id)
    const store = signals.store ?? ''
    const whole = await fetchSignals(api, token, id)
    expect([whole.status, whole.bytes.length, whole.headers.get('etag')]).toEqual([200, signals.size, `"${store}"`])
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    expect((await openBytes(whole.bytes)).signals).toHaveLength(1)

    const part = await fetchSignals(api, token, id, { store, range: 'bytes=8-15' })
    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(whole.bytes.slice(8, 16))
    expect(part.headers.get('content-range')).toBe(`bytes 8-15/${signals.size}`)
    expect(part.headers.get('cache-control')).toContain('immutable')

    const status = async (headers: Record<string, string>) => (await fetchSignals(api, token, id, { headers })).status
    expect(await status({ range: 'bytes=0-7', 'if-range': `"${store}"` })).toBe(206)
    expect(await status({ range: 'bytes=0-7', 'if-range': '"another"' })).toBe(200)
    expect(await status({ 'if-none-match': `W/"x", "${store}"` })).toBe(304)
    expect(await status({ range: `bytes=${signals.size}-` })).toBe(416)
  })

  it('stay readable until new ones are there, and go with their recording', async () => {
    const { admin, token, logger } = await newFleet()
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, {})
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(100)))
    const { signals } = await whenDecoded(api, token, id)
    const soon = new Date(Date.now() + 60_000)
    await sweepDerivedBlobs(api.app.platform, soon)
    expect((await fetchSignals(api, token, id, { store: signals.store ?? '' })).status).toBe(200)

    const { kysely } = api.database
    const key = `signals/${signals.store?.slice(0, 2)}/${signals.store}`
    await kysely.deleteFrom('file_version').where('id', '=', id).execute()
    expect(await kysely.selectFrom('recording').where('file_version_id', '=', id).selectAll().execute()).toEqual([])
    expect(await api.app.platform.blobs.stat(key)).toBeDefined()
    expect(await sweepDerivedBlobs(api.app.platform, soon)).toBeGreaterThan(0)
    expect(await api.app.platform.blobs.stat(key)).toBeUndefined()
  })

  it('stay when they cannot be decoded again, and the recording says why', async () => {
    const { admin, token, logger } = await newFleet()
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, {})
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    const { signals } = await whenDecoded(api, token, id)
    const { kysely } = api.database
    const { blob_key } = await kysely.selectFrom('file_version').where('id', '=', id).select('blob_key').executeTakeFirstOrThrow()
    await api.app.platform.blobs.delete(blob_key)
    await api.call(decodeRecording, { token, params: { id } })
    const after = await whenDecoded(api, token, id)
    expect(after.file).toMatchObject({ state: 'ready', problem: null })
    expect(after.signals).toMatchObject({ ...signals, problem: expect.stringContaining('restore it from a backup') })
    expect((await fetchSignals(api, token, id, { store: signals.store ?? '' })).status).toBe(200)
  })

  it('are gone for everybody when the file is recycled', async () => {
    const { admin, token, logger } = await newFleet()
    await assign(token, (await makeCatalog(api, admin, dbcOf([0x100]))).id, {})
    const id = await sendDrive(api, logger.token, await writtenVsb(driveFrames(10)))
    await whenDecoded(api, token, id)
    await api.database.kysely.updateTable('file_version').set({ recycled_at: new Date() }).where('id', '=', id).execute()
    expect((await fetchSignals(api, token, id)).status).toBe(404)
    expect((await api.call(getRecording, { token, params: { id } })).status).toBe(404)
  })
})
