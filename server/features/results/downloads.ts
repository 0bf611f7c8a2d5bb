import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { FindDownloadable, TokenOwner } from '#server/features/downloads/downloadable.ts'
import { storedFile } from '#server/features/downloads/downloadable.ts'
import { memberBytes } from '#server/features/downloads/member-bytes.ts'
import type { StoredMember } from '#server/features/downloads/zip-members.ts'
import { layOut, frameOf } from '#server/features/downloads/zip/layout.ts'
import type { FilePart, ZipMembers } from '#server/features/downloads/zip/members.ts'
import { readZip } from '#server/features/downloads/zip/read-zip.ts'
import { begun } from '#server/features/downloads/zips.ts'
import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findResultFile } from './store.ts'
import type { Seer } from './visible.ts'
import type { ZippedFile } from './zipped-files.ts'
import { findZippedFiles, zipPathOf } from './zipped-files.ts'

/** Files of results, each by itself. */
export function resultFiles({ blobs }: Platform): FindDownloadable {
  return async (database, owner, id) => {
    const file = await findResultFile(database, await seerOf(database, owner), id)
    if (file === undefined) return undefined
    const { filename, extension, size, sha256, blob_key: blobKey } = file
    // without its folder
    return storedFile(blobs, { fileName: filename.slice(filename.lastIndexOf('/') + 1), extension, size, sha256, blobKey })
  }
}

/** Several files of results as one zip; its bytes are made as they are read, and are never stored. */
export function resultZips({ blobs }: Platform): FindDownloadable {
  return async (database, owner, id) => {
    const zip = await database
      .selectFrom('result_zip')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .select(['name', 'created_at', 'file_ids'])
      .executeTakeFirst()
    if (zip === undefined) return undefined
    const files = await findZippedFiles(database, await seerOf(database, owner), zip.file_ids)
    if (files.length < zip.file_ids.length) throw new Problem('download-broken')
    const { facts, members, digest } = composed(files, zip.name, zip.created_at)
    const { size } = frameOf(facts)
    return {
      fileName: zip.name,
      mediaType: 'application/zip',
      size,
      tag: digest.toString('hex'),
      async pieces(part) {
        const range = part === 'whole' ? { start: 0, end: size } : { start: part.first, end: part.last + 1 }
        return await begun(readZip(facts, membersAtHand(members), memberBytes(blobs), range))
      },
    }
  }
}

/** What an owner of a token may see, which can change while it is good. */
async function seerOf(database: Kysely<Database>, { userId, organizationId }: TokenOwner): Promise<Seer> {
  const row = await database
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(sql<boolean>`'admin' = ANY (roles)`.as('administrator'))
    .executeTakeFirst()
  return { userId, organizationId, administrator: row?.administrator ?? false }
}

function composed(files: readonly ZippedFile[], name: string, created: Date) {
  const entries = files.map((file) => {
    const { id, run_id: resultId, filename, size, crc32, sha256, finished_at: finished } = file
    const path = zipPathOf(file)
    const description = JSON.stringify({
      name: path,
      size,
      sha256: sha256.toString('hex'),
      resultFileId: id,
      resultId,
      fileName: filename,
      analyzer: file.analyzer_name,
      script: file.script_name,
    })
    return { path, size, crc32, sha256, modified: (finished ?? created).getTime(), description }
  })
  const { facts, places, digest } = layOut(entries, { name, created, fileCount: files.length }, 0)
  const members = entries.map((entry, position): StoredMember => {
    const place = places[position]
    if (place === undefined) throw new Error(`${entry.path} has no place in the zip`)
    return { ...entry, ...place, position, blobKey: files[position]?.blob_key ?? '' }
  })
  return { facts, members, digest }
}

const placeIn = { data: 'dataAt', manifest: 'manifestAt', sums: 'sumsAt', directory: 'directoryAt' } as const

function membersAtHand(members: readonly StoredMember[]): ZipMembers<StoredMember> {
  return {
    async *from(part: FilePart, at: number) {
      const after = members.findIndex((member) => member[placeIn[part]] > at)
      yield members.slice(after < 0 ? Math.max(0, members.length - 1) : Math.max(0, after - 1))
    },
  }
}
