import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { FindDownloadable } from './downloadable.ts'
import type { UserDownloadRow } from './user-downloads.ts'
import { findUserDownload } from './user-downloads.ts'
import { memberBytes } from './member-bytes.ts'
import { storedMembers } from './zip-members.ts'
import type { ZipFacts } from './zip/layout.ts'
import { readZip } from './zip/read-zip.ts'

/** Zips that a user made; their bytes are made as they are read, and are never stored. */
export function zips({ database, blobs, now }: Platform): FindDownloadable {
  return async (asking, owner, id) => {
    const download = await findUserDownload(asking, owner, id, now())
    if (download === undefined) return undefined
    requireUsable(download)
    const { name, size, digest } = download
    const members = storedMembers(database, download.id, download.file_count)
    return {
      fileName: name,
      mediaType: 'application/zip',
      size,
      tag: digest.toString('hex'),
      async pieces(part) {
        const range = part === 'whole' ? { start: 0, end: size } : { start: part.first, end: part.last + 1 }
        return await begun(readZip(factsOf(download), members, memberBytes(blobs), range))
      },
    }
  }
}

function requireUsable({ state, broken, problem }: UserDownloadRow): void {
  if (broken) throw new Problem('download-broken')
  if (state === 'failed') throw new Problem('download-failed', { problem: problem ?? 'The files could not be checked' })
  if (state === 'checking') throw new Problem('download-not-ready')
}

function factsOf(row: UserDownloadRow): ZipFacts {
  return {
    name: row.name,
    created: row.created_at,
    fileCount: row.file_count,
    dataSize: row.data_size,
    manifestSize: row.manifest_size,
    manifestCrc32: row.manifest_crc32,
    sumsSize: row.sums_size,
    sumsCrc32: row.sums_crc32,
    directorySize: row.directory_size,
    offsetMinutes: row.offset_minutes,
  }
}

/** Waits for the first bytes, so that what is wrong with them is still told as an answer. */
export async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await pieces.next()
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      if (first.done !== true) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return all()
}
