import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import type { S3Server } from '#server/blob-store/testing/s3-server.ts'
import { startS3Server } from '#server/blob-store/testing/s3-server.ts'
import { LocalCopies } from './local-copies.ts'

let server: S3Server
let folder: string
let drafts: string

beforeAll(async () => {
  server = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-copies-'))
  drafts = join(folder, 'drafts')
}, 300_000)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function stored(blobs: BlobStore, key: string): Promise<void> {
  const staged = join(folder, 'staged')
  await writeFile(staged, 'bytes of it')
  await blobs.put(key, staged)
}

test('what lies in S3 is fetched once, used by many, and gone at the end', async () => {
  const blobs = openBlobStore(await server.blobAddress('copies'), server.credentials)
  await stored(blobs, 'one')
  const copies = new LocalCopies(blobs, new DraftFolder(drafts))
  const paths = await Promise.all(
    [1, 2, 3].map(() =>
      copies.use({ key: 'one', size: 11 }, async (path) => {
        expect(await readFile(path, 'utf8')).toBe('bytes of it')
        return path
      }),
    ),
  )
  expect(new Set(paths).size).toBe(1)
  expect(await readdir(drafts)).toHaveLength(1)
  await copies.close()
  expect(await readdir(drafts)).toEqual([])
})

test('what is missing in S3 is told, and tried again the next time', async () => {
  const blobs = openBlobStore(await server.blobAddress('missing'), server.credentials)
  const copies = new LocalCopies(blobs, new DraftFolder(drafts))
  const use = () => copies.use({ key: 'late', size: 11 }, async (path) => existsSync(path))
  await expect(use()).rejects.toMatchObject({ id: 'file-gone' })
  await stored(blobs, 'late')
  expect(await use()).toBe(true)
  await expect(copies.use({ key: 'late', size: 3 * 1024 ** 3 }, async () => true)).rejects.toMatchObject({
    id: 'too-large-to-view',
  })
  await copies.close()
})

test('what lies on this machine is used where it is', async () => {
  const blobs = openBlobStore(`file:${join(folder, 'blobs')}`)
  await stored(blobs, 'here')
  const copies = new LocalCopies(blobs, new DraftFolder(drafts))
  expect(await copies.use({ key: 'here', size: 11 }, async (path) => path)).toBe(join(folder, 'blobs/here'))
})
