import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { errorSentence } from '#contract/errors.ts'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { downloadReady } from './download-ready.ts'
import { requireStoredBytes } from './stored-bytes.ts'

/** After so many files, how far it is is told. */
const batch = 500

/** Looks whether the stored bytes of all files of a user download (`lookupId`) are there, and then says that it is ready. */
export function downloadHandler({ database, blobs }: Platform): JobHandler {
  return {
    async run({ lookupId }, { signal }) {
      for (;;) {
        signal.throwIfAborted()
        const download = lookupId === null ? undefined : await findChecking(database, lookupId)
        // deleted, or an earlier worker was done
        if (download === undefined) return async () => {}
        const files = await findUnchecked(database, download)
        if (files.length === 0) return (transaction) => setReady(transaction, download.id)
        const stored = files.map(({ path: name, size, blob_key: blobKey, live }) => {
          if (!live || size === null || blobKey === null) throw new JobFailure(errorSentence('download-broken'))
          return { name, size, blobKey }
        })
        await requireStoredBytes(blobs, stored).catch((error: unknown) => {
          throw error instanceof Problem ? new JobFailure(error.message, { cause: error }) : error
        })
        await setChecked(database, download.id, download.checked + files.length)
      }
    },

    failed:
      ({ lookupId }, reason) =>
      async (transaction) => {
        if (lookupId === null) return
        await transaction
          .updateTable('user_download')
          .set({ state: 'failed', problem: reason.slice(0, 2000) })
          .where('id', '=', lookupId)
          .where('state', '=', 'checking')
          .execute()
      },
  }
}

async function findChecking(database: Kysely<Database>, id: number) {
  return await database
    .selectFrom('user_download')
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .select(['id', 'checked'])
    .executeTakeFirst()
}

async function findUnchecked(database: Kysely<Database>, { id, checked }: { id: number; checked: number }) {
  return await database
    .selectFrom('user_download_file as member')
    .leftJoin('file_version as file', 'file.id', 'member.file_version_id')
    .leftJoin('upload', 'upload.id', 'file.upload_id')
    .where('member.user_download_id', '=', id)
    .where('member.position', '>=', checked)
    .select(['member.path', 'file.size', 'file.blob_key'])
    .select(sql<boolean>`file.recycled_at IS NULL AND upload.shape_id IS NOT NULL`.as('live'))
    .orderBy('member.position')
    .limit(batch)
    .execute()
}

async function setChecked(database: Kysely<Database>, id: number, checked: number): Promise<void> {
  await database.updateTable('user_download').set({ checked }).where('id', '=', id).where('state', '=', 'checking').execute()
}

async function setReady(transaction: Transaction<Database>, id: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('user_download')
    .set({ state: 'ready' })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await downloadReady(transaction, id)
}
