import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVehicle, deleteVehicle } from '#contract/fleets.ts'
import { assignDevice } from '#contract/devices.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { sweepOrphanBlobs } from './orphan-blobs.ts'
import { begin, head, patch, send } from './testing/send.ts'

let api: TestApi
let admin: Person
let stranger: Person
let logger: Logger
beforeAll(async () => {
  api = await startTestApi({ LOGGERHEAD_MAX_UPLOAD_SIZE: '1MB' })
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  stranger = await makePerson(api, await makeOrganization(api), ['admin'])
  logger = await makeLogger(api, admin)
})
afterAll(() => api.end())

const times = { start: '2026-05-01T08:00:00.000Z', end: '2026-05-01T08:10:00.000Z' }
const database = () => api.database.kysely
const upload = (id: number) => database().selectFrom('upload').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const fileVersion = (id: number) =>
  database().selectFrom('file_version').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const fromDevice = (metadata: Record<string, string>, bytes: Uint8Array = randomBytes(100), from = logger) =>
  send(api, { from: 'device', token: from.token, bytes, metadata: { filename: 'ColdStart.txt', ...metadata } })
const fromPerson = (metadata: Record<string, string | number>, bytes: Uint8Array = randomBytes(100), { token } = admin) =>
  send(api, { from: 'person', token, bytes, metadata: { filename: 'note.txt', ...metadata } })

