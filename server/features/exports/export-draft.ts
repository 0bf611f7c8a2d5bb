import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import type { ContentHashes } from '#server/tus/content-hash.ts'
import { hashOfPrefix } from '#server/tus/content-hash.ts'

/** An exported file while it is written. */
export class ExportDraft {
  readonly path: string
  size = 0
  readonly #file: FileHandle
  #written: Promise<void> = Promise.resolve()

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async begin(drafts: DraftFolder): Promise<ExportDraft> {
    const path = await drafts.newFile()
    return new ExportDraft(path, await open(path, 'wx'))
  }

  /** Writes after all that was given before. */
  write(offset: number, bytes: Uint8Array): Promise<void> {
    this.size = Math.max(this.size, offset + bytes.length)
    this.#written = this.#written.then(async () => {
      for (let done = 0; done < bytes.length;)
        done += (await this.#file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
    })
    return this.#written
  }

  /** Nothing comes after it. Writers fill in lengths at the end, so the bytes are hashed once they are whole. */
  async hashes(): Promise<ContentHashes> {
    await this.#written
    return (await hashOfPrefix(this.path, this.size)).values()
  }

  /** Removes the file, unless it has become a blob. */
  async discard(): Promise<void> {
    await this.#written.catch(() => undefined) // whoever wrote was told
    await this.#file.close()
    await rm(this.path, { force: true })
  }
}
