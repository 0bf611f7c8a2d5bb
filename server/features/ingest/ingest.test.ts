import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { assignDevice } from '#contract/devices.ts'
import { createVehicle } from '#contract/fleets.ts'
import { getJob, listJobs } from '#contract/jobs.ts'
import { testBuses, testFrames, writtenMf4, writtenVsb } from '#recording/testing/written.ts'
import type { Logger } from '#server/features/devices/testing/fleet-of-one.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let admin: Person
let logger: Logger
beforeAll(async () => {
  api = await startTestApi()
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  logger = await makeLogger(api, admin)
})
afterAll(() => api.end())

/** Sends a file and waits until it has been looked into. */
async function ingest(bytes: Uint8Array, metadata: Record<string, string>, from = logger) {
  const sent = await send(api, { from: 'device', token: from.token, bytes, metadata })
  const { kysely } = api.database
  const file = await vi.waitFor(
    async () => {
      const row = await kysely
        .selectFrom('file_version')
        .where('id', '=', sent.fileVersionId)
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(row.state).not.toBe('waiting')
      return row
    },
    { timeout: 20_000, interval: 20 },
  )
  const upload = await kysely.selectFrom('upload').where('id', '=', sent.uploadId).selectAll().executeTakeFirstOrThrow()
  const job = await kysely.selectFrom('job').where('lookup_id', '=', sent.fileVersionId).selectAll().executeTakeFirstOrThrow()
  return { sent, file, upload, job }
}

