import { largestInlineFile } from '#contract/ipa-results.ts'
import type { Result } from '#contract/ipa-results.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import { createDownloadToken } from '#server/features/downloads/tokens.ts'
import { endRun } from '#server/features/runs/end-run.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { cancelJob } from '#server/queue/job-states.ts'
import { repeatRun, tryScript } from './again.ts'
import { deleteResult, deleteResultFile, requireOwn } from './delete.ts'
import { presentFile, presentResults } from './present.ts'
import { share } from './share.ts'
import type { RunRow } from './store.ts'
import { findResult, findResultFile, linesAfter, listInputs, listMetrics, listRuns } from './store.ts'
import { makeResultZip } from './zipped-files.ts'

type Ours =
  | 'listResults'
  | 'getResult'
  | 'deleteResult'
  | 'getResultFile'
  | 'deleteResultFile'
  | 'getResultLog'
  | 'listResultInputs'
  | 'shareResults'
  | 'requestResultFiles'
  | 'cancelResult'
  | 'repeatResult'
  | 'tryIpaScript'
  | 'getAnalyzerMetrics'

/** Lines of one answer. */
const mostLines = 1000
/** Runs whose figures are told. */
const mostMetrics = 1000
const allFiles = 100_000

/** @param waitingFor why runs wait on this server; null when they do not */
export function resultHandlers(platform: Platform, waitingFor: () => string | null): HandlersOf<Ours> {
  const { database, blobs, now } = platform

  const find = async (caller: UserCaller, id: number): Promise<RunRow> => {
    const row = await findResult(database, caller, id)
    if (row === undefined) throw notFound()
    return row
  }
  const present = async (caller: UserCaller, id: number): Promise<Result> => {
    const given = { database, seer: caller, waitingFor: waitingFor(), mostFiles: allFiles }
    const [result] = await presentResults([await find(caller, id)], given)
    if (result === undefined) throw notFound()
    return result
  }

  return {
    async listResults({ caller, query }) {
      const { offset, max } = query
      const { total, rows } = await listRuns(database, caller, query, { offset, max })
      const results = await presentResults(rows, { database, seer: caller, waitingFor: waitingFor() })
      return new Answer(results, { total, max, offset })
    },

    async getResult({ caller, params }) {
      return await present(caller, params.id)
    },

    async deleteResult({ caller, params }) {
      await deleteResult(platform, caller, params.id)
    },

    async getResultFile({ caller, params }) {
      const file = await findResultFile(database, caller, params.id)
      if (file === undefined) throw notFound()
      const { size, run_id: resultId, blob_key: key } = file
      if (size > largestInlineFile) throw new Problem('too-large-to-view', { size, limit: largestInlineFile })
      try {
        return { ...presentFile(file), result_id: resultId, file: (await wholeBlob(blobs, key)).toString('base64') }
      } catch (error) {
        if (error instanceof BlobMissing) throw new Problem('file-gone')
        if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
        throw error
      }
    },

    async deleteResultFile({ caller, params }) {
      await deleteResultFile(platform, caller, params.id)
    },

    async getResultLog({ caller, params, query }) {
      const run = await find(caller, params.id)
      // what it prints tells of files that were not shared
      if (!run.sees_all) throw notFound()
      const lines = await linesAfter(database, run.id, query.after, mostLines)
      return {
        lines: lines.map(({ number, at, stream, text }) => ({ number, at: at.toISOString(), stream, text })),
        cut: run.cut_lines,
        progress: run.progress,
        ended: run.status !== 'new' && run.status !== 'running',
      }
    },

    async listResultInputs({ caller, params, query: { offset, max } }) {
      const run = await find(caller, params.id)
      const { total, rows } = await listInputs(database, run.id, { offset, max })
      const inputs = rows.map(({ id, file_name: filename, size, upload_id, vehicle, sha256 }) => ({
        id,
        filename,
        size,
        upload_id,
        vehicle,
        sha256: sha256.toString('hex'),
      }))
      return new Answer(inputs, { total, max, offset })
    },

    async shareResults({ caller, body }) {
      await share(database, caller, body)
    },

    async requestResultFiles({ caller, body }) {
      const { id, files, bytes } = await makeResultZip(database, caller, body, now())
      return { token: await createDownloadToken(database, caller, { type: 'resultFiles', id }, now()), files, bytes }
    },

    async cancelResult({ caller, params }) {
      const { user_id: ownerId, job_id: jobId } = await find(caller, params.id)
      requireOwn(caller, ownerId)
      await database.transaction().execute(async (transaction) => {
        // the job first, as everywhere; one that has ended has its end in the run already
        if (jobId === null || (await cancelJob(transaction, caller.organizationId, jobId)))
          await endRun(transaction, params.id, 'canceled', `Canceled by ${caller.username}`)
      })
      return await present(caller, params.id)
    },

    async repeatResult({ caller, params }) {
      return await present(caller, await repeatRun(database, caller, params.id))
    },

    async tryIpaScript({ caller, params, body }) {
      return await present(caller, await tryScript(database, caller, params.id, body))
    },

    async getAnalyzerMetrics({ caller, params }) {
      const analyzer = await database
        .selectFrom('analyzer')
        .where('id', '=', params.id)
        .where('organization_id', '=', caller.organizationId)
        .select('id')
        .executeTakeFirst()
      if (analyzer === undefined) throw notFound()
      const rows = await listMetrics(database, caller, params.id, mostMetrics)
      return rows.map(({ id, created_at: at, verdict, metrics }) => ({
        result_id: id,
        at: at.toISOString(),
        verdict: verdict?.verdict ?? null,
        metrics,
      }))
    },
  }
}
