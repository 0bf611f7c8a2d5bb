import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { requireFreeBytes } from '#server/disk/disk-space.ts'
import type { Platform } from '#server/platform.ts'
import { JobFailure } from '#server/queue/job-handler.ts'

export interface WantedBlob {
  /** How people know it. */
  readonly name: string
  readonly key: string
  readonly size: number
}

/** What one run reads, as files of this machine: blobs in place where the store has them here, else copies until `remove`. */
export class RunFiles {
  readonly #platform: Platform
  readonly #drafts: DraftFolder
  readonly #made: string[] = []

  constructor(platform: Platform, drafts: DraftFolder) {
    this.#platform = platform
    this.#drafts = drafts
  }

  /**
   * @throws JobFailure when the stored bytes are missing
   * @throws DiskFull, BlobStoreUnavailable: to be tried again
   */
  async blob({ name, key, size }: WantedBlob, signal: AbortSignal): Promise<string> {
    const { blobs, settings } = this.#platform
    const place = blobs.pathOf(key)
    if (place !== undefined) {
      if ((await blobs.stat(key))?.size !== size) throw missing(name)
      return place
    }
    const path = await this.#newFile()
    await requireFreeBytes(settings.dataDir, size + settings.minFreeSpace)
    try {
      await pipeline(await blobs.read(key), createWriteStream(path, { mode: 0o600 }), { signal })
    } catch (error) {
      if (error instanceof BlobMissing) throw missing(name, error)
      throw error
    }
    return path
  }

  async bytes(content: Uint8Array): Promise<string> {
    const path = await this.#newFile()
    await writeFile(path, content, { mode: 0o600 })
    return path
  }

  /** The copies; after the box is disposed of. */
  async remove(): Promise<void> {
    await Promise.all(this.#made.map((path) => rm(path, { force: true })))
  }

  async #newFile(): Promise<string> {
    const path = await this.#drafts.newFile()
    this.#made.push(path)
    return path
  }
}

function missing(name: string, cause?: unknown): JobFailure {
  return new JobFailure(`The stored bytes of ${name} are missing; restore them from a backup`, { cause })
}
