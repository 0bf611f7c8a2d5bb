import type { RecordingIndex } from '#contract/recordings.ts'
import { appliedOutlines, catalogsFitting } from '#server/features/catalogs/fitting.ts'
import { unknownIds } from '#server/features/catalogs/match.ts'
import { storeNameOf } from '#server/features/ingest/signals-key.ts'
import { presentJob } from '#server/features/jobs/handlers.ts'
import { findJob } from '#server/features/jobs/store.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { addOrFindJob } from './decode-job.ts'
import { sendSignals } from './signals.ts'
import type { RecordingRow } from './store.ts'
import { findRecording, isDecodingPending, locationsSummary, troubleCodesOf } from './store.ts'

type Ours = 'getRecording' | 'getRecordingSignals' | 'decodeRecording' | 'getRecordingCatalogs'

export function recordingHandlers({ database, blobs }: Platform): HandlersOf<Ours> {
  const find = async (caller: UserCaller, id: number): Promise<RecordingRow> => {
    const row = await findRecording(database, caller.organizationId, id)
    if (row === undefined) throw notFound()
    return row
  }
  return {
    async getRecording({ caller, params }) {
      // first, so that what is not pending any more is in what is read then
      const pending = await isDecodingPending(database, params.id)
      const row = await find(caller, params.id)
      return {
        ...present(row),
        signals: signalsOf(row, pending),
        troubleCodes: await troubleCodesOf(database, row.id),
        locations: await locationsSummary(database, row.id),
      }
    },

    async getRecordingSignals({ caller, params, query, request, reply }) {
      const row = await find(caller, params.id)
      const key = row.store_key
      if (key === null || row.store_size === null) throw new Problem('no-signals')
      const name = storeNameOf(key)
      if (query.store !== undefined && query.store !== name) throw new Problem('signals-replaced')
      await sendSignals(blobs, { key, name, size: row.store_size }, { request, reply, isNamed: query.store !== undefined })
    },

    async decodeRecording({ caller, params }) {
      const row = await find(caller, params.id)
      if (row.ids === null) throw new Problem('not-a-recording')
      const of = { organizationId: caller.organizationId, fileVersionId: row.id, deviceId: row.device_id }
      const job = await findJob(database, caller.organizationId, await addOrFindJob(database, of))
      if (job === undefined) throw notFound()
      return presentJob(job)
    },

    async getRecordingCatalogs({ caller, params }) {
      const { ids, catalogs } = await find(caller, params.id)
      const recording = { ids: ids ?? [], applied: catalogs ?? [] }
      return {
        suggestions: await catalogsFitting(database, caller.organizationId, recording),
        unknownIds: unknownIds(recording.ids, await appliedOutlines(database, recording.applied)),
      }
    },
  }
}

function present(row: RecordingRow): Omit<RecordingIndex, 'signals' | 'troubleCodes' | 'locations'> {
  const { origin_ms: epochMs, origin_nanos: nanos } = row
  return {
    id: row.id,
    uploadId: row.uploadId,
    displayName: row.display_name,
    vehicle:
      row.vehicleId === null
        ? null
        : { id: row.vehicleId, name: row.vehicleName ?? '', displayName: row.vehicleDisplayName ?? '' },
    file: {
      fileName: row.file_name,
      extension: row.extension,
      size: row.size,
      sha256: row.sha256.toString('hex'),
      state: row.state,
      problem: row.problem,
    },
    facts: row.facts,
    origin: epochMs === null || nanos === null ? null : { epochMs, nanos },
    ids: row.ids ?? [],
    catalogs: row.catalogs ?? [],
    attachments: row.attachments ?? [],
    notes: row.notes ?? [],
  }
}

function signalsOf(row: RecordingRow, pending: boolean): RecordingIndex['signals'] {
  return {
    state: row.store_state ?? (row.state === 'waiting' ? 'waiting' : 'none'),
    problem: row.store_problem,
    store: row.store_key === null ? null : storeNameOf(row.store_key),
    size: row.store_size ?? 0,
    signalCount: row.signal_count ?? 0,
    sampleCount: row.sample_count ?? 0,
    decodedDate: row.decoded_at?.toISOString() ?? null,
    pending,
  }
}