describe('ingest', () => {
  it.each([
    ['vsb', writtenVsb],
    ['mf4', (blocks: ReturnType<typeof testFrames>) => writtenMf4(blocks)],
  ] as const)('reads the facts of a %s recording; the upload takes its dates', async (extension, write) => {
    const bytes = await write(testFrames(20_000, false))
    const { file, upload, job } = await ingest(bytes, { filename: `drive.${extension}` })
    expect(file).toMatchObject({ state: 'ready', problem: null })
    expect(file.recording).toMatchObject({
      format: extension,
      frameCount: 20_000,
      startDate: '2026-10-01T06:07:12.345Z',
      endDate: '2026-10-01T06:07:14.345Z',
    })
    expect(file.recording?.buses.map(({ channel, kind, frameCount }) => ({ channel, kind, frameCount }))).toEqual(
      testBuses.map(({ channel, kind }) => ({ channel, kind, frameCount: 10_000 })),
    )
    expect(upload.start_date.toISOString()).toBe('2026-10-01T06:07:12.345Z')
    expect(upload.end_date.toISOString()).toBe('2026-10-01T06:07:14.345Z')
    expect(job).toMatchObject({ run_status: 'FINISHED', attempts: 1, last_error: null })
  })

  it('believes the sender when its dates can be true, and the recording when they cannot', async () => {
    const believed = { start: '2026-09-01T00:00:00.000Z', end: '2026-09-01T01:00:00.000Z' }
    const wrong = { start: '1970-01-01T00:00:03.000Z', end: '1970-01-01T01:00:00.000Z' }
    const first = await ingest(await writtenVsb(testFrames(10, false)), { filename: 'a.vsb', ...believed })
    expect(first.upload.start_date.toISOString()).toBe(believed.start)
    const second = await ingest(await writtenVsb(testFrames(11, false)), { filename: 'a.vsb', ...wrong })
    expect(second.upload.start_date.toISOString()).toBe('2026-10-01T06:07:12.345Z')
    expect(second.upload.stated_start?.toISOString()).toBe(wrong.start)
  })

  it('finds the vehicle that the logger was in when it recorded', async () => {
    const moved = await makeLogger(api, admin)
    const { body: later } = await api.call(createVehicle, {
      token: admin.token,
      params: { id: moved.fleetId },
      body: { name: 'Later' },
    })
    const body = { vehicleId: later.id, from: '2026-11-01T00:00:00.000Z' }
    await api.call(assignDevice, { token: admin.token, params: { id: moved.id }, body })
    const { upload } = await ingest(await writtenVsb(testFrames(12, false)), { filename: 'a.vsb' }, moved)
    expect(upload.vehicle_id).toBe(moved.vehicleId)
  })

  it('keeps other files plain, and broken ones with the reason and the place', async () => {
    const plain = await ingest(randomBytes(50), { filename: 'notes.txt' })
    expect(plain.file).toMatchObject({ state: 'plain', problem: null, recording: null })
    expect(plain.upload.start_date).toEqual(plain.upload.received_at)

    const noise = await ingest(randomBytes(5000), { filename: 'noise.mf4' })
    expect(noise.file).toMatchObject({ state: 'failed', problem: expect.stringMatching(/byte 0/) })
    const vsb = await writtenVsb(testFrames(100, false))
    const cut = await ingest(vsb.subarray(0, vsb.length - 30), { filename: 'cut.vsb' })
    expect(cut.file).toMatchObject({ state: 'ready', problem: expect.stringMatching(/byte \d+/), recording: { frameCount: 99 } })
    const stub = await ingest((await writtenMf4(testFrames(100, false))).subarray(0, 70), { filename: 'stub.mf4' })
    expect(stub.file).toMatchObject({ state: 'failed', problem: expect.stringMatching(/byte \d+/) })
    const empty = await ingest(new Uint8Array(0), { filename: 'empty.vsb' })
    expect(empty.file).toMatchObject({ state: 'failed', size: 0 })
    expect(empty.job.run_status).toBe('FINISHED')
  })

  it('ends in ERROR, and the file says why, when its bytes are missing', async () => {
    const { sent, file } = await ingest(randomBytes(60), { filename: 'lost.txt' })
    await api.app.platform.blobs.delete(file.blob_key)
    const { kysely } = api.database
    await kysely.updateTable('file_version').set({ state: 'waiting' }).where('id', '=', file.id).execute()
    await kysely.updateTable('job').set({ run_status: 'NEW', finished: null }).where('lookup_id', '=', file.id).execute()
    await vi.waitFor(
      async () => {
        const row = await kysely
          .selectFrom('file_version')
          .where('id', '=', sent.fileVersionId)
          .selectAll()
          .executeTakeFirstOrThrow()
        expect(row).toMatchObject({ state: 'failed', problem: expect.stringContaining('restore it from a backup') })
      },
      { timeout: 20_000 },
    )
    const { run_status } = await kysely
      .selectFrom('job')
      .where('lookup_id', '=', file.id)
      .select('run_status')
      .executeTakeFirstOrThrow()
    expect(run_status).toBe('ERROR')
  })
})

describe('the job queue', () => {
  it('shows the jobs of the organization, newest first', async () => {
    const { job } = await ingest(randomBytes(61), { filename: 'seen.txt' })
    const { token } = admin
    const one = await api.call(getJob, { token, params: { id: job.id } })
    expect(one.body).toMatchObject({
      id: job.id,
      _href: `/api/v1/jobQueue/${job.id}`,
      jobType: 'INGEST',
      runStatus: 'FINISHED',
      runType: 'SERVER',
      device: { id: logger.id },
      lookupId: job.lookup_id,
      processOwner: null,
    })
    const all = await api.call(listJobs, { token, query: { max: 2 } })
    expect(all.body.map(({ id }) => id)).toEqual([job.id, job.id - 1])
    expect((await api.call(listJobs, { token, query: { ids: [job.id] } })).body).toEqual([one.body])

    const stranger = await makePerson(api, await makeOrganization(api), ['admin'])
    expect((await api.call(getJob, { token: stranger.token, params: { id: job.id } })).status).toBe(404)
    expect((await api.call(getJob, { token, params: { id: 999_999 } })).status).toBe(404)
    expect((await api.call(listJobs, { token: stranger.token, query: { ids: [job.id] } })).body).toEqual([])
  })
})
