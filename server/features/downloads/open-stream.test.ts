import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import { openStream } from './open-stream.ts'

/** Larger than any chunk of a stream. */
const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff))

let folder: string
let blobs: BlobStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-stream-'))
  await writeFile(join(folder, 'blob'), content)
  blobs = openBlobStore(`file://${folder}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a stream fills memory part by part, and says where it ends', async () => {
  const blob = await openStream(blobs, 'blob', 1000)
  const into = Buffer.alloc(1_400_000)
  expect(await blob.read(into.subarray(0, 10), 1000)).toBe(10)
  expect(into.subarray(0, 10).equals(content.subarray(1000, 1010))).toBe(true)
  expect(await blob.read(into, 1010)).toBe(1_400_000)
  expect(into.equals(content.subarray(1010, 1_401_010))).toBe(true)
  expect(await blob.read(Buffer.alloc(2_000_000), 1_401_010)).toBe(content.length - 1_401_010)
  await blob.close()
})

test('a stream gives no other part than the next', async () => {
  const blob = await openStream(blobs, 'blob', 0)
  await expect(blob.read(Buffer.alloc(10), 5)).rejects.toThrow('0 is next')
  await blob.close()
})
