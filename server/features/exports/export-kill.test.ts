import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { asc } from '#recording/formats/asc.ts'
import { testFrames, writtenVsb } from '#recording/testing/written.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import type { DatabaseConnection } from '#server/database/open-database.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { sendDrive, whenDecoded } from '#server/features/recordings/testing/drive.ts'
import { addJob } from '#server/queue/job-states.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { keptCode } from '#server/testing/kept-code.ts'

/* The whole server, killed with -9 while it exports: the next one begins anew, and the file is there once. */

const frameCount = 200_000
let api: TestApi
let server: ChildProcess | undefined
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await killServer()
  await api.database.drop()
  await rm(api.dataDir, { recursive: true, force: true })
})

function urlOf({ connectionString, host = '', user = '', database: name = '' }: DatabaseConnection): string {
  return connectionString ?? `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}

function startServer(): void {
  const env = {
    ...keptCode,
    LOGGERHEAD_DATA_DIR: api.dataDir,
    LOGGERHEAD_DATABASE_URL: urlOf(api.database.connection),
    LOGGERHEAD_PORT: '0',
    LOGGERHEAD_DEMO: 'off',
    LOGGERHEAD_SANDBOX: 'off',
    LOGGERHEAD_MIN_FREE_SPACE: '0B',
    LOGGERHEAD_ADMIN_PASSWORD: 'correct horse battery staple',
  }
  server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], { env, stdio: 'ignore' })
}

async function killServer(): Promise<void> {
  const child = server
  server = undefined
  if (child === undefined || child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function draftBytes(): Promise<number> {
  const folder = join(api.dataDir, 'drafts')
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Keeps exported files of a logger from being archived, as takeTurns does, until told; `comes` says that one waits. */
async function holdArchive(deviceId: number) {
  const { pool } = api.database
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`loggerhead archive device ${deviceId}`])
  return {
    async comes(): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
      )
      return rowCount !== 0
    },
    async release(): Promise<void> {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

const job = async (id: number) =>
  await api.database.kysely.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

it('begins an export anew that a killed server had begun, and keeps one file', { timeout: 90_000 }, async () => {
  const { kysely } = api.database
  const admin = await makePerson(api, await makeOrganization(api), ['admin'])
  const logger = await makeLogger(api, admin)
  const id = await sendDrive(api, logger.token, await writtenVsb(testFrames(frameCount, false)))
  await whenDecoded(api, admin.token, id)
  await api.app.stop()
  const jobId = await kysely.transaction().execute((transaction) =>
    addJob(transaction, {
      organizationId: admin.organizationId,
      jobType: 'EXPORT',
      lookupId: id,
      deviceId: logger.id,
      arguments: JSON.stringify({ format: 'asc', forceRate: -1 }),
    }),
  )
  if (jobId === undefined) throw new Error('The export was not queued')

  const archive = await holdArchive(logger.id)
  try {
    startServer()
    // the draft is that large for a moment only; an export that is past it has not ended either
    const isBegun = async () => (await draftBytes()) > 1_000_000 || (await archive.comes())
    await vi.waitFor(async () => expect(await isBegun()).toBe(true), { timeout: 30_000, interval: 5 })
    await killServer()
  } finally {
    await archive.release()
  }
  expect(await job(jobId)).toMatchObject({ run_status: 'STARTED', attempts: 1 })

  // the lease of the dead server runs out
  await kysely
    .updateTable('job')
    .set({ lease_until: new Date(0) })
    .where('id', '=', jobId)
    .execute()
  startServer()
  await vi.waitFor(async () => expect((await job(jobId)).run_status).toBe('FINISHED'), { timeout: 40_000, interval: 50 })
  await killServer()
  expect(await job(jobId)).toMatchObject({ attempts: 2, outcome: `drive.asc: ${frameCount} frames` })
  const files = await kysely.selectFrom('file_version').where('exported_from', '=', id).selectAll().execute()
  expect(files.map(({ file_name: name }) => name)).toEqual(['drive.asc'])
  const blobs = openBlobStore(`file:${join(api.dataDir, 'blobs')}`)
  const bytes = await wholeBlob(blobs, files[0]?.blob_key ?? '')
  expect(bytes.length).toBe(files[0]?.size)
  expect((await asc.readHeader(memorySource(bytes))).frameCount).toBe(frameCount)
})
