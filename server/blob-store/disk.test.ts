import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { DiskFull } from '#server/disk/disk-space.ts'
import { openBlobStore } from './open-blob-store.ts'
import { blobStoreContract } from './testing/contract-suite.ts'

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blob-disk-'))
  folders.push(folder)
  return folder
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

blobStoreContract('disk', async () => openBlobStore(`file://${await newFolder()}`))

test('clean-up removes part files that are older than asked, and no blob', async () => {
  const root = await newFolder()
  const store = openBlobStore(`file://${root}`)
  await mkdir(join(root, '.incoming'))
  await writeFile(join(root, '.incoming', 'old'), 'x')
  await writeFile(join(root, '.incoming', 'new'), 'x')
  await writeFile(join(root, 'staged'), 'kept')
  await store.put('kept', join(root, 'staged'))
  await utimes(join(root, '.incoming', 'old'), 1000, 1000)
  await utimes(join(root, 'kept'), 1000, 1000)
  await store.cleanUp(new Date(2000 * 1000))
  expect(await readdir(join(root, '.incoming'))).toEqual(['new'])
  expect(await store.stat('kept')).toBeDefined()
})

test('fills memory from a blob in one call: as much as there is, or as fits', async () => {
  const root = await newFolder()
  const store = openBlobStore(`file://${root}`)
  await writeFile(join(root, 'blob'), 'seven b')
  const into = Buffer.alloc(9, '.')
  expect([await store.readInto?.('blob', into), into.toString()]).toEqual([7, 'seven b..'])
  expect([await store.readInto?.('blob', into.fill('.').subarray(0, 5)), into.toString()]).toEqual([5, 'seven....'])
  await expect(store.readInto?.('absent', into)).rejects.toThrow('no stored file absent')
})

/** Mounting needs root; other users have the same code run by the root run of the tests. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(mayMount)('on a file system of its own', () => {
  async function smallDisk(megabytes: number): Promise<string> {
    const folder = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder])
    return folder
  }

  test('a staged file from another file system is copied, and a full disk is said and leaves everything as it was', async () => {
    const root = await smallDisk(4)
    const staging = await newFolder()
    try {
      const store = openBlobStore(`file://${root}`)
      const bytes = randomBytes(1_000_000)
      await writeFile(join(staging, 'first'), bytes)
      await store.put('first', join(staging, 'first'))
      expect((await buffer(await store.read('first'))).equals(bytes)).toBe(true)
      await expect(access(join(staging, 'first'))).rejects.toThrow()

      await writeFile(join(staging, 'second'), randomBytes(5_000_000))
      await expect(store.put('second', join(staging, 'second'))).rejects.toThrow(DiskFull)
      expect((await stat(join(staging, 'second'))).size).toBe(5_000_000)
      expect(await store.stat('second')).toBeUndefined()
      expect(await readdir(join(root, '.incoming'))).toEqual([])
      expect((await buffer(await store.read('first'))).equals(bytes)).toBe(true)
      await expect(store.checkWritable()).rejects.toThrow(DiskFull)
    } finally {
      execFileSync('umount', [root])
    }
  })
})
