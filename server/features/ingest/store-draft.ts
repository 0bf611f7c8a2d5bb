import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { newSignalsKey } from './signals-key.ts'

/** A signal store while it is written: a file that becomes a blob when it is whole. */
export class StoreDraft {
  readonly #drafts: DraftFolder
  #path: string | undefined
  #file: FileHandle | undefined
  #written: Promise<void> = Promise.resolve()

  constructor(drafts: DraftFolder) {
    this.#drafts = drafts
  }

  /** Appends, after all that was given before. */
  write(bytes: Uint8Array): Promise<void> {
    this.#written = this.#written.then(async () => {
      this.#path ??= await this.#drafts.newFile()
      this.#file ??= await open(this.#path, 'wx')
      for (let from = 0; from < bytes.length;) from += (await this.#file.write(bytes, from)).bytesWritten
    })
    return this.#written
  }

  /** Makes it a blob and gives its key. */
  async keep(blobs: BlobStore): Promise<string> {
    await this.#close()
    if (this.#path === undefined) throw new Error('A signal store without bytes was to be kept')
    const key = newSignalsKey()
    await blobs.put(key, this.#path)
    this.#path = undefined
    return key
  }

  /** Removes the file, unless it has become a blob. */
  async discard(): Promise<void> {
    await this.#close().catch(() => undefined) // whoever wrote was told
    if (this.#path !== undefined) await rm(this.#path, { force: true })
  }

  async #close(): Promise<void> {
    try {
      await this.#written
    } finally {
      const file = this.#file
      this.#file = undefined
      await file?.close()
    }
  }
}
