import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { S3Server } from '#server/blob-store/testing/s3-server.ts'
import { startS3Server } from '#server/blob-store/testing/s3-server.ts'
import type { DownloadRig } from './testing/download-rig.ts'
import { readWithPython, startDownloadRig } from './testing/download-rig.ts'

let storage: S3Server
let rig: DownloadRig

beforeAll(async () => {
  storage = await startS3Server()
  // as an operator gives them: by the names of the S3 library
  vi.stubEnv('AWS_ACCESS_KEY_ID', storage.credentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', storage.credentials.secretAccessKey)
  rig = await startDownloadRig(() => new Date(), { LOGGERHEAD_BLOB_URL: await storage.blobAddress('archive', 'bytes/') })
}, 300_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rig?.end()
  await storage?.stop()
})

test('a zip of files in S3 has their bytes, and is continued in the middle of a file', async () => {
  const { id, size } = await rig.create()
  const whole = await rig.retrieve(await rig.token(id))
  expect([whole.status, Number(whole.headers.get('content-length'))]).toEqual([200, size])
  const files = [...(await readWithPython(rig.api, whole.body)).values()]
  for (const content of rig.contents.values()) expect(files.some((file) => content.equals(file))).toBe(true)

  const token = await rig.token(id)
  const first = await rig.breakOff(token, 300_000)
  const etag = whole.headers.get('etag') ?? ''
  const rest = await rig.retrieve(token, { range: `bytes=${first.length}-`, 'if-range': etag })
  expect(rest.status).toBe(206)
  expect(Buffer.concat([first, rest.body]).equals(whole.body)).toBe(true)
})

test('a file that is missing in S3 ends the zip before its end, never with other bytes', async () => {
  const [drive = 0] = rig.contents.keys()
  const { id, size } = await rig.create()
  const token = await rig.token(id)
  const { rows } = await rig.api.database.pool.query<{ key: string }>('SELECT blob_key AS key FROM file_version WHERE id = $1', [
    drive,
  ])
  await rig.api.app.platform.blobs.delete(rows[0]?.key ?? '')
  const answer = await fetch(`${rig.api.app.address}/api/v1/downloader/retrieve?token=${token}`)
  const received = await answer.arrayBuffer().catch(() => undefined)
  expect(answer.ok && received?.byteLength === size).toBe(false)
})