describe('an upload', () => {
  it('arrives whole: rows, bytes, hashes, used bytes and a job', async () => {
    const before = await database()
      .selectFrom('organization')
      .where('id', '=', admin.organizationId)
      .select('used_bytes')
      .executeTakeFirstOrThrow()
    const bytes = randomBytes(5000)
    const sent = await fromDevice({ ...times, filename: 'ColdStart.TXT', notes: 'two\nlines' }, bytes)
    expect(sent).toMatchObject({ status: 201, duplicate: false })
    expect(await upload(sent.uploadId)).toMatchObject({
      organization_id: admin.organizationId,
      device_id: logger.id,
      vehicle_id: logger.vehicleId,
      user_id: null,
      collection: 'ColdStart',
      display_name: 'ColdStart_001',
      start_date: new Date(times.start),
      end_date: new Date(times.end),
      notes: 'two\nlines',
      extensions: ['txt'],
    })
    const file = await fileVersion(sent.fileVersionId)
    expect(file).toMatchObject({ file_name: 'ColdStart.TXT', extension: 'txt', size: 5000, upload_id: sent.uploadId })
    expect(file.sha256.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await buffer(await api.app.platform.blobs.read(file.blob_key))).toEqual(bytes)
    const after = await database()
      .selectFrom('organization')
      .where('id', '=', admin.organizationId)
      .select('used_bytes')
      .executeTakeFirstOrThrow()
    expect(after.used_bytes - before.used_bytes).toBe(5000)
    const job = await database()
      .selectFrom('job')
      .where('lookup_id', '=', sent.fileVersionId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(job).toMatchObject({ job_type: 'INGEST', device_id: logger.id })
  })

  it('is resumed where it was, and repeats its last answer', async () => {
    const bytes = randomBytes(3000)
    const { location } = await begin(api, { from: 'device', token: logger.token, bytes, metadata: { filename: 'resumed.txt' } })
    await patch(location, logger.token, 0, bytes.subarray(0, 1000))
    expect((await head(location, logger.token)).offset).toBe(1000)
    expect((await patch(location, logger.token, 500, bytes.subarray(500))).problem?.id).toBe('upload-offset')
    const sent = await patch(location, logger.token, 1000, bytes.subarray(1000))
    expect(sent.uploadId).toBeGreaterThan(0)
    const again = await head(location, logger.token)
    expect(again).toMatchObject({ offset: 3000, uploadId: sent.uploadId, fileVersionId: sent.fileVersionId, duplicate: false })
  })

  it('belongs to who began it', async () => {
    const other = await makeLogger(api, admin)
    const sending = { from: 'device' as const, token: logger.token, bytes: randomBytes(10), metadata: { filename: 'a.txt' } }
    const { location } = await begin(api, sending)
    expect((await head(location, other.token)).status).toBe(404)
    const asPerson = location.replace('/device/v1/uploads', '/api/v1/data/uploads')
    expect((await head(asPerson, admin.token)).status).toBe(404)
    expect((await head(location, admin.token)).status).toBe(401)
  })

  it('joins others of the same collection and times, and of the same group', async () => {
    const first = await fromDevice({ ...times, filename: 'a.vsb', collection: 'Joined', group: 'drive 1' })
    const second = await fromDevice({ ...times, filename: 'a.csv', collection: 'Joined', group: 'drive 1' })
    expect(second.uploadId).toBe(first.uploadId)
    expect((await upload(first.uploadId)).extensions).toEqual(['csv', 'vsb'])
    const third = await fromDevice({
      start: times.end,
      end: times.end,
      filename: 'b.csv',
      collection: 'Joined',
      group: 'drive 1',
    })
    const lone = await fromDevice({ start: times.end, end: times.end, filename: 'c.csv', collection: 'Alone' })
    expect(third.uploadId).not.toBe(first.uploadId)
    const groups = await Promise.all([first, third, lone].map(async ({ uploadId }) => (await upload(uploadId)).group_id))
    expect(groups[0]).toBe(groups[1])
    expect(groups[2]).not.toBe(groups[0])
    expect((await upload(third.uploadId)).display_name).toBe('Joined_002')
    expect((await upload((await fromDevice({ filename: 'ColdStart_007.csv' })).uploadId)).display_name).toBe('ColdStart_007')
  })

  it('without times is an upload of its own', async () => {
    const first = await fromDevice({ filename: 'same.csv' })
    const second = await fromDevice({ filename: 'same.csv' })
    expect(second.uploadId).not.toBe(first.uploadId)
  })
})

describe('duplicates', () => {
  it('are recognised by their bytes, whatever they are called', async () => {
    const bytes = randomBytes(777)
    const first = await fromDevice({ ...times, filename: 'one.txt' }, bytes)
    const again = await fromDevice({ filename: 'two.csv', collection: 'Else' }, bytes)
    expect(again).toMatchObject({ duplicate: true, uploadId: first.uploadId, fileVersionId: first.fileVersionId })
    const byHand = await fromPerson({ vehicleId: logger.vehicleId }, bytes)
    expect(byHand).toMatchObject({ duplicate: true, fileVersionId: first.fileVersionId })
    expect(await sweepOrphanBlobs(api.app.platform, new Date(Date.now() + 60_000))).toBe(0)
  })

  it('of another vehicle or organization are files of their own', async () => {
    const bytes = randomBytes(778)
    const first = await fromDevice({}, bytes)
    const other = await makeLogger(api, admin)
    const foreign = await makeLogger(api, stranger)
    const second = await fromDevice({}, bytes, other)
    const third = await fromDevice({}, bytes, foreign)
    expect([second.duplicate, third.duplicate]).toEqual([false, false])
    expect(new Set([first, second, third].map(({ fileVersionId }) => fileVersionId)).size).toBe(3)
  })

  it('of recycled files are new', async () => {
    const bytes = randomBytes(779)
    const first = await fromDevice(times, bytes)
    await database().updateTable('upload').set({ recycled_at: new Date() }).where('id', '=', first.uploadId).execute()
    await database().updateTable('file_version').set({ recycled_at: new Date() }).where('id', '=', first.fileVersionId).execute()
    const again = await fromDevice(times, bytes)
    expect(again.duplicate).toBe(false)
    expect(again.uploadId).not.toBe(first.uploadId)
  })
})

describe('files without an owner', () => {
  it('are swept when they are old, and no others', async () => {
    const { blobs } = api.app.platform
    const staged = join(api.dataDir, 'orphan')
    await writeFile(staged, 'left behind')
    await blobs.put('files/00/orphan', staged)
    const kept = await fileVersion((await fromDevice({})).fileVersionId)
    expect(await sweepOrphanBlobs(api.app.platform, new Date(Date.now() - 60_000))).toBe(0)
    const soon = new Date(Date.now() + 60_000)
    expect(await sweepOrphanBlobs(api.app.platform, soon, new Set(['files/00/orphan']))).toBe(0)
    expect(await sweepOrphanBlobs(api.app.platform, soon)).toBe(1)
    expect(await blobs.stat('files/00/orphan')).toBeUndefined()
    expect(await blobs.stat(kept.blob_key)).toBeDefined()
  })
})

describe('whose it is', () => {
  it('people name a device or a vehicle of their own organization', async () => {
    expect((await fromPerson({})).problem).toMatchObject({
      id: 'upload-metadata',
      message: expect.stringContaining('deviceId or vehicleId'),
    })
    const foreign = await fromPerson({ vehicleId: logger.vehicleId }, randomBytes(9), stranger)
    const absent = await fromPerson({ vehicleId: 999_999 }, randomBytes(9), stranger)
    expect(foreign.problem).toEqual(absent.problem)
    expect(foreign.status).toBe(400)
    expect((await fromPerson({ deviceId: logger.id }, randomBytes(9), stranger)).status).toBe(400)
    const { uploadId } = await fromPerson({ vehicleId: logger.vehicleId })
    expect(await upload(uploadId)).toMatchObject({ user_id: admin.id, device_id: null, vehicle_id: logger.vehicleId })
    const viaDevice = await fromPerson({ deviceId: logger.id })
    expect(await upload(viaDevice.uploadId)).toMatchObject({ device_id: logger.id, vehicle_id: logger.vehicleId })
  })

  it('the vehicle is the one that the logger was in at the recording', async () => {
    const moved = await makeLogger(api, admin)
    const { body: second } = await api.call(createVehicle, {
      token: admin.token,
      params: { id: moved.fleetId },
      body: { name: 'After' },
    })
    await api.call(assignDevice, {
      token: admin.token,
      params: { id: moved.id },
      body: { vehicleId: second.id, from: '2026-06-01T00:00:00.000Z' },
    })
    const vehicleOf = async (start: string) =>
      (await upload((await fromDevice({ start, end: start }, randomBytes(50), moved)).uploadId)).vehicle_id
    expect(await vehicleOf('2026-05-31T00:00:00.000Z')).toBe(moved.vehicleId)
    expect(await vehicleOf('2026-06-02T00:00:00.000Z')).toBe(second.id)
    // a clock that begins in 1970 says nothing: the vehicle of now
    expect(await vehicleOf('1970-01-01T00:00:10.000Z')).toBe(second.id)
  })

  it('a logger whose vehicle was deleted still delivers', async () => {
    const left = await makeLogger(api, admin)
    await api.call(deleteVehicle, { token: admin.token, params: { id: left.vehicleId } })
    const sent = await fromDevice({}, randomBytes(20), left)
    expect(await upload(sent.uploadId)).toMatchObject({ device_id: left.id, vehicle_id: null })
  })
})

describe('device clocks', () => {
  const years = [
    '1970-01-01T00:00:05.000Z',
    '2038-01-19T03:14:07.000Z',
    '2016-11-21T00:00:00.000Z',
    '2036-11-21T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
  ]
  it.each(years)('of %s lose nothing; ids rise in the order of arrival', async (start) => {
    const first = await fromDevice({ start, end: start })
    const second = await fromDevice({ ...times, collection: `after ${start}` })
    expect(second.uploadId).toBeGreaterThan(first.uploadId)
    const row = await upload(first.uploadId)
    expect(row.stated_start?.toISOString()).toBe(start)
    const believed = start.startsWith('2016')
    expect(row.start_date.toISOString() === start).toBe(believed)
    if (!believed) expect(row.start_date).toEqual(row.received_at)
  })
})

describe('limits and metadata', () => {
  it('refuses files that are too large, and more than the quota with what is pending', async () => {
    expect((await fromDevice({}, new Uint8Array(1024 * 1024 + 1))).problem?.id).toBe('upload-too-large')
    const limited = await makePerson(api, await makeOrganization(api), ['admin'])
    const small = await makeLogger(api, limited)
    await database().updateTable('organization').set({ quota_bytes: 1000 }).where('id', '=', limited.organizationId).execute()
    const sending = { from: 'device' as const, token: small.token, metadata: { filename: 'q.txt' } }
    const pending = await begin(api, { ...sending, bytes: new Uint8Array(700) })
    expect(pending.status).toBe(201)
    const refused = await fromDevice({}, randomBytes(400), small)
    expect(refused.problem).toMatchObject({ id: 'quota', message: expect.stringContaining('700 of 1000') })
    expect((await fromDevice({}, randomBytes(300), small)).status).toBe(201)
    await patch(pending.location, small.token, 0, randomBytes(700))
    expect((await fromDevice({}, randomBytes(1), small)).problem?.id).toBe('quota')
  })

  it('names what is wrong', async () => {
    const problemOf = async (metadata: Record<string, string>) => (await fromDevice(metadata)).problem?.message
    expect(await problemOf({ filename: '' })).toContain('filename is required')
    expect(await problemOf({ filename: '/..' })).toContain('filename')
    expect(await problemOf({ start: 'yesterday' })).toContain('start')
    expect(await problemOf({ collection: 'a\u0000b' })).toContain('collection')
  })

  it('makes file names safe', async () => {
    const nameOf = async (filename: string) => (await fileVersion((await fromDevice({ filename })).fileVersionId)).file_name
    expect(await nameOf('../../etc/passwd.TXT')).toBe('passwd.TXT')
    expect(await nameOf('C:\\logs\\drive\u202e.vsb')).toBe('drive.vsb')
    const long = await nameOf(`${'ü'.repeat(300)}.mf4`)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
    expect(long.endsWith('.mf4')).toBe(true)
  })
})
