import { createHash, randomBytes } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlobStore } from '../blob-store.ts'
import { BlobMissing } from '../blob-store.ts'
import { listedAtOnce } from './s3-server.ts'

/** What every store must do; run once for each. `open` gives a store that is empty the first time. */
export function blobStoreContract(name: string, open: () => Promise<BlobStore>): void {
  describe(`a blob store: ${name}`, () => {
    let store: BlobStore
    let staging: string

    beforeAll(async () => {
      store = await open()
      staging = await mkdtemp(join(tmpdir(), 'blob-staging-'))
    }, 300_000)
    afterAll(async () => {
      store?.close()
      await rm(staging, { recursive: true, force: true })
    })

    async function stage(bytes: Uint8Array): Promise<string> {
      const path = join(staging, randomBytes(8).toString('hex'))
      await writeFile(path, bytes)
      return path
    }
    async function putBytes(key: string, bytes: Uint8Array): Promise<void> {
      await store.put(key, await stage(bytes))
    }
    async function bytesOf(key: string, range?: { start?: number; end?: number }): Promise<Buffer> {
      return buffer(await store.read(key, range))
    }
    async function keysOf(prefix: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of store.list(prefix)) keys.push(key)
      return keys
    }

    test('says that it can be written, and leaves no trace of asking', async () => {
      await store.checkWritable()
      expect(await keysOf('')).toEqual([])
    })

    test('gives back the bytes that were put, and takes the staged file away', async () => {
      const bytes = randomBytes(100_003)
      const staged = await stage(bytes)
      await store.put('one/two/file.bin', staged)
      expect((await bytesOf('one/two/file.bin')).equals(bytes)).toBe(true)
      expect(await store.stat('one/two/file.bin')).toMatchObject({ key: 'one/two/file.bin', size: bytes.length })
      await expect(access(staged)).rejects.toThrow()
    })

    test('keeps an empty blob', async () => {
      await putBytes('empty', Buffer.alloc(0))
      expect(await store.stat('empty')).toMatchObject({ size: 0 })
      expect(await bytesOf('empty')).toHaveLength(0)
      expect(await bytesOf('empty', { start: 0, end: 10 })).toHaveLength(0)
    })

    test('keeps 40 MB byte for byte, and any part of them', { timeout: 60_000 }, async () => {
      const bytes = randomBytes(40 * 1024 * 1024 + 13)
      await putBytes('big', bytes)
      expect(sha256(await bytesOf('big'))).toBe(sha256(bytes))
      const edge = 16 * 1024 * 1024
      for (const [start, end] of [
        [0, 1],
        [edge - 5, edge + 5],
        [1_000_000, 30_000_000],
        [bytes.length - 7, bytes.length],
        [bytes.length - 7, bytes.length + 99],
      ] as const) {
        expect((await bytesOf('big', { start, end })).equals(bytes.subarray(start, end)), `[${start}, ${end})`).toBe(true)
      }
      expect((await bytesOf('big', { start: bytes.length - 3 })).equals(bytes.subarray(-3))).toBe(true)
    })

    test('gives nothing for a part after the last byte, and refuses parts that no blob has', async () => {
      await putBytes('ten', Buffer.from('0123456789'))
      expect(await bytesOf('ten', { start: 10 })).toHaveLength(0)
      expect(await bytesOf('ten', { start: 99, end: 100 })).toHaveLength(0)
      expect(await bytesOf('ten', { start: 4, end: 4 })).toHaveLength(0)
      await expect(store.read('ten', { start: 5, end: 4 })).rejects.toThrow(RangeError)
      await expect(store.read('ten', { start: -1 })).rejects.toThrow(RangeError)
      await expect(store.read('ten', { start: 0.5 })).rejects.toThrow(RangeError)
    })

    test('may be read by many at once, and left in the middle', { timeout: 60_000 }, async () => {
      const bytes = randomBytes(3_000_000)
      await putBytes('popular', bytes)
      const reads = await Promise.all(Array.from({ length: 20 }, (_, i) => bytesOf('popular', { start: i * 1000 })))
      reads.forEach((read, i) => expect(read.equals(bytes.subarray(i * 1000))).toBe(true))
      for (let i = 0; i < 20; i++) {
        const stream = await store.read('popular')
        await new Promise((resolve) => stream.once('data', resolve))
        stream.destroy()
      }
      expect((await bytesOf('popular')).equals(bytes)).toBe(true)
    })

    test('put may be repeated after it has taken the staged file', async () => {
      const staged = await stage(Buffer.from('once'))
      await store.put('repeated', staged)
      await store.put('repeated', staged)
      expect((await bytesOf('repeated')).toString()).toBe('once')
    })

    test('two puts of one key at the same time leave one of them whole', async () => {
      const first = randomBytes(200_000)
      const second = randomBytes(200_000)
      await Promise.all([putBytes('race', first), putBytes('race', second)])
      expect([sha256(first), sha256(second)]).toContain(sha256(await bytesOf('race')))
    })

    test('says what is missing', async () => {
      await expect(store.put('never', join(staging, 'no-such-file'))).rejects.toThrow(BlobMissing)
      await expect(store.read('never')).rejects.toThrow(BlobMissing)
      await expect(store.read('never', { start: 5, end: 5 })).rejects.toThrow(BlobMissing)
      expect(await store.stat('never')).toBeUndefined()
    })

    test('deletes, also what is not there', async () => {
      await putBytes('short-lived', Buffer.from('x'))
      await store.delete('short-lived')
      await store.delete('short-lived')
      expect(await store.stat('short-lived')).toBeUndefined()
      await expect(store.read('short-lived')).rejects.toThrow(BlobMissing)
    })

    test('lists by any prefix, in the order of keys', async () => {
      const keys = ['list/a', 'list/a-b', 'list/a.b/c', 'list/a0', 'list/b/c/d', 'list/b/c-d', 'list/bc', 'listing']
      for (const key of keys) await putBytes(key, Buffer.from(key))
      const ordered = keys.toSorted((a, b) => (a < b ? -1 : 1))
      expect(await keysOf('list')).toEqual(ordered)
      expect(await keysOf('list/')).toEqual(ordered.filter((key) => key !== 'listing'))
      expect(await keysOf('list/a')).toEqual(['list/a', 'list/a-b', 'list/a.b/c', 'list/a0'])
      expect(await keysOf('list/b/c')).toEqual(['list/b/c-d', 'list/b/c/d'])
      expect(await keysOf('list/none')).toEqual([])
    })

    test('lists more than two pages of S3', { timeout: 60_000 }, async () => {
      const keys = Array.from({ length: 2 * listedAtOnce + 1 }, (_, i) => `many/${String(i).padStart(5, '0')}`)
      for (let i = 0; i < keys.length; i += 50)
        await Promise.all(keys.slice(i, i + 50).map((key) => putBytes(key, Buffer.from('x'))))
      expect(await keysOf('many/')).toEqual(keys)
    })

    test.each([
      '',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/../b',
      '.hidden',
      'a/.b',
      'A',
      'ä',
      'a b',
      'a\\b',
      'a\0b',
      '-a',
      'x'.repeat(800),
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, await stage(Buffer.from('x')))).rejects.toThrow(RangeError)
      await expect(store.read(key)).rejects.toThrow(RangeError)
      await expect(store.stat(key)).rejects.toThrow(RangeError)
      await expect(store.delete(key)).rejects.toThrow(RangeError)
    })
  })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
