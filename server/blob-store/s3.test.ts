import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BlobStoreUnavailable } from './blob-store.ts'
import { openBlobStore } from './open-blob-store.ts'
import { blobStoreContract } from './testing/contract-suite.ts'
import type { S3Server } from './testing/s3-server.ts'
import { startS3Server } from './testing/s3-server.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
}, 300_000)
afterAll(() => server?.stop())

blobStoreContract('S3, in a folder of the bucket', async () =>
  openBlobStore(await server.blobAddress('contract', 'in/a/folder'), server.credentials),
)

test('stores in one bucket with different folders do not see each other', async () => {
  const address = await server.blobAddress('shared')
  const staging = await mkdtemp(join(tmpdir(), 'blob-s3-'))
  const [one, two] = ['one', 'two'].map((folder) => openBlobStore(address.replace('/?', `/${folder}?`), server.credentials))
  await writeFile(join(staging, 'x'), 'x')
  await one?.put('only-here', join(staging, 'x'))
  expect(await one?.stat('only-here')).toBeDefined()
  expect(await two?.stat('only-here')).toBeUndefined()
  await rm(staging, { recursive: true })
})

test('clean-up aborts multipart uploads that began before the time asked', async () => {
  const store = openBlobStore(await server.blobAddress('unfinished', 'p'), server.credentials)
  const client = new S3Client({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: server.credentials,
    forcePathStyle: true,
  })
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: 'unfinished', Key: 'p/big' }))
  await client.send(
    new UploadPartCommand({ Bucket: 'unfinished', Key: 'p/big', UploadId, PartNumber: 1, Body: Buffer.alloc(6_000_000) }),
  )
  const unfinished = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: 'unfinished' }))).Uploads ?? []
  await store.cleanUp(new Date(0))
  expect(await unfinished()).toHaveLength(1)
  await store.cleanUp(new Date(Date.now() + 86_400_000))
  expect(await unfinished()).toHaveLength(0)
  expect(await store.stat('big')).toBeUndefined()
  client.destroy()
})

test('a missing bucket and a silent server are said in a sentence', async () => {
  const address = await server.blobAddress('exists')
  const noBucket = openBlobStore(address.replace('exists', 'absent'), server.credentials)
  await expect(noBucket.checkWritable()).rejects.toThrow(BlobStoreUnavailable)
  await expect(noBucket.checkWritable()).rejects.toThrow(/s3:\/\/absent\/ answers NoSuchBucket; check LOGGERHEAD_BLOB_URL/)
  await expect(noBucket.read('x')).rejects.toThrow(BlobStoreUnavailable)
  const silent = openBlobStore('s3://bucket?endpoint=http://127.0.0.1:9&forcePathStyle=true', server.credentials)
  await expect(silent.stat('x')).rejects.toThrow(BlobStoreUnavailable)
})

test('a put that fails in the middle leaves no parts, and the staged file', { timeout: 60_000 }, async () => {
  const store = openBlobStore(await server.blobAddress('broken'), server.credentials)
  const staging = await mkdtemp(join(tmpdir(), 'blob-s3-'))
  const staged = join(staging, 'big')
  await writeFile(staged, Buffer.alloc(40_000_000))
  const other = await startS3Server()
  const brokenAddress = await other.blobAddress('broken')
  const doomed = openBlobStore(brokenAddress, other.credentials).put('big', staged)
  doomed.catch(() => undefined)
  await other.stop()
  await expect(doomed).rejects.toThrow(BlobStoreUnavailable)
  await truncate(staged, 30_000_000)
  await store.put('big', staged)
  expect(await store.stat('big')).toMatchObject({ size: 30_000_000 })
  await rm(staging, { recursive: true })
})

test.each(['', 'folder', 'http://host/x', 's3:', 's3:///x'])('the address %j is refused with an example', (address) => {
  expect(() => openBlobStore(address)).toThrow(/s3:\/\/bucket/)
})
