import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'

/** Files that are made here before they become blobs. */
export class DraftFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** A path for a new file, in a folder that exists. */
  async newFile(): Promise<string> {
    await mkdir(this.#path, { recursive: true })
    return join(this.#path, randomUUID())
  }

  /** Stores bytes that are in memory. @throws what `BlobStore.put` throws */
  async put(blobs: BlobStore, key: string, bytes: Uint8Array): Promise<void> {
    const path = await this.newFile()
    try {
      await writeFile(path, bytes)
      await blobs.put(key, path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Removes what was left behind before this time, by a program that was killed. */
  async cleanUp(before: Date): Promise<void> {
    const names = await readdir(this.#path).catch(() => []) // nothing was made here yet
    for (const name of names) {
      const path = join(this.#path, name)
      const facts = await stat(path).catch(() => undefined) // became a blob meanwhile
      if (facts !== undefined && facts.mtime < before) await rm(path, { force: true })
    }
  }
}
