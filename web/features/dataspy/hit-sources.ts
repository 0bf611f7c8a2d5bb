import { searchArchive } from '#contract/archive.ts'
import { retrieveDownload, requestDownload } from '#contract/downloads.ts'
import { getRecording } from '#contract/recordings.ts'
import { addressOf } from '#web/api/call.ts'
import type { makeClient } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import type { HitList, HitRecording } from '#web/viewer/hits/hit-list.ts'
import { HitListError, largestHitList, parseHitList } from '#web/viewer/hits/hit-list.ts'
import { readResultFile } from './result-file.ts'

export type Call = ReturnType<typeof makeClient>['call']

/** Where a list of hits comes from: a file of the archive, of a result of an analysis, or of this computer. */
export type HitSource =
  | { readonly kind: 'archive'; readonly fileId: number }
  | { readonly kind: 'result'; readonly resultFileId: number }
  | { readonly kind: 'local'; readonly file: File }

export type FoundInSource =
  | { readonly kind: 'hits'; readonly name: string; readonly list: HitList }
  /** The file of a result may be a recording. */
  | { readonly kind: 'recording'; readonly file: File }

/** @throws ApiError, HitListError */
export async function readHitSource(call: Call, source: HitSource, signal?: AbortSignal): Promise<FoundInSource> {
  switch (source.kind) {
    case 'local':
      return await hitsOf(source.file)
    case 'archive':
      return await hitsOf(await archivedFile(call, source.fileId, signal))
    case 'result': {
      const file = await readResultFile(call, source.resultFileId, signal)
      return /\.dsr$/i.test(file.name) ? await hitsOf(file) : { kind: 'recording', file }
    }
  }
}

async function hitsOf(file: File): Promise<FoundInSource> {
  if (file.size > largestHitList) throw new HitListError('The list of hits is larger than 64 MB.')
  return { kind: 'hits', name: file.name, list: parseHitList(await file.text()) }
}

async function archivedFile(call: Call, id: number, signal: AbortSignal | undefined): Promise<File> {
  const { file } = await call(getRecording, { params: { id }, ...(signal && { signal }) })
  if (file.size > largestHitList) throw new HitListError('The list of hits is larger than 64 MB.')
  const { token } = await call(requestDownload, { query: { type: 'uploadFileVersion', id } })
  const answer = await fetch(addressOf(retrieveDownload, { query: { token } }), signal ? { signal } : {})
  if (!answer.ok) throw new HitListError(`The server answered ${answer.status} when the list was fetched.`)
  return new File([await answer.blob()], file.fileName)
}

/**
 * The file version that a list means: by its number where the name fits, else the newest of that name. Null: the archive
 * has none.
 */
export async function findRecording(call: Call, { fileId, fileName }: HitRecording): Promise<number | null> {
  const byId = fileId === null ? null : await nameOfFile(call, fileId)
  if (byId !== null && (fileName === '' || isSameName(byId, fileName))) return fileId
  if (fileName === '') return null
  const rows = await call(searchArchive, {
    body: { vehicleId: [], names: [fileName], sort: 'startDate', order: 'desc', offset: 0, max: 50, remember: false },
  })
  const version = rows.flatMap(({ versions }) => versions).find((one) => isSameName(one.fileName, fileName))
  return version?.id ?? null
}

async function nameOfFile(call: Call, id: number): Promise<string | null> {
  try {
    return (await call(getRecording, { params: { id } })).file.fileName
  } catch (raised) {
    if (raised instanceof ApiError && raised.status === 404) return null
    throw raised
  }
}

export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether the hits of a list are of an open recording. */
export const isOf = (
  { fileId, fileName }: HitRecording,
  recording: { readonly fileId: number | null; readonly name: string },
): boolean => (fileName === '' ? fileId !== null && fileId === recording.fileId : isSameName(fileName, recording.name))
