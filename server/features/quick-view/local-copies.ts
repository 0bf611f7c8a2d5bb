import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { Problem } from '#server/http/problem.ts'

/** A copy is kept so long after it was last used: the next page of a table is likely to be asked for. */
const keptMs = 5 * 60_000
const mostCopies = 4
const mostBytes = 2 * 1024 ** 3

interface Copy {
  readonly path: Promise<string>
  users: number
  timer: NodeJS.Timeout | undefined
}

/** Blobs as files of this machine: in place where the store has them here, else copies for some minutes. */
export class LocalCopies {
  readonly #blobs: BlobStore
  readonly #drafts: DraftFolder
  readonly #copies = new Map<string, Copy>()

  constructor(blobs: BlobStore, drafts: DraftFolder) {
    this.#blobs = blobs
    this.#drafts = drafts
  }

  /** @throws Problem `file-gone`, `unavailable`, `too-large-to-view`, `database-busy` */
  async use<T>({ key, size }: { key: string; size: number }, work: (path: string) => Promise<T>): Promise<T> {
    const place = this.#blobs.pathOf(key)
    if (place !== undefined) {
      if ((await this.#blobs.stat(key))?.size !== size) throw new Problem('file-gone')
      return await work(place)
    }
    if (size > mostBytes) throw new Problem('too-large-to-view', { size, limit: mostBytes })
    const copy = this.#copies.get(key) ?? this.#begin(key)
    clearTimeout(copy.timer)
    copy.users++
    try {
      return await work(await copy.path)
    } finally {
      copy.users--
      if (copy.users === 0) copy.timer = setTimeout(() => void this.#drop(key), keptMs).unref()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#copies.keys()].map((key) => this.#drop(key)))
  }

  #begin(key: string): Copy {
    if (this.#copies.size >= mostCopies) {
      const idle = [...this.#copies].find(([, { users }]) => users === 0)
      if (idle === undefined) throw new Problem('database-busy')
      void this.#drop(idle[0])
    }
    const path = this.#fetched(key)
    // tried anew the next time
    path.catch(() => this.#copies.delete(key))
    const copy: Copy = { path, users: 0, timer: undefined }
    this.#copies.set(key, copy)
    return copy
  }

  async #fetched(key: string): Promise<string> {
    const path = await this.#drafts.newFile()
    try {
      await pipeline(await this.#blobs.read(key), createWriteStream(path, { mode: 0o600 }))
      return path
    } catch (error) {
      await rm(path, { force: true })
      if (error instanceof BlobMissing) throw new Problem('file-gone')
      if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
      throw error
    }
  }

  async #drop(key: string): Promise<void> {
    const copy = this.#copies.get(key)
    if (copy === undefined) return
    this.#copies.delete(key)
    clearTimeout(copy.timer)
    const path = await copy.path.catch(() => undefined)
    if (path !== undefined) await rm(path, { force: true })
  }
}
