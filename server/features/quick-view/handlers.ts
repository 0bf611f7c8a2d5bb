import { quickViewLimit } from '#contract/quick-view.ts'
import type { ViewedFileVersion } from '#contract/quick-view.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import type { Platform } from '#server/platform.ts'
import type { Answers, Question } from './database/question.ts'
import { readDatabase } from './database/read-database.ts'
import { ReaderGate } from './database/reader-gate.ts'
import type { LocalCopies } from './local-copies.ts'
import { plainText } from './plain-text.ts'
import type { ViewedFileRow } from './store.ts'
import { findViewedFile } from './store.ts'

type Ours =
  | 'getFileVersion'
  | 'getFileContent'
  | 'quickView'
  | 'getDatabase'
  | 'readDatabaseRows'
  | 'countDatabaseRows'
  | 'readDatabaseCell'

/** Uploads are never shown in our origin: no types are guessed, and should a browser show it all the same, nothing of it runs. */
const contentHeaders = { 'content-security-policy': "sandbox; default-src 'none'", 'cache-control': 'private, no-cache' }

export function quickViewHandlers({ database, blobs }: Platform, copies: LocalCopies): HandlersOf<Ours> {
  const gate = new ReaderGate()

  const find = async (caller: UserCaller, id: number): Promise<ViewedFileRow> => {
    const row = await findViewedFile(database, caller.organizationId, id)
    if (row === undefined) throw notFound()
    return row
  }
  const ask = async <Kind extends Question['kind']>(
    caller: UserCaller,
    id: number,
    question: Extract<Question, { kind: Kind }>,
  ): Promise<Answers[Kind]> => {
    const { blob_key: key, size } = await find(caller, id)
    return await gate.pass(caller, () => copies.use({ key, size }, (path) => readDatabase<Kind>(path, question)))
  }

  return {
    async getFileVersion({ caller, params }) {
      return present(await find(caller, params.id))
    },

    async getFileContent({ caller, params, request, reply }) {
      const { blob_key: key, sha256, size } = await find(caller, params.id)
      await sendBlob(blobs, { key, name: sha256.toString('hex'), size }, { request, reply, headers: contentHeaders })
    },

    async quickView({ caller, query, reply }) {
      const { blob_key: key, size } = await find(caller, query.uploadFileVersionId)
      if (size > quickViewLimit) throw new Problem('too-large-to-view', { size, limit: quickViewLimit })
      const text = plainText(await wholeBlob(blobs, key).catch(asProblem))
      if (text === null) throw new Problem('not-text')
      reply.headers({ ...contentHeaders, 'content-type': 'text/plain; charset=utf-8' }).send(text)
    },

    getDatabase: async ({ caller, params }) => await ask(caller, params.id, { kind: 'tables' }),
    readDatabaseRows: async ({ caller, params, body }) => await ask(caller, params.id, { kind: 'rows', ...body }),
    countDatabaseRows: async ({ caller, params, body }) => await ask(caller, params.id, { kind: 'count', ...body }),
    readDatabaseCell: async ({ caller, params, body }) => await ask(caller, params.id, { kind: 'cell', ...body }),
  }
}

function present(row: ViewedFileRow): ViewedFileVersion {
  return {
    id: row.id,
    uploadId: row.upload_id,
    displayName: row.display_name,
    vehicle:
      row.vehicle_id === null
        ? null
        : { id: row.vehicle_id, name: row.vehicle_name ?? '', displayName: row.vehicle_display_name ?? '' },
    fileName: row.file_name,
    extension: row.extension,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    recording: row.recording !== null,
  }
}

function asProblem(error: unknown): never {
  if (error instanceof BlobMissing) throw new Problem('file-gone')
  if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
  throw error
}
