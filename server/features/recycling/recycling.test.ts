import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listCollections, listExtensions, searchArchive } from '#contract/archive.ts'
import { assignCatalog, listCatalogRecordings } from '#contract/catalogs.ts'
import { getScript } from '#contract/device-scripts.ts'
import { getVehicle, listVehicles, listVehicleTroubleCodes } from '#contract/fleets.ts'
import { latestLocations, searchLocations } from '#contract/locations.ts'
import type { Operation } from '#contract/operation.ts'
import { getRecording } from '#contract/recordings.ts'
import { listRecycled, recycleFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import type { Request } from '#server/authorization/world.ts'
import { send as ask } from '#server/authorization/world.ts'
import { dbcOf, makeCatalog } from '#server/features/catalogs/testing/make-catalog.ts'
import { whenDecoded } from '#server/features/recordings/testing/drive.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Drive, Fleet } from './testing/archived-drive.ts'
import { archiveDrive, makeFleet } from './testing/archived-drive.ts'

let api: TestApi
let fleet: Fleet
let drive: Drive
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  fleet = await makeFleet(api)
  drive = await archiveDrive(api, fleet)
})
afterAll(() => api.end())

const recycle = (id = drive.fileVersionId, { token } = fleet.user) =>
  api.call(recycleFileVersion, { token, params: { id } }).then(({ status }) => status)
const restore = (id = drive.fileVersionId) =>
  api.call(restoreFileVersion, { token: fleet.admin.token, params: { id } }).then(({ status, body, problem }) => ({
    status,
    ...(problem ? { problem: problem.id } : { uploadId: body.uploadId }),
  }))
const resend = (bytes: Uint8Array, metadata = drive.metadata) =>
  send(api, { from: 'device', token: fleet.logger.token, bytes, metadata })
const search = async () => (await api.call(searchArchive, { token: fleet.user.token, body: {} })).body
const otherBytes = () => new TextEncoder().encode(`other ${Math.random()}`)

/** What shows a file without being asked for it by its id. */
async function shown(): Promise<Record<string, string>> {
  const { logger, catalog } = fleet
  const { rows } = await api.database.pool.query<{ id: number }>('SELECT script_id AS id FROM upload WHERE id = $1', [
    drive.uploadId,
  ])
  const asked: readonly [Operation, Request, string?][] = [
    [searchArchive, { body: {} }, 'total'],
    [searchArchive, { body: { names: ['drive'] } }, 'total'],
    [searchArchive, { body: { vehicleId: [logger.vehicleId] } }, 'total'],
    [searchArchive, { body: { extensions: ['vsb'] } }, 'total'],
    [searchArchive, { body: { startDate: drive.metadata['start'], onlyGroups: true } }, 'uploads'],
    [listCollections, { query: { v: logger.vehicleId } }],
    [listExtensions, { query: {} }],
    [searchLocations, { body: { vehicleId: logger.vehicleId } }, 'total'],
    [latestLocations, {}],
    [listCatalogRecordings, { params: { id: catalog.id } }, 'total'],
    [listVehicleTroubleCodes, { params: { id: logger.vehicleId } }],
    [getVehicle, { params: { id: logger.vehicleId } }],
    [listVehicles, { params: { id: logger.fleetId } }],
    [getScript, { params: { id: rows[0]?.id ?? 0 } }],
  ]
  const found: Record<string, string> = {}
  for (const [operation, request, header] of asked) {
    const { status, text, headers } = await ask(api, operation, { token: fleet.user.token, ...request })
    expect(status, `${operation.id}: ${text}`).toBe(200)
    found[`${operation.id} ${JSON.stringify(request)}`] = header === undefined ? text : `${headers.get(header)} ${text}`
  }
  return found
}

describe('a recycled file', () => {
  test('is hidden everywhere at once, and all is as it was after restoring', async () => {
    const before = await shown()
    expect(await recycle()).toBe(204)
    const hidden = await shown()
    for (const [question, answer] of Object.entries(hidden)) expect(answer, question).not.toBe(before[question])
    expect(Object.values(hidden).join('\n')).not.toMatch(/drive|Morning|P0301|"latitude"/)
    for (const answer of Object.values(hidden).filter((text) => /^\d/.test(text))) expect(answer).toMatch(/^0 /)

    expect(await restore()).toEqual({ status: 200, uploadId: drive.uploadId })
    expect(await shown()).toEqual(before)
  })

  test('cannot be recycled again, by nobody', async () => {
    expect(await recycle()).toBe(204)
    expect(await recycle()).toBe(404)
    expect(await recycle(drive.fileVersionId, fleet.admin)).toBe(404)
    await restore()
    expect(await restore()).toEqual({ status: 404, problem: 'not-found' })
  })

  test('leaves the other files of its upload in their place', async () => {
    const second = await resend(otherBytes(), { ...drive.metadata, filename: 'second.txt' })
    expect(second.uploadId).toBe(drive.uploadId)
    await recycle()
    expect(await search()).toMatchObject([{ uploadId: drive.uploadId, versions: [{ id: second.fileVersionId }] }])
    await recycle(second.fileVersionId)
    expect(await search()).toEqual([])
    await restore(second.fileVersionId)
    await restore()
    const [row] = await search()
    expect(row?.versions.map(({ id }) => id)).toEqual([drive.fileVersionId, second.fileVersionId])
  })

  test('many at the same time go, and are counted right', async () => {
    const files = [drive.fileVersionId]
    for (let i = 0; i < 12; i++)
      files.push((await resend(otherBytes(), { ...drive.metadata, filename: `${i}.txt` })).fileVersionId)
    expect(await Promise.all(files.map((id) => recycle(id)))).toEqual(files.map(() => 204))
    expect(await search()).toEqual([])
    const restored = await Promise.all(files.map((id) => restore(id)))
    expect(restored).toEqual(files.map(() => ({ status: 200, uploadId: drive.uploadId })))
    expect((await search())[0]?.versions).toHaveLength(files.length)
  })
})

