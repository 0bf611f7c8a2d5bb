import type { FileHandle } from 'node:fs/promises'
import type { ContentHash } from './content-hash.ts'
import type { StagedUpload } from './staged-upload.ts'

/** Bytes after which an append without checksum is made durable without waiting for its end or for the clock. */
const checkpointBytes = 64 * 1024 * 1024
/** Time, ms, after which a slow append is made durable: hundreds of slow loggers must not keep the disk busy with syncs. */
const checkpointMs = 2000

/** Writes behind the upload's offset, and moves the offset once the bytes are on disk. */
export class DurableSink {
  readonly #upload: StagedUpload
  readonly #file: FileHandle
  readonly #start: number
  readonly #mayCheckpoint: boolean
  #end: number
  #checkpoint: Promise<void> | undefined
  #failure: unknown
  #checkpointAt = performance.now()

  constructor(upload: StagedUpload, file: FileHandle, mayCheckpoint: boolean) {
    this.#upload = upload
    this.#file = file
    this.#start = upload.offset
    this.#end = upload.offset
    this.#mayCheckpoint = mayCheckpoint
  }

  /** Bytes written by this sink. */
  get written(): number {
    return this.#end - this.#start
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    // the system may write less than it was given, most often just before the disk is full
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#end + done)
      done += bytesWritten
    }
    this.#end += bytes.length
    if (this.#end - this.#upload.offset >= checkpointBytes) this.checkpoint()
  }

  /** Makes what is written durable if it was long ago that this was done. */
  checkpointIfDue(): void {
    if (performance.now() - this.#checkpointAt >= checkpointMs) this.checkpoint()
  }

  /** Makes what is written durable in the background; the offset follows. A failure surfaces in the next write or at the end. */
  checkpoint(): void {
    if (!this.#mayCheckpoint || this.#checkpoint !== undefined || this.#end === this.#upload.offset) return
    const end = this.#end
    this.#checkpointAt = performance.now()
    this.#checkpoint = this.#file
      .datasync()
      .then(() => this.#upload.acknowledge(end))
      .catch((error: unknown) => {
        this.#failure = error
      })
      .finally(() => {
        this.#checkpoint = undefined
      })
  }

  /** Waits for a checkpoint that is under way. */
  async settle(): Promise<void> {
    await this.#checkpoint
    if (this.#failure !== undefined) throw this.#failure
  }

  /** All that was written is on disk, and counts. `hash` is that of the whole file up to its end. */
  async finish(hash: ContentHash): Promise<void> {
    const known = this.#upload.isJournalled && this.#end === this.#upload.offset
    if (known && this.#end < this.#upload.length) {
      this.#upload.keepHash(hash)
      return
    }
    await this.#file.datasync()
    await this.#upload.acknowledge(this.#end, hash)
  }

  async discard(): Promise<void> {
    await this.#file.truncate(this.#upload.offset)
  }
}
