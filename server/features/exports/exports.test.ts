import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { searchArchive } from '#contract/archive.ts'
import type { FileVersion } from '#contract/archive.ts'
import { exportData, listExportFormats } from '#contract/exports.ts'
import { getJob } from '#contract/jobs.ts'
import { searchLocations } from '#contract/locations.ts'
import type { Job } from '#contract/jobs.ts'
import { assignCatalog } from '#contract/catalogs.ts'
import type { BodyInputOf } from '#contract/operation.ts'
import { memorySource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { plainFrames, writtenVsb } from '#recording/testing/written.ts'
import { seenSignals } from '#recording/testing/read-signals.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { dbcOf, makeCatalog } from '#server/features/catalogs/testing/make-catalog.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { driveFrames, sendDrive, whenDecoded } from '#server/features/recordings/testing/drive.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.end())

interface Fleet {
  readonly admin: Person
  readonly token: string
  readonly logger: Logger
}

/** An organization of its own, with one logger. */
async function newFleet(): Promise<Fleet> {
  const admin = await makePerson(api, await makeOrganization(api), ['admin'])
  return { admin, token: admin.token, logger: await makeLogger(api, admin) }
}

/** 300 frames of 0x100 whose first byte counts and 150 of 0x200; S256 decodes the first byte, halved. */
async function newDrive(fleet: Fleet, { decoded = true } = {}): Promise<number> {
  if (decoded) {
    const { id } = await makeCatalog(api, fleet.admin, dbcOf([0x100], 0.5))
    await api.call(assignCatalog, { token: fleet.token, params: { id }, body: {} })
  }
  const id = await sendDrive(api, fleet.logger.token, await writtenVsb(driveFrames(300)))
  await whenDecoded(api, fleet.token, id)
  return id
}

type Wish = Omit<BodyInputOf<typeof exportData>, 'selectedIds'>

const schedule = ({ token, logger }: Fleet, ids: readonly number[], wish: Wish) =>
  api.call(exportData, { token, body: { selectedIds: { [logger.id]: [...ids] }, ...wish } })

async function whenEnded(token: string, id: number): Promise<Job> {
  return await vi.waitFor(
    async () => {
      const { body } = await api.call(getJob, { token, params: { id } })
      expect(['FINISHED', 'ERROR']).toContain(body.runStatus)
      return body
    },
    { timeout: 60_000, interval: 20 },
  )
}

async function ended(fleet: Fleet, ids: readonly number[], wish: Wish): Promise<Job[]> {
  const { body } = await schedule(fleet, ids, wish)
  return await Promise.all((body.success[0]?.jobs ?? []).map((id) => whenEnded(fleet.token, id)))
}

async function versions({ token }: Fleet): Promise<FileVersion[]> {
  const { body } = await api.call(searchArchive, { token, body: {} })
  return body.flatMap((upload) => upload.versions)
}

async function bytesOf(fleet: Fleet, fileName: string): Promise<Uint8Array> {
  const file = (await versions(fleet)).find((one) => one.fileName === fileName)
  const row = await api.database.kysely
    .selectFrom('file_version')
    .where('id', '=', file?.id ?? 0)
    .select('blob_key')
    .executeTakeFirstOrThrow()
  return await wholeBlob(api.app.platform.blobs, row.blob_key)
}

async function framesOf(bytes: Uint8Array) {
  const source = memorySource(bytes)
  const format = await detectFormat(source)
  if (format === null) throw new Error('The exported file is no recording')
  return { format: format.id, frames: await plainFrames(await format.readFrames(source, { order: 'time' })) }
}

const usedBytes = async ({ admin }: Fleet): Promise<number> =>
  (
    await api.database.kysely
      .selectFrom('organization')
      .where('id', '=', admin.organizationId)
      .select('used_bytes')
      .executeTakeFirstOrThrow()
  ).used_bytes

const allFormats = 4095
const formatNames = ['asc', 'blf', 'csv', 'mf4', 'db', 'parquet', 'mat', 'pcap', 'pcapng', 'vsb']

describe('the formats', () => {
  it('have ids, names, extensions and one bit each, sorted as asked', async () => {
    const { token } = await newFleet()
    const { body } = await api.call(listExportFormats, { token, query: { sort: 'exporterValue' } })
    expect(body.map(({ exporterValue }) => exporterValue)).toEqual(Array.from({ length: 12 }, (_, bit) => 2 ** bit))
    expect(body.slice(0, 10).map(({ extension }) => extension)).toEqual(formatNames)
    expect(body.every(({ enabled, name }) => enabled && name !== '')).toBe(true)
    const byName = (await api.call(listExportFormats, { token })).body.map(({ name }) => name)
    expect(byName).toEqual(byName.toSorted((a, b) => (a < b ? -1 : 1)))
  })
})

describe('an export', () => {
  it('to every format appears beside its source, and reads back', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const before = await usedBytes(fleet)
    const jobs = await ended(fleet, [id], { format: allFormats })
    expect(jobs.map(({ runStatus, lastError }) => [runStatus, lastError])).toEqual(jobs.map(() => ['FINISHED', null]))
    expect(jobs.every((job) => job.jobType === 'EXPORT' && job.lookupId === id && job.device?.id === fleet.logger.id)).toBe(true)
    const found = await versions(fleet)
    const names = found.map(({ fileName }) => fileName).toSorted()
    // the same frames in the same format are the same bytes: the source itself
    const expected = ['drive.asc', 'drive.blf', 'drive.csv', 'drive.db', 'drive.mat', 'drive.mf4', 'drive.parquet']
    expect(names).toEqual(
      [...expected, 'drive.pcap', 'drive.pcapng', 'drive.vsb', 'drive_frames.csv', 'drive_signals.mf4'].toSorted(),
    )
    expect(new Set(found.map(({ deviceId }) => deviceId))).toEqual(new Set([fleet.logger.id]))
    expect(await usedBytes(fleet)).toBe(before + found.filter((one) => one.id !== id).reduce((sum, { size }) => sum + size, 0))

    const marks = ({ frames }: Awaited<ReturnType<typeof framesOf>>) => frames.map((frame) => `${frame.id} ${frame.data}`)
    const source = marks(await framesOf(await bytesOf(fleet, 'drive.vsb')))
    expect(source).toHaveLength(450)
    for (const name of ['drive.asc', 'drive.blf', 'drive.mf4', 'drive.db', 'drive.pcap', 'drive.pcapng', 'drive_frames.csv'])
      expect(marks(await framesOf(await bytesOf(fleet, name))), name).toEqual(source)
    const signals = await seenSignals(await bytesOf(fleet, 'drive_signals.mf4'))
    expect(signals.get('S256')?.values).toEqual(Array.from({ length: 300 }, (_, i) => (i & 0xff) / 2))
    const table = new TextDecoder().decode(await bytesOf(fleet, 'drive.csv')).split('\r\n')
    expect([table[0], table[3]?.split(',')[2], table.length]).toEqual(['Time [s],UTC,S256 [V]', '1', 302])
    const outcomes = Object.fromEntries(jobs.map((job) => [JSON.parse(job.arguments).format, job.outcome]))
    expect(outcomes).toMatchObject({ csv: 'drive.csv: 1 signal', 'csv frames': 'drive_frames.csv: 450 frames' })
  }, 120_000)

  it('at a rate and of a time range has them in its name and its rows', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const [csv, mf4, asc] = await Promise.all([
      ended(fleet, [id], { format: 4, forceRate: 10 }),
      ended(fleet, [id], { format: 8, forceRate: 20 }),
      ended(fleet, [id], {
        format: 1,
        forceRate: 20,
        startDate: '2026-10-01T06:07:13.345Z',
        endDate: '2026-10-01T06:07:14.345Z',
      }),
    ])
    expect([csv[0]?.outcome, mf4[0]?.outcome]).toEqual(['drive_10Hz.csv: 1 signal', 'drive_20Hz.mf4: 1 signal'])
    expect(new TextDecoder().decode(await bytesOf(fleet, 'drive_10Hz.csv')).split('\r\n')).toHaveLength(33)
    expect((await seenSignals(await bytesOf(fleet, 'drive_20Hz.mf4'))).get('S256')?.values).toHaveLength(61)
    expect(asc[0]?.outcome).toBe('drive_part.asc: 150 frames; frames are as recorded, whatever the rate')
  })

  it('of chosen signals holds these, or the frames of their messages', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const jobs = await ended(fleet, [id], { format: 1 + 4, signals: ['S2*'] })
    expect(jobs.map(({ outcome }) => outcome)).toEqual(['drive_part.asc: 300 frames', 'drive_part.csv: 1 signal'])
    expect(new Set((await framesOf(await bytesOf(fleet, 'drive_part.asc'))).frames.map((frame) => frame.id))).toEqual(
      new Set([0x100]),
    )
    const [none] = await ended(fleet, [id], { format: 4, signals: ['Nobody'] })
    expect(none).toMatchObject({ runStatus: 'ERROR', lastError: expect.stringContaining('chosen names') })
  })

  it('repeated is the file that is there; other bytes take its place', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    await ended(fleet, [id], { format: 4 })
    const [first] = (await versions(fleet)).filter(({ fileName }) => fileName === 'drive.csv')
    const [again] = await ended(fleet, [id], { format: 4 })
    expect(again?.outcome).toBe('drive.csv: 1 signal')
    expect((await versions(fleet)).filter(({ extension }) => extension === 'csv').map((one) => one.id)).toEqual([first?.id])

    const other = await makeCatalog(api, fleet.admin, dbcOf([0x100, 0x200], 2))
    await api.call(assignCatalog, { token: fleet.token, params: { id: other.id }, body: { vehicleId: fleet.logger.vehicleId } })
    await whenDecoded(api, fleet.token, id)
    const [changed] = await ended(fleet, [id], { format: 4 })
    expect(changed?.outcome).toBe('drive.csv: 2 signals')
    const now = (await versions(fleet)).filter(({ extension }) => extension === 'csv')
    expect(now.map(({ fileName }) => fileName)).toEqual(['drive.csv'])
    expect(now[0]?.id).not.toBe(first?.id)
  })

  it('of a recording without catalogs to a format of signals says what is missing', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet, { decoded: false })
    const [parquet, csv] = await ended(fleet, [id], { format: 32 + 4 }).then((jobs) => jobs.toReversed())
    expect(parquet).toMatchObject({ runStatus: 'ERROR', lastError: expect.stringContaining('assign a catalog') })
    expect(csv).toMatchObject({ runStatus: 'FINISHED', outcome: 'drive.csv: 450 frames' })
  })

  it('is counted in the quota, and refused where that is used up', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const used = await usedBytes(fleet)
    const setQuota = (bytes: number) =>
      api.database.kysely
        .updateTable('organization')
        .set({ quota_bytes: bytes })
        .where('id', '=', fleet.admin.organizationId)
        .execute()
    await setQuota(used + 1000)
    const [job] = await ended(fleet, [id], { format: 1 })
    expect(job).toMatchObject({ runStatus: 'ERROR', lastError: expect.stringContaining('1000 bytes that the quota leaves') })
    expect(await usedBytes(fleet)).toBe(used)
    await setQuota(used)
    expect((await schedule(fleet, [id], { format: 1 })).problem?.id).toBe('quota')
  })

  it('that ran twice is there once: the second try finds the first one and adds nothing', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const { body } = await schedule(fleet, [id], { format: 2 })
    const [job = 0] = body.success[0]?.jobs ?? []
    await whenEnded(fleet.token, job)
    // as though the worker had died after its transaction, and its answer had been lost
    await api.database.kysely
      .updateTable('job')
      .set({ run_status: 'STARTED', finished: null, lease_until: new Date(0), outcome: null })
      .where('id', '=', job)
      .execute()
    expect((await whenEnded(fleet.token, job)).outcome).toBe('drive.blf: 450 frames')
    expect((await versions(fleet)).filter(({ extension }) => extension === 'blf')).toHaveLength(1)
  })
})

