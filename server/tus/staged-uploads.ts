import { StagedUpload } from './staged-upload.ts'
import type { StagingFolder } from './staging.ts'
import type { Lease, UploadLocks } from './upload-lock.ts'

/** Files without a readable journal are a creation that was cut off once they are older than this, ms. */
const strayAfterMs = 60 * 60 * 1000
/** Uploads whose state is kept in memory; others are read from disk when asked for. */
const maxLive = 2000

/** All uploads of a staging folder: one object per upload, used by one request at a time. */
export class StagedUploads {
  readonly #staging: StagingFolder
  readonly #locks: UploadLocks
  readonly #clock: () => number
  readonly #onFault: (error: unknown, uploadId: string) => void
  /** Least recently used first. */
  readonly #live = new Map<string, Promise<StagedUpload | undefined>>()

  constructor(
    staging: StagingFolder,
    locks: UploadLocks,
    clock: () => number,
    onFault: (error: unknown, uploadId: string) => void,
  ) {
    this.#staging = staging
    this.#locks = locks
    this.#clock = clock
    this.#onFault = onFault
  }

  /** Does a step while nobody else changes the upload. @throws Problem 423 when somebody else goes on for too long */
  async alone<T>(id: string, step: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#locks.acquire(id)
    try {
      return await step(lease)
    } finally {
      lease.release()
    }
  }

  /** Does a step alone with each upload that no request holds just now; failures go to `onFault`. */
  async forEach(step: (upload: StagedUpload, lease: Lease) => Promise<void>): Promise<void> {
    const { begun } = await this.#staging.ids()
    for (const id of begun) {
      await this.#ifFree(id, async (lease) => {
        const upload = await this.find(id)
        if (upload !== undefined) await step(upload, lease)
      })
    }
  }

  /** Removes old files that belong to no upload. */
  async removeStrays(): Promise<void> {
    const { begun, withoutJournal } = await this.#staging.ids()
    for (const id of [...begun, ...withoutJournal]) {
      await this.#ifFree(id, async () => {
        if ((await this.find(id)) !== undefined) return
        if ((await this.#staging.changedAt(id)) + strayAfterMs < this.#clock()) await this.#staging.remove(id)
      })
    }
  }

  /** A new upload without bytes; see StagedUpload.begin for what survives. */
  async begin(id: string, what: { length: number; metadata: string | undefined; context: unknown }): Promise<StagedUpload> {
    const upload = await StagedUpload.begin(this.#staging, this.#clock, id, { journal: 1, ...what, at: this.#clock() })
    this.#remember(id, Promise.resolve(upload))
    return upload
  }

  /** The upload, from memory or from disk; undefined when there is none. */
  async find(id: string): Promise<StagedUpload | undefined> {
    if (!this.#staging.isId(id)) return undefined
    const loading = this.#live.get(id) ?? StagedUpload.load(this.#staging, this.#clock, id)
    this.#remember(id, loading)
    try {
      const upload = await loading
      if (upload === undefined) this.#live.delete(id)
      return upload
    } catch (error) {
      this.#live.delete(id)
      throw error
    }
  }

  /** Forgets the upload and its files. */
  async remove(upload: StagedUpload): Promise<void> {
    this.#live.delete(upload.id)
    await upload.remove()
  }

  /** Has all requests store what has arrived and end. */
  endAll(): Promise<void> {
    return this.#locks.endAll()
  }

  async #ifFree(id: string, step: (lease: Lease) => Promise<void>): Promise<void> {
    if (this.#locks.isHeld(id)) return
    await this.alone(id, step).catch((error: unknown) => this.#onFault(error, id))
  }

  #remember(id: string, upload: Promise<StagedUpload | undefined>): void {
    this.#live.delete(id)
    this.#live.set(id, upload)
    if (this.#live.size <= maxLive) return
    for (const oldest of this.#live.keys()) {
      if (this.#locks.isHeld(oldest)) continue
      this.#live.delete(oldest)
      return
    }
  }
}
