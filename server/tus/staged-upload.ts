import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import type { ContentHashes } from './content-hash.ts'
import { ContentHash, hashOfPrefix } from './content-hash.ts'
import type { Beginning, JournalContent, Progress } from './journal.ts'
import { appendToJournal, createJournal, readJournal } from './journal.ts'
import type { StagingFolder } from './staging.ts'

/**
 * One upload in the staging folder. Its journal is the truth; the hash of the acknowledged bytes is kept in memory
 * and made again from the data file when it is missing. All methods that change it need the upload's lease.
 */
export class StagedUpload {
  readonly id: string
  readonly beginning: Beginning
  readonly #staging: StagingFolder
  readonly #clock: () => number
  #progress: Progress
  /** Of the first `offset` bytes; undefined when it must be read from the data file. */
  #hash: ContentHash | undefined
  #journalled: boolean

  private constructor(staging: StagingFolder, clock: () => number, id: string, content: JournalContent, journalled: boolean) {
    this.#staging = staging
    this.#clock = clock
    this.id = id
    this.beginning = content.beginning
    this.#progress = content.progress
    this.#journalled = journalled
    if (content.progress.offset === 0) this.#hash = new ContentHash()
  }

  /** The upload as its journal tells it; undefined when there is none, or when the disk has lost bytes that the journal counts. */
  static async load(staging: StagingFolder, clock: () => number, id: string): Promise<StagedUpload | undefined> {
    const content = await readJournal(staging.journalFile(id))
    if (content === undefined) return undefined
    const { offset, received } = content.progress
    // once all is received, the bytes may have been moved away by whoever takes them
    if (received === undefined && (await staging.dataBytes(id)) < offset) return undefined
    return new StagedUpload(staging, clock, id, content, true)
  }

  /**
   * Begins an upload whose first bytes come with its creation: nothing of it is promised before they are all there,
   * so its journal is written only with the first acknowledgement.
   */
  static async begin(staging: StagingFolder, clock: () => number, id: string, beginning: Beginning): Promise<StagedUpload> {
    const data = await open(staging.dataFile(id), 'wx')
    await data.close()
    return new StagedUpload(staging, clock, id, { beginning, progress: { offset: 0, at: beginning.at } }, false)
  }

  get length(): number {
    return this.beginning.length
  }

  /** Bytes that are on disk for good. */
  get offset(): number {
    return this.#progress.offset
  }

  /** Whether the upload survives a power cut at all. */
  get isJournalled(): boolean {
    return this.#journalled
  }

  get received(): ContentHashes | undefined {
    return this.#progress.received
  }

  get completed(): Readonly<Record<string, string>> | undefined {
    return this.#progress.completed
  }

  /** When anything was last acknowledged, ms since 1970. */
  get changedAt(): number {
    return this.#progress.at
  }

  get dataFile(): string {
    return this.#staging.dataFile(this.id)
  }

  /** The data file, ready for bytes at `offset`, and the hash of those before. What a crash left behind the offset is cut off. */
  async openForAppend(): Promise<{ file: FileHandle; hash: ContentHash }> {
    const hash = this.#hash ?? (await hashOfPrefix(this.dataFile, this.offset))
    this.#hash = undefined
    const file = await open(this.dataFile, 'r+')
    await file.truncate(this.offset)
    return { file, hash }
  }

  /** Records that the first `offset` bytes, already synced, are safe. With their hash, appending can go on without reading them again. */
  async acknowledge(offset: number, hash?: ContentHash): Promise<void> {
    const line: Progress = { offset, at: this.#clock() }
    if (offset === this.length && hash !== undefined) line.received = hash.values()
    const journal = this.#staging.journalFile(this.id)
    if (this.#journalled) {
      await appendToJournal(journal, line, { durable: true })
    } else {
      await createJournal(journal, [this.beginning, line])
      await this.#staging.sync()
      this.#journalled = true
    }
    this.#progress = line
    this.#hash = hash
  }

  /** Keeps a hash whose bytes are exactly those up to the offset. */
  keepHash(hash: ContentHash): void {
    this.#hash = hash
  }

  /**
   * Records what completing answered, and lets go of the bytes. Not synced: should a power cut forget it,
   * the upload is handed over once more, which its receiver must bear anyway.
   */
  async complete(headers: Readonly<Record<string, string>>): Promise<void> {
    const line: Progress = { ...this.#progress, completed: { ...headers }, at: this.#clock() }
    await appendToJournal(this.#staging.journalFile(this.id), line, { durable: false })
    this.#progress = line
    this.#hash = undefined
    await rm(this.dataFile, { force: true })
  }

  async remove(): Promise<void> {
    await this.#staging.remove(this.id)
    await this.#staging.sync()
  }
}
