import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { exportData } from '#contract/exports.ts'
import { getJob } from '#contract/jobs.ts'
import { decodeRecording, getRecording } from '#contract/recordings.ts'
import { purgeFileVersion, recycleFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { sweepDerivedBlobs } from '#server/features/recordings/orphans.ts'
import { sweepOrphanBlobs } from '#server/features/uploads/orphan-blobs.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { purgeExpired } from './purge.ts'
import type { Drive, Fleet } from './testing/archived-drive.ts'
import { archiveDrive, makeFleet } from './testing/archived-drive.ts'

const day = 24 * 60 * 60 * 1000

let api: TestApi
let fleet: Fleet
let drive: Drive
let time = Date.now()
beforeAll(async () => {
  api = await startTestApi({ LOGGERHEAD_RECYCLE_DAYS: '2' }, () => new Date(time))
})
beforeEach(async () => {
  time = Date.now()
  fleet = await makeFleet(api)
  drive = await archiveDrive(api, fleet)
})
afterAll(() => api.end())

const recycle = (id = drive.fileVersionId) => api.call(recycleFileVersion, { token: fleet.user.token, params: { id } })
const restore = (id = drive.fileVersionId) => api.call(restoreFileVersion, { token: fleet.admin.token, params: { id } })
const purge = async (id = drive.fileVersionId) =>
  (await api.call(purgeFileVersion, { token: fleet.admin.token, params: { id } })).status
const one = async <T>(statement: string, ...values: unknown[]): Promise<T | undefined> =>
  (await api.database.pool.query<{ value: T }>(statement, values)).rows[0]?.value
const usedBytes = () => one<number>('SELECT used_bytes AS value FROM organization WHERE id = $1', fleet.admin.organizationId)

/** Blobs of the file and of its signals. */
async function blobKeys(id = drive.fileVersionId): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ blob_key: string; store_key: string | null }>(
    'SELECT blob_key, store_key FROM file_version LEFT JOIN recording ON file_version_id = id WHERE id = $1',
    [id],
  )
  return rows.flatMap(({ blob_key, store_key }) => (store_key === null ? [blob_key] : [blob_key, store_key]))
}
const stored = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => api.app.platform.blobs.stat(key)))).filter((facts) => facts !== undefined).length