describe('a delivery that comes again after recycling', () => {
  test('is a new file; the recycled one is refused then, until the new one has gone', async () => {
    await recycle()
    const again = await resend(drive.bytes)
    expect(again).toMatchObject({ duplicate: false })
    expect(again.uploadId).toBeGreaterThan(drive.uploadId)
    expect(await restore()).toEqual({ status: 409, problem: 'file-came-again' })
    await recycle(again.fileVersionId)
    expect(await restore()).toEqual({ status: 200, uploadId: drive.uploadId })
  })

  test('with other bytes is the upload that a restored file joins', async () => {
    await recycle()
    const again = await resend(otherBytes(), { ...drive.metadata, filename: 'again.txt' })
    expect(again.uploadId).not.toBe(drive.uploadId)
    expect(await restore()).toEqual({ status: 200, uploadId: again.uploadId })
    const rows = await search()
    expect(rows).toMatchObject([
      { uploadId: again.uploadId, versions: [{ id: drive.fileVersionId }, { id: again.fileVersionId }] },
    ])
    // the upload that it left is not there any more
    const { rows: left } = await api.database.pool.query('SELECT id FROM upload WHERE id = $1', [drive.uploadId])
    expect(left).toEqual([])
    expect(await whenDecoded(api, fleet.user.token, drive.fileVersionId)).toMatchObject({ uploadId: again.uploadId })
  })
})

test('a recording whose catalogs changed while it was recycled is decoded again when it is restored', async () => {
  const { token } = fleet.admin
  await recycle()
  const { id } = await makeCatalog(api, fleet.admin, dbcOf([0x200]))
  await api.call(assignCatalog, { token, params: { id }, body: {} })
  await restore()
  await vi.waitFor(async () => {
    const { body } = await api.call(getRecording, { token, params: { id: drive.fileVersionId } })
    expect(body.signals).toMatchObject({ signalCount: 2, pending: false })
  }, 20_000)
})

describe('the recycle bin', () => {
  const list = async (query: object = {}, { token } = fleet.admin) => await api.call(listRecycled, { token, query })

  test('tells who, when, until when, and what', async () => {
    const before = Date.now()
    await recycle()
    const { body, headers } = await list()
    expect(body).toEqual([
      {
        id: drive.fileVersionId,
        fileName: 'drive.vsb',
        extension: 'vsb',
        size: drive.bytes.length,
        uploadId: drive.uploadId,
        displayName: 'Morning_001',
        startDate: drive.metadata['start'],
        endDate: drive.metadata['end'],
        vehicle: { id: fleet.logger.vehicleId, name: expect.any(String), displayName: expect.any(String) },
        device: { id: fleet.logger.id, type: 'neoVI', serial: expect.any(String) },
        recycledDate: expect.any(String),
        recycledBy: { id: fleet.user.id, username: fleet.user.username },
        purgeDate: expect.any(String),
      },
    ])
    const [file] = body
    expect(Date.parse(file?.recycledDate ?? '')).toBeGreaterThanOrEqual(before)
    const days = (Date.parse(file?.purgeDate ?? '') - Date.parse(file?.recycledDate ?? '')) / 86_400_000
    expect(days).toBe(30)
    expect(['total', 'max', 'offset'].map((name) => headers.get(name))).toEqual(['1', '100', '0'])
  })

  test('comes in pages, the last recycled first, and is found by a part of a name', async () => {
    const second = await resend(otherBytes(), { ...drive.metadata, filename: '100%_sure.txt' })
    await recycle()
    await recycle(second.fileVersionId)
    const page = await list({ offset: 1, max: 1 })
    expect(page.body.map(({ id }) => id)).toEqual([drive.fileVersionId])
    expect(page.headers.get('total')).toBe('2')
    expect((await list({ q: '0%_S' })).body.map(({ id }) => id)).toEqual([second.fileVersionId])
    expect((await list({ q: 'morning_' })).body).toHaveLength(2)
    expect((await list({ q: 'nothing' })).headers.get('total')).toBe('0')
  })

  test('is of one organization', async () => {
    await recycle()
    const stranger = await makeFleet(api)
    expect((await list({}, stranger.admin)).body).toEqual([])
  })
})
