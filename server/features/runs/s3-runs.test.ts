import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { S3Server } from '#server/blob-store/testing/s3-server.ts'
import { startS3Server } from '#server/blob-store/testing/s3-server.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import type { Crew, RunRig } from './testing/run-rig.ts'
import { addRun, makeAnalyzer, makeCrew, makeScript, playRun, runRow, startRunRig, whenEnded } from './testing/run-rig.ts'
import { scripted } from './testing/scripted.ts'

/* Where blobs are in S3, a run has copies on its machine, as long as it takes. */

let storage: S3Server
let rig: RunRig
let crew: Crew
beforeAll(async () => {
  storage = await startS3Server()
  // as an operator gives them: by the names of the S3 library
  vi.stubEnv('AWS_ACCESS_KEY_ID', storage.credentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', storage.credentials.secretAccessKey)
  rig = await startRunRig({ settings: { LOGGERHEAD_BLOB_URL: await storage.blobAddress('archive', 'bytes/') } })
  crew = await makeCrew(rig.api)
}, 300_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rig?.api.end()
  await storage?.stop()
})

const drafts = async () => await readdir(join(rig.api.dataDir, 'drafts')).catch(() => [])

test('what a script reads is there while it runs, and gone afterwards; its files are in S3', async () => {
  const { api, sandbox } = rig
  const analyzerId = await makeAnalyzer(api, crew)
  const { versionId } = await makeScript(api, crew, scripted({ file: 'a.txt', text: 'result' }, { wait: true }))
  for (const path of [`/data/${crew.fileVersionId}/drive.txt`, '/previous/a.txt']) {
    const id = await addRun(api, crew, versionId, { analyzerId })
    await expect.poll(() => sandbox.orders.at(-1)?.runId, { timeout: 20_000 }).toBe(id)
    const input = sandbox.orders.at(-1)?.inputs.find((one) => one.path === path)
    expect(await readFile(input?.hostPath ?? '', 'utf8')).toMatch(/^(drive \d+ |result$)/)
    await expect
      .poll(
        async () => {
          sandbox.release()
          return (await runRow(api, id)).status
        },
        { timeout: 20_000 },
      )
      .toBe('complete')
    const { blob_key: key } = await api.database.kysely
      .selectFrom('result_file')
      .where('run_id', '=', id)
      .select('blob_key')
      .executeTakeFirstOrThrow()
    expect((await wholeBlob(api.app.platform.blobs, key)).toString()).toBe('result')
    await expect.poll(drafts).toEqual([])
  }
})

test('a file whose bytes are missing ends the run, which says so', async () => {
  const { api } = rig
  const { rows } = await api.database.pool.query<{ key: string }>('SELECT blob_key AS key FROM file_version WHERE id = $1', [
    crew.fileVersionId,
  ])
  await api.app.platform.blobs.delete(rows[0]?.key ?? '')
  const id = await playRun(api, crew, scripted({ out: 'never' }))
  await whenEnded(api, id)
  const reason = 'The stored bytes of drive.txt are missing; restore them from a backup'
  expect(await runRow(api, id)).toMatchObject({ status: 'failed', reason })
  expect(await drafts()).toEqual([])
})