describe('an exported recording', () => {
  it('is looked into as any file, and its locations are those of its source', async () => {
    const fleet = await newFleet()
    const { token, logger } = fleet
    const signals = [' SG_ Latitude : 0|8@1+ (0.1,40) [-90|90] "deg" X', ' SG_ Longitude : 8|8@1+ (1,5) [-180|180] "deg" X']
    const { id: catalogId } = await makeCatalog(api, fleet.admin, ['BO_ 256 Place: 8 X', ...signals, ''].join('\n'))
    await api.call(assignCatalog, { token, params: { id: catalogId }, body: {} })
    const id = await newDrive(fleet, { decoded: false })
    const places = async () =>
      (await api.call(searchLocations, { token, body: { vehicleId: logger.vehicleId } })).headers.get('total')
    const before = await places()
    expect(Number(before)).toBeGreaterThan(0)
    await ended(fleet, [id], { format: 2 })
    const file = (await versions(fleet)).find(({ extension }) => extension === 'blf')
    const recording = await whenDecoded(api, token, file?.id ?? 0)
    expect(recording).toMatchObject({ facts: { format: 'blf', frameCount: 450 }, signals: { signalCount: 2 }, locations: null })
    expect(await places()).toBe(before)
  })
})

describe('scheduling', () => {
  it('gives the jobs by device, and says in each what it is to do', async () => {
    const fleet = await newFleet()
    const id = await newDrive(fleet)
    const { body } = await schedule(fleet, [id], { format: 1 + 2 })
    expect(body.success).toEqual([{ device: fleet.logger.id, jobs: [expect.any(Number), expect.any(Number)] }])
    const { body: job } = await api.call(getJob, { token: fleet.token, params: { id: body.success[0]?.jobs[0] ?? 0 } })
    expect(JSON.parse(job.arguments)).toEqual({ format: 'asc', forceRate: -1 })
  })

  it('refuses unknown formats, rates and ids, and passes over what is no recording', async () => {
    const [fleet, stranger] = [await newFleet(), await newFleet()]
    const id = await newDrive(fleet)
    for (const format of [0, 4096, -1, 1.5, 4096 + 1])
      expect((await schedule(fleet, [id], { format })).status, String(format)).toBe(422)
    for (const forceRate of [-2, 1001, 0.5])
      expect((await schedule(fleet, [id], { format: 1, forceRate })).problem?.fields[0]?.field).toBe('forceRate')
    expect((await schedule(fleet, [], { format: 1 })).status).toBe(422)
    const many = Array.from({ length: 501 }, (_, i) => i + 1)
    expect((await schedule(fleet, many, { format: 15 })).problem?.fields[0]?.message).toContain('At most 2000')
    const reversed = { startDate: '2026-10-02T00:00:00Z', endDate: '2026-10-01T00:00:00Z' }
    expect((await schedule(fleet, [id], { format: 1, ...reversed })).problem?.fields[0]?.field).toBe('endDate')
    expect((await schedule(stranger, [id], { format: 1 })).problem?.id).toBe('not-found')
    expect((await schedule({ ...fleet, logger: stranger.logger }, [id], { format: 1 })).problem?.id).toBe('not-found')
    const note = await send(api, {
      from: 'device',
      token: fleet.logger.token,
      bytes: Buffer.from('a note'),
      metadata: { filename: 'note.txt' },
    })
    await whenDecoded(api, fleet.token, note.fileVersionId)
    expect((await schedule(fleet, [note.fileVersionId], { format: 1 })).problem?.id).toBe('not-exportable')
    expect((await schedule(fleet, [note.fileVersionId, id], { format: 1 })).body.success[0]?.jobs).toHaveLength(1)
  })
})
