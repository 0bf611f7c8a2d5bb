import { mkdir } from 'node:fs/promises'
import { readJournal } from '#server/tus/journal.ts'
import type { JournalContent } from '#server/tus/journal.ts'
import { StagingFolder } from '#server/tus/staging.ts'
import { blobKeyOf } from './blob-keys.ts'
import type { UploadContext } from './upload-context.ts'
import { readContext } from './upload-context.ts'

/** An upload that has begun, as its journal tells. */
export interface BegunUpload {
  readonly id: string
  readonly context: UploadContext
  readonly journal: JournalContent
}

/** What has begun to arrive at this server and is not archived yet. */
export class PendingUploads {
  readonly #staging: StagingFolder
  /** Uploads known to be complete; their journals stay for a while. */
  readonly #finished = new Set<string>()

  constructor(stagingDir: string) {
    this.#staging = new StagingFolder(stagingDir)
  }

  /** All of an organization. */
  async of(organizationId: number): Promise<BegunUpload[]> {
    const begun: BegunUpload[] = []
    for await (const { id, journal } of this.#journals()) {
      const context = readContext(journal.beginning.context)
      if (context.organizationId === organizationId) begun.push({ id, context, journal })
    }
    return begun
  }

  /** Bytes of all pending uploads of an organization at their full length: promised, though no file version exists yet. */
  async bytesOf(organizationId: number): Promise<number> {
    return (await this.of(organizationId)).reduce((sum, { journal }) => sum + journal.beginning.length, 0)
  }

  /** Blobs that pending uploads may have put already, before their rows were written. */
  async blobKeys(): Promise<Set<string>> {
    const keys = new Set<string>()
    for await (const { id } of this.#journals()) keys.add(blobKeyOf(id))
    return keys
  }

  async *#journals(): AsyncGenerator<{ id: string; journal: JournalContent }> {
    await mkdir(this.#staging.path, { recursive: true })
    const { begun } = await this.#staging.ids()
    const present = new Set(begun)
    for (const id of this.#finished) if (!present.has(id)) this.#finished.delete(id)
    for (const id of begun) {
      if (this.#finished.has(id)) continue
      const journal = await readJournal(this.#staging.journalFile(id))
      if (journal === undefined) continue
      if (journal.progress.completed === undefined) yield { id, journal }
      else this.#finished.add(id)
    }
  }
}
