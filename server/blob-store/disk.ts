import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { DiskFull, isDiskFull, requireFreeBytes, systemCode } from '#server/disk/disk-space.ts'
import { syncFolder } from '#server/disk/folder-sync.ts'
import { readFileInto } from '#server/disk/read-file-into.ts'
import { checkKey } from './blob-key.ts'
import type { BlobFacts, BlobStore, ByteRange, OpenBlob } from './blob-store.ts'
import { BlobMissing, BlobStoreUnavailable, checkRange } from './blob-store.ts'

/** Part files of copies from another file system; the dot keeps it apart from every key. */
const incomingFolder = '.incoming'
/** Bytes that must be free for the store to count as writable. */
const writableReserve = 16 * 1024 * 1024

/** Blobs as plain files below `root`, one per key, at the path that the key names. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string
  readonly #incoming: string
  /** Folders whose own entry is known to be on disk: nobody removes folders, so once is enough. */
  readonly #durableFolders = new Set<string>()

  constructor(root: string) {
    this.#root = root
    this.#incoming = join(root, incomingFolder)
  }

  async checkWritable(): Promise<void> {
    const probe = join(this.#incoming, `probe-${randomUUID()}`)
    await this.#writing(async () => {
      await mkdir(this.#incoming, { recursive: true })
      await requireFreeBytes(this.#root, writableReserve)
      await writeFile(probe, 'writable', { flush: true })
      await unlink(probe)
    })
  }

  async cleanUp(before: Date): Promise<void> {
    for (const name of await namesIn(this.#incoming)) {
      const path = join(this.#incoming, name)
      const facts = await stat(path).catch(ignoreMissing)
      if (facts !== undefined && facts.mtime < before) await rm(path, { force: true })
    }
  }

  async put(key: string, stagedFile: string): Promise<void> {
    const target = this.#path(key)
    await this.#writing(async () => {
      try {
        await syncFile(stagedFile)
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error
        if ((await this.stat(key)) === undefined) throw new BlobMissing(key, error)
        await this.#syncFoldersOf(target) // the earlier call may have been cut off just before this
        return
      }
      await mkdir(dirname(target), { recursive: true })
      await rename(stagedFile, target).catch(async (error: unknown) => {
        if (systemCode(error) !== 'EXDEV') throw error
        await this.#copyIn(stagedFile, target)
      })
      await this.#syncFoldersOf(target)
      await rm(stagedFile, { force: true })
    })
  }

  async stat(key: string): Promise<BlobFacts | undefined> {
    const facts = await stat(this.#path(key)).catch(ignoreMissing)
    return facts?.isFile() ? { key, size: facts.size, modified: facts.mtime } : undefined
  }

  async read(key: string, range: ByteRange = {}): Promise<Readable> {
    const { start, end } = checkRange(range)
    const handle = await this.#handle(key)
    const { size } = await handle.stat()
    if (start >= Math.min(end, size)) {
      await handle.close()
      return Readable.from([])
    }
    // the stream's own `end` includes its last byte
    return handle.createReadStream({ start, end: Math.min(end, size) - 1, highWaterMark: 1024 * 1024 })
  }

  pathOf(key: string): string {
    return this.#path(key)
  }

  async open(key: string): Promise<OpenBlob> {
    const handle = await this.#handle(key)
    return {
      async read(into, position) {
        let filled = 0
        while (filled < into.length) {
          const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return filled
      },
      close: () => handle.close(),
    }
  }

  async readInto(key: string, into: Uint8Array): Promise<number> {
    return await readFileInto(this.#path(key), into).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissing(key, error) : error
    })
  }

  async *list(prefix: string): AsyncIterable<BlobFacts> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (folder !== '') checkKey(folder.slice(0, -1))
    yield* this.#listFolder(folder, prefix)
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    try {
      await unlink(path)
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await syncFolder(dirname(path))
  }

  close(): void {}

  async #handle(key: string): Promise<FileHandle> {
    return await open(this.#path(key), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissing(key, error) : error
    })
  }

  #path(key: string): string {
    checkKey(key)
    return join(this.#root, key)
  }

  async #copyIn(stagedFile: string, target: string): Promise<void> {
    await mkdir(this.#incoming, { recursive: true })
    const part = join(this.#incoming, randomUUID())
    const { size } = await stat(stagedFile)
    await requireFreeBytes(this.#root, size)
    try {
      await copyFile(stagedFile, part)
      await syncFile(part)
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** A file is durable when its name is, and those of all folders above it up to the root. */
  async #syncFoldersOf(target: string): Promise<void> {
    let folder = dirname(target)
    await syncFolder(folder)
    while (folder !== this.#root && !this.#durableFolders.has(folder)) {
      await syncFolder(dirname(folder))
      this.#durableFolders.add(folder)
      folder = dirname(folder)
    }
  }

  async *#listFolder(folder: string, prefix: string): AsyncIterable<BlobFacts> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(ignoreMissing)
    for (const name of orderedNames(entries ?? [])) {
      const key = folder + name
      const inside = key.startsWith(prefix) || (name.endsWith('/') && prefix.startsWith(key))
      if (!inside) continue
      if (name.endsWith('/')) {
        yield* this.#listFolder(key, prefix)
      } else {
        const facts = await this.stat(key)
        if (facts !== undefined) yield facts
      }
    }
  }

  async #writing(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (isDiskFull(error)) throw new DiskFull(this.#root, error)
      if (['EACCES', 'EPERM', 'EROFS', 'EIO'].includes(systemCode(error) ?? '')) {
        throw new BlobStoreUnavailable(
          `Files cannot be stored in ${this.#root} (${systemCode(error)}); give this user write permission there`,
          error,
        )
      }
      throw error
    }
  }
}

/** Folders carry their slash, so that sorting names sorts whole keys: `a-b` comes before `a/b`. */
function orderedNames(entries: readonly Dirent[]): string[] {
  const names = entries
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  return names.sort((a, b) => (a < b ? -1 : 1))
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? []
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '')
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
