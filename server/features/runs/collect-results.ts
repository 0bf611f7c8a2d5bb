import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { requireFreeBytes } from '#server/disk/disk-space.ts'
import { newResultKey } from '#server/features/results/blob-keys.ts'
import type { Platform } from '#server/platform.ts'
import type { Box, BoxFile } from '#server/sandbox/sandbox.ts'
import { ContentHash } from '#server/tus/content-hash.ts'

export interface CollectedFile {
  readonly filename: string
  /** Lower case, without the dot. */
  readonly extension: string
  readonly size: number
  readonly sha256: Buffer
  readonly crc32: number
  /** While it is a draft. */
  readonly path: string
  readonly blobKey: string
}

/** More are not told one by one. */
const mostRefused = 50

/** Files that came out of one box, first as drafts and then as blobs. */
export class CollectedResults {
  readonly #platform: Platform
  readonly #drafts: DraftFolder
  readonly #files: CollectedFile[] = []
  readonly refused: string[] = []

  constructor(platform: Platform, drafts: DraftFolder) {
    this.#platform = platform
    this.#drafts = drafts
  }

  get files(): readonly CollectedFile[] {
    return this.#files
  }

  /** @throws DiskFull, and whatever reading a box throws: the run is tried again */
  async collect(box: Box, signal: AbortSignal): Promise<void> {
    const { settings } = this.#platform
    for await (const file of box.results((name, reason) => this.refused.push(`${name}: ${reason}`))) {
      await requireFreeBytes(settings.dataDir, file.size + settings.minFreeSpace)
      await this.#take(file, signal)
    }
  }

  /** A file of the server's own beside those of the script, whose names go first. */
  async addText(filename: string, text: string, signal: AbortSignal): Promise<void> {
    const isTaken = this.#files.some((file) => file.filename.toLowerCase() === filename.toLowerCase())
    const name = isTaken ? filename.replace(/(\.[^.]*)?$/, '.server$1') : filename
    await this.#take({ name, size: Buffer.byteLength(text), open: () => Readable.from([Buffer.from(text)]) }, signal)
  }

  /** Of all files together. */
  get bytes(): number {
    return this.#files.reduce((sum, { size }) => sum + size, 0)
  }

  /** None of the files so far is kept; the sentence says why. */
  async forget(reason: string): Promise<void> {
    for (const { filename } of this.#files) this.refused.push(`${filename}: is not kept`)
    if (this.refused.length > mostRefused) this.refused.splice(mostRefused, Infinity, reason)
    await this.discard()
    this.#files.length = 0
  }

  find(filename: string): CollectedFile | undefined {
    return this.#files.find((file) => file.filename === filename)
  }

  /** Makes the drafts blobs; shortly before their rows. Blobs that get none are left to the sweep of orphans. */
  async store(): Promise<void> {
    for (const { blobKey, path } of this.#files) await this.#platform.blobs.put(blobKey, path)
  }

  /** Removes what is still a draft. */
  async discard(): Promise<void> {
    await Promise.all(this.#files.map(({ path }) => rm(path, { force: true })))
  }

  async #take({ name, open }: Pick<BoxFile, 'name' | 'size' | 'open'>, signal: AbortSignal): Promise<void> {
    const path = await this.#drafts.newFile()
    const hash = new ContentHash()
    let size = 0
    try {
      await pipeline(
        open(),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            size += chunk.length
            yield chunk
          }
        },
        createWriteStream(path, { mode: 0o600 }),
        { signal },
      )
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    const { sha256, crc32 } = hash.values()
    this.#files.push({
      filename: name,
      extension: extensionOf(name),
      size,
      sha256: Buffer.from(sha256, 'hex'),
      crc32,
      path,
      blobKey: newResultKey(),
    })
  }
}

function extensionOf(filename: string): string {
  const name = filename.slice(filename.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot <= 0
    ? ''
    : name
        .slice(dot + 1)
        .toLowerCase()
        .slice(0, 32)
}
