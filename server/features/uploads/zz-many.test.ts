import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { makeOrganization } from '#server/testing/people.ts'
import { blobKeyOf } from './blob-keys.ts'
import { sweepOrphanBlobs } from './orphan-blobs.ts'
import { receiveUpload } from './receive.ts'

/*
 * Networks repeat, re-order and overlap deliveries, and servers die between any two steps. Whatever the schedule: one file
 * version per content, in the right upload and group, counted once, with one job.
 */

let api: TestApi
beforeAll(async () => {
  // no worker: this is about what arrives, not about what is done with it
  api = await startTestApi({ LOGGERHEAD_ROLES: 'web' })
  await mkdir(join(api.dataDir, 'staged'))
})
afterAll(() => api.end())

/** A file of a logger; what is equal here decides what belongs together. */
interface Content {
  readonly device: number
  readonly collection: number
  /** Of the recording; files of one minute other than the first name the same group. */
  readonly minute: number
}
/** How one delivery goes wrong, if it does. */
type Mishap = 'none' | 'died after the blob was put' | 'the answer was lost'
interface Delivery {
  readonly content: number
  readonly mishap: Mishap
}

const content = fc.record({ device: fc.nat(1), collection: fc.nat(1), minute: fc.nat(2) })
const delivery = fc.record({
  content: fc.nat(5),
  mishap: fc.constantFrom<Mishap>('none', 'none', 'died after the blob was put', 'the answer was lost'),
})
/** Contents, and batches of deliveries; those of one batch run at the same time. */
const schedule = fc.record({
  contents: fc.array(content, { minLength: 1, maxLength: 6 }),
  batches: fc.array(fc.array(delivery, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
})

interface Run {
  readonly name: string
  readonly organizationId: number
  readonly devices: readonly number[]
}

async function beginRun(): Promise<Run> {
  const { kysely } = api.database
  const name = randomUUID()
  const organizationId = await makeOrganization(api, name)
  const rows = [0, 1].map((n) => ({ organization_id: organizationId, type: 'test', serial: `${name} ${n}` }))
  const devices = await kysely.insertInto('device').values(rows).returning('id').execute()
  return { name, organizationId, devices: devices.map(({ id }) => id) }
}

function bytesOf(run: Run, contents: readonly Content[], index: number): Buffer {
  return Buffer.from(`${run.name} content ${index} of ${JSON.stringify(contents[index])}`)
}

function metadataOf({ collection, minute }: Content, index: number): Map<string, string> {
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const grouped: [string, string][] = minute === 0 ? [] : [['group', `group ${minute}`]]
  return new Map([['filename', `${index}.txt`], ['collection', `C${collection}`], ['start', time], ['end', time], ...grouped])
}

async function deliver(run: Run, contents: readonly Content[], { content: index, mishap }: Delivery): Promise<void> {
  const what = contents[index]
  if (what === undefined) return
  const { platform } = api.app
  const bytes = bytesOf(run, contents, index)
  const id = randomUUID()
  const path = join(api.dataDir, 'staged', id)
  await writeFile(path, bytes)
  if (mishap === 'died after the blob was put') await platform.blobs.put(blobKeyOf(id), path)
  const hashes = { sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) }
  const upload = { id, path, length: bytes.length, metadata: metadataOf(what, index), ...hashes }
  const context = { from: 'device' as const, organizationId: run.organizationId, deviceId: run.devices[what.device] ?? 0 }
  const answer = await receiveUpload(platform, context, upload)
  if (mishap === 'the answer was lost') expect(await receiveUpload(platform, context, upload)).toEqual(answer)
}

async function archivedIn({ organizationId }: Run) {
  const { kysely } = api.database
  const files = await kysely
    .selectFrom('file_version')
    .innerJoin('upload', 'upload.id', 'file_version.upload_id')
    .where('upload.organization_id', '=', organizationId)
    .select(['file_name', 'upload_id', 'group_id', 'upload.device_id', 'display_name', 'blob_key', 'size'])
    .select('file_version.id')
    .execute()
  const organization = await kysely
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .select('used_bytes')
    .executeTakeFirstOrThrow()
  const jobs = await kysely.selectFrom('job').where('organization_id', '=', organizationId).select('lookup_id').execute()
  const firsts = await kysely
    .selectFrom('received_file')
    .where('organization_id', '=', organizationId)
    .where('duplicate', '=', false)
    .select('file_version_id')
    .execute()
  return {
    files,
    usedBytes: organization.used_bytes,
    jobs: jobs.map(({ lookup_id }) => lookup_id),
    firsts: firsts.map((row) => row.file_version_id),
  }
}

it('repeated, re-ordered and concurrent deliveries make each file once, where it belongs', { timeout: 400_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async ({ contents, batches }) => {
      const run = await beginRun()
      for (const batch of batches) await Promise.all(batch.map((one) => deliver(run, contents, one)))

      const delivered = [...new Set(batches.flat().map((one) => one.content))].filter((index) => contents[index] !== undefined)
      const { files, usedBytes, jobs, firsts } = await archivedIn(run)
      expect(files.map((file) => file.file_name).toSorted()).toEqual(delivered.map((index) => `${index}.txt`).toSorted())
      expect(usedBytes).toBe(files.reduce((sum, file) => sum + file.size, 0))
      const ids = files.map((file) => file.id).toSorted()
      expect(jobs.toSorted()).toEqual(ids)
      expect(firsts.toSorted()).toEqual(ids)

      const placed = files.map((file) => ({ file, what: contents[Number.parseInt(file.file_name, 10)] }))
      for (const { file, what } of placed) {
        expect(file.device_id).toBe(run.devices[what?.device ?? 9])
        expect(await api.app.platform.blobs.stat(file.blob_key)).toMatchObject({ size: file.size })
        for (const other of placed) {
          const sameDevice = what?.device === other.what?.device
          const sameMinute = what?.minute === other.what?.minute
          const sameCollection = sameDevice && what?.collection === other.what?.collection
          expect(file.upload_id === other.file.upload_id).toBe(sameCollection && sameMinute)
          expect(file.group_id === other.file.group_id).toBe(sameDevice && sameMinute && (sameCollection || what?.minute !== 0))
          if (sameCollection) expect(file.display_name === other.file.display_name).toBe(sameMinute)
        }
      }
    }),
    { numRuns: 600 },
  )
  // nothing is left of duplicates, and no file was swept with them
  const { kysely } = api.database
  await sweepOrphanBlobs(api.app.platform, new Date(Date.now() + 60_000))
  const { count } = await kysely
    .selectFrom('file_version')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  let blobs = 0
  for await (const blob of api.app.platform.blobs.list('files/')) if (blob.size > 0) blobs++
  expect(blobs).toBe(count)
})
