import { readdir } from 'node:fs/promises'
import type { Platform } from '#server/platform.ts'
import { Problem } from '#server/http/problem.ts'
import { readJournal } from '#server/tus/journal.ts'
import { StagingFolder } from '#server/tus/staging.ts'
import { readContext } from './upload-context.ts'

/** Counts what organizations have begun to upload: those bytes are promised, though no file version exists yet. */
export class PendingBytes {
  readonly #staging: StagingFolder
  readonly #folder: string
  /** Uploads known to be complete; their journals stay for a while. */
  readonly #finished = new Set<string>()

  constructor(stagingDir: string) {
    this.#folder = stagingDir
    this.#staging = new StagingFolder(stagingDir)
  }

  /** Bytes of all unfinished uploads of an organization at their full length. */
  async of(organizationId: number): Promise<number> {
    if (
      !(await readdir(this.#folder).then(
        () => true,
        () => false,
      ))
    )
      return 0
    const { begun } = await this.#staging.ids()
    const present = new Set(begun)
    for (const id of this.#finished) if (!present.has(id)) this.#finished.delete(id)
    let sum = 0
    for (const id of begun) {
      if (this.#finished.has(id)) continue
      const journal = await readJournal(this.#staging.journalFile(id))
      if (journal === undefined) continue
      if (journal.progress.completed !== undefined) this.#finished.add(id)
      else if (readContext(journal.beginning.context).organizationId === organizationId) sum += journal.beginning.length
    }
    return sum
  }
}

/** @throws Problem `quota` when the organization may not store so many bytes more */
export async function requireQuota(
  { database }: Platform,
  pending: PendingBytes,
  organizationId: number,
  bytes: number,
): Promise<void> {
  const organization = await database
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .select(['quota_bytes', 'used_bytes'])
    .executeTakeFirstOrThrow()
  const quota = organization.quota_bytes
  if (quota === null) return
  const used = organization.used_bytes + (await pending.of(organizationId))
  if (used + bytes > quota) throw new Problem('quota', { used, quota })
}
