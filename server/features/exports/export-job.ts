import { randomUUID } from 'node:crypto'
import { exportArguments } from '#contract/exports.ts'
import type { ExportArguments } from '#contract/exports.ts'
import { counted } from '#recording/exports/export-recording.ts'
import { BlobMissing } from '#server/blob-store/blob-store.ts'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import { requireFreeBytes } from '#server/disk/disk-space.ts'
import { blobSource } from '#server/features/ingest/blob-source.ts'
import { blobKeyOf } from '#server/features/uploads/blob-keys.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { ExportDraft } from './export-draft.ts'
import type { ExportHelpers, Exporter } from './exporter.ts'
import { exportedName } from './file-name.ts'
import type { OfferedFormat } from './formats.ts'
import { offeredFormats } from './formats.ts'
import { bytesLeft } from './quota.ts'
import type { ExportedFrom } from './store.ts'
import { archiveExport, findSource, formKeys, putOutcome } from './store.ts'
import type { ExportOutcome, ExportTask } from './thread-messages.ts'

/** After so many bytes the disk is looked at again. */
const bytesPerLook = 64 * 1024 * 1024

interface Exporting {
  readonly platform: Platform
  readonly exporter: Exporter
  /** Where files are written before they are blobs. */
  readonly drafts: DraftFolder
}

/** Writes a recording (`lookupId` is its file version) in another format; the file appears beside it. */
export function exportHandler({ platform, exporter, drafts }: Exporting): JobHandler {
  const { database, blobs } = platform
  return {
    async run({ id, lookupId, arguments: given }, { signal }) {
      const { wish, offered } = readArguments(given)
      const from = lookupId === null ? undefined : await findSource(database, lookupId)
      if (from === undefined) throw new JobFailure('The file has been deleted')
      // it is tried again later
      if (from.state === 'waiting') throw new Error('The file has not been looked into yet')
      const draft = await ExportDraft.begin(drafts)
      try {
        const outcome = await exporter.export(taskOf(from, offered, wish), await helpersOf(platform, from, draft), signal)
        if (outcome.kind === 'refused') throw new JobFailure(reasonOf(from, outcome.reason))
        const { sha256, crc32 } = await draft.hashes()
        const blobKey = blobKeyOf(`export ${randomUUID()}`)
        const { size } = draft
        await blobs.put(blobKey, draft.path)
        return async (transaction) => {
          const file = { size, sha256: Buffer.from(sha256, 'hex'), crc32, blobKey, from, arguments: given }
          const fileName = await archiveExport(transaction, { ...file, fileName: exportedName(from.fileName, offered, wish) })
          await putOutcome(
            transaction,
            id,
            fileName === undefined ? 'The file was deleted meanwhile' : said(fileName, wish, outcome),
          )
        }
      } catch (error) {
        if (error instanceof BlobMissing) throw new JobFailure(error.message, { cause: error })
        throw error
      } finally {
        await draft.discard()
      }
    },

    failed: () => async () => {},
  }
}

function readArguments(given: string): { wish: ExportArguments; offered: OfferedFormat } {
  const wish = exportArguments.safeParse(parsed(given))
  const offered = wish.success ? offeredFormats.find(({ id }) => id === wish.data.format) : undefined
  if (!wish.success || offered === undefined) throw new JobFailure(`This server cannot export as ${given} asks for`)
  return { wish: wish.data, offered }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function taskOf(from: ExportedFrom, { format, content }: OfferedFormat, wish: ExportArguments): ExportTask {
  const { forceRate, startDate, endDate, signals } = wish
  return {
    fileSize: from.size,
    storeSize: from.store_key === null ? null : (from.store_size ?? 0),
    catalogs: (from.catalogs ?? []).map(({ versionId, channels }) => ({ versionId, channels })),
    format: format.id,
    content: content ?? null,
    hertz: forceRate > 0 ? forceRate : null,
    startMs: startDate === undefined ? null : Date.parse(startDate),
    endMs: endDate === undefined ? null : Date.parse(endDate),
    signals: signals ?? null,
  }
}

async function helpersOf(platform: Platform, from: ExportedFrom, draft: ExportDraft): Promise<ExportHelpers> {
  const { database, blobs, settings } = platform
  const forms = await formKeys(
    database,
    (from.catalogs ?? []).map(({ versionId }) => versionId),
  )
  const most = await bytesLeft(database, from.organizationId)
  let looked = 0
  return {
    file: blobSource(blobs, from.blobKey, from.size),
    store: from.store_key === null ? null : blobSource(blobs, from.store_key, from.store_size ?? 0),
    async formOf(versionId) {
      const key = forms.get(versionId)
      if (key === undefined) throw new JobFailure('A catalog of this recording has been deleted; decode it again first')
      return await wholeBlob(blobs, key)
    },
    async write(offset, bytes) {
      if (offset + bytes.length > most)
        throw new JobFailure(`The exported file is larger than the ${most} bytes that the quota leaves`)
      await draft.write(offset, bytes)
      if (draft.size < looked) return
      looked = draft.size + bytesPerLook
      await requireFreeBytes(settings.dataDir, settings.minFreeSpace)
    },
  }
}

/** A store that failed is the reason why there are no signals. */
function reasonOf({ store_state: state, store_problem: problem }: ExportedFrom, reason: string): string {
  return state === 'failed' && problem !== null && /no signals/.test(reason) ? problem : reason
}

type Done = Extract<ExportOutcome, { kind: 'exported' }>

function said(fileName: string, { forceRate }: ExportArguments, { content, count, leftOut, problem }: Done): string {
  const parts = [`${fileName}: ${counted(count, content)}`]
  if (leftOut.length > 0) parts.push(`left out: ${leftOut.map(([reason, times]) => `${times} ${reason}`).join(', ')}`)
  if (content === 'frames' && forceRate > 0) parts.push('frames are as recorded, whatever the rate')
  if (problem !== null) parts.push(`the recording could not be read further: ${problem.message}`)
  return parts.join('; ')
}