/** Rows that speak of the file or its upload. */
async function rowCount(): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM file_version WHERE id = $1) + (SELECT count(*) FROM upload WHERE id = $2)
       + (SELECT count(*) FROM recording WHERE file_version_id = $1) + (SELECT count(*) FROM location WHERE file_version_id = $1)
       + (SELECT count(*) FROM trouble_code WHERE file_version_id = $1) + (SELECT count(*) FROM received_file WHERE file_version_id = $1) AS count`,
    [drive.fileVersionId, drive.uploadId],
  )
  return rows[0]?.count ?? -1
}

describe('purging', () => {
  test('now: rows, file, signals and the bytes used go for good', async () => {
    const keys = await blobKeys()
    expect(await stored(keys)).toBe(2)
    expect(await usedBytes()).toBe(drive.bytes.length)
    await recycle()
    // what is recycled can be restored, so it counts
    expect(await usedBytes()).toBe(drive.bytes.length)
    expect(await purge()).toBe(204)
    expect([await rowCount(), await stored(keys), await usedBytes()]).toEqual([0, 0, 0])
    expect(await purge()).toBe(404)
    expect((await restore()).status).toBe(404)
  })

  test('takes no file that is not recycled', async () => {
    expect(await purge()).toBe(404)
    await recycle()
    await restore()
    expect(await purge()).toBe(404)
    expect(await stored(await blobKeys())).toBe(2)
  })

  test('by itself after as many days as the setting says, not before', async () => {
    await recycle()
    time += 2 * day - 1000
    await purgeExpired(api.app.platform)
    expect(await rowCount()).toBeGreaterThan(0)
    time += 1000
    const keys = await blobKeys()
    expect(await purgeExpired(api.app.platform)).toBe(1)
    expect([await rowCount(), await stored(keys), await usedBytes()]).toEqual([0, 0, 0])
  })

  test('leaves the equal content of other organizations', async () => {
    const other = await makeFleet(api)
    const { fileVersionId } = await send(api, {
      from: 'device',
      token: other.logger.token,
      bytes: drive.bytes,
      metadata: drive.metadata,
    })
    await recycle()
    await purge()
    expect(await stored((await blobKeys(fileVersionId)).slice(0, 1))).toBe(1)
  })

  test('by two servers at the same time counts once', async () => {
    await recycle()
    time += 3 * day
    const counts = await Promise.all([purgeExpired(api.app.platform), purgeExpired(api.app.platform)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await usedBytes()).toBe(0)
  })

  test('a crash between rows and blobs leaves blobs that the sweeps delete', async () => {
    await recycle()
    const keys = await blobKeys()
    const { platform } = api.app
    // the program ends where the first blob would be deleted
    const mortal = { ...platform, blobs: Object.assign(Object.create(platform.blobs), { delete: () => new Promise(() => {}) }) }
    time += 3 * day
    void purgeExpired(mortal)
    await vi.waitUntil(async () => (await rowCount()) === 0, 20_000)
    expect(await stored(keys)).toBe(2)
    const later = new Date(Date.now() + day)
    await sweepOrphanBlobs(platform, later)
    await sweepDerivedBlobs(platform, later)
    expect(await stored(keys)).toBe(0)
  })
})

describe('jobs', () => {
  const whenEnded = async (id: number) =>
    await vi.waitFor(
      async () => {
        const { body } = await api.call(getJob, { token: fleet.user.token, params: { id } })
        expect(['FINISHED', 'ERROR', 'CANCELED']).toContain(body.runStatus)
        return body
      },
      { timeout: 20_000, interval: 20 },
    )
  const exported = async () => {
    const selectedIds = { [fleet.logger.id]: [drive.fileVersionId] }
    const { body } = await api.call(exportData, { token: fleet.user.token, body: { selectedIds, format: 1 } })
    return body.success[0]?.jobs[0] ?? 0
  }
  /** Keeps jobs that have read a recording from writing what they found, until told; `waiting` tells how many wait. */
  async function holdWriting(turn: string) {
    const beside = await openDatabase({ connection: api.database.connection, connections: 2 })
    const client = await beside.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [turn])
    return {
      async waiting() {
        const { rows } = await beside.pool.query<{ count: number }>(
          `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rows[0]?.count
      },
      async release() {
        await client.query('COMMIT')
        client.release()
        await beside.close()
      },
    }
  }

  test('an export that runs while its file is recycled ends cleanly, and brings nothing', async () => {
    // as takeTurns does for whoever archives a file of the logger
    const writing = await holdWriting(`loggerhead archive device ${fleet.logger.id}`)
    const id = await exported()
    await vi.waitUntil(async () => (await writing.waiting()) === 1, 20_000)
    await recycle()
    await writing.release()
    expect(await whenEnded(id)).toMatchObject({
      runStatus: 'FINISHED',
      lastError: null,
      outcome: 'The file was deleted meanwhile',
    })
    expect(await one('SELECT count(*) AS value FROM file_version WHERE upload_id = $1', drive.uploadId)).toBe(1)
    await restore()
    expect(await whenEnded(await exported())).toMatchObject({ runStatus: 'FINISHED' })
  })

  test('an export that waits when its file is recycled is canceled', async () => {
    const id = await one<number>(
      `INSERT INTO job (organization_id, job_type, lookup_id, run_status, not_before)
       VALUES ($1, 'EXPORT', $2, 'LATER', now() + interval '1 hour') RETURNING id AS value`,
      fleet.admin.organizationId,
      drive.fileVersionId,
    )
    await recycle()
    const job = await whenEnded(id ?? 0)
    expect(job).toMatchObject({ runStatus: 'CANCELED', outcome: 'The file was moved to recycling' })
  })

  test('a decoding that runs while its file is recycled ends cleanly; what it found is there after restoring', async () => {
    const { body } = await api.call(decodeRecording, { token: fleet.user.token, params: { id: drive.fileVersionId } })
    await recycle()
    expect(await whenEnded(body.id)).toMatchObject({ runStatus: 'FINISHED', lastError: null })
    await restore()
    const { body: recording } = await api.call(getRecording, { token: fleet.user.token, params: { id: drive.fileVersionId } })
    expect(recording.signals).toMatchObject({ state: 'ready', sampleCount: 300 })
  })

  test('one that is writing what it found when its file is purged comes first; neither stops the other', async () => {
    // as whileCatalogsStay does for those who change catalogs
    const writing = await holdWriting(`loggerhead catalogs ${fleet.admin.organizationId}`)
    const { body } = await api.call(decodeRecording, { token: fleet.user.token, params: { id: drive.fileVersionId } })
    await vi.waitUntil(async () => (await writing.waiting()) === 1, 20_000)
    await recycle()
    const purged = purge()
    await vi.waitUntil(async () => (await writing.waiting()) === 2, 20_000)
    await writing.release()
    expect(await purged).toBe(204)
    expect(await whenEnded(body.id)).toMatchObject({ runStatus: 'FINISHED', lastError: null })
    expect(await rowCount()).toBe(0)
  })

  test('one that still reads when its file is purged is canceled: what it finds is not kept', async () => {
    // in the hands of another server
    const id = await one<number>(
      `INSERT INTO job (organization_id, job_type, lookup_id, run_status, version, lease_until)
       VALUES ($1, 'DECODE', $2, 'STARTED', 1, now() + interval '1 hour') RETURNING id AS value`,
      fleet.admin.organizationId,
      drive.fileVersionId,
    )
    await recycle()
    await purge()
    const job = await whenEnded(id ?? 0)
    expect(job).toMatchObject({ runStatus: 'CANCELED', outcome: 'The file was deleted for good' })
  })
})
