import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import type { FilePart, ZipMember, ZipMembers } from './zip/members.ts'

export interface StoredMember extends ZipMember {
  readonly blobKey: string
}

/** Few at first, since somebody waits for the first byte. */
const firstRows = 16
const mostRows = 1000
/** A row older than this, milliseconds, is asked for again before its file is sent: it may have been recycled. */
const freshTime = 2000

const placeIn = { data: 'data_at', manifest: 'manifest_at', sums: 'sums_at', directory: 'directory_at' } as const

/** The files of a user download. Each is sent only while it can be found: else the zip ends with a fault. */
export function storedMembers(database: Kysely<Database>, id: number, fileCount: number): ZipMembers<StoredMember> {
  const rowsFrom = async (part: FilePart, position: number, limit: number) => ({
    rows: await findMembers(database, { id, part, position, limit }),
    // after them: a database that takes long must not make rows that are too old from the beginning
    found: Date.now(),
  })
  return {
    async *from(part, at) {
      let position = at === 0 ? 0 : await positionAt(database, id, part, at)
      const fresh = function* ({ rows, found }: Awaited<ReturnType<typeof rowsFrom>>): Generator<StoredMember> {
        for (const row of rows) {
          if (Date.now() - found > freshTime) return
          position += 1
          yield memberOf(row)
        }
      }
      let limit = firstRows
      let batch = await rowsFrom(part, position, limit)
      while (position < fileCount) {
        limit = Math.min(limit * 2, mostRows)
        const after = position + batch.rows.length
        const coming = after < fileCount ? rowsFrom(part, after, limit) : undefined
        coming?.catch(() => undefined)
        // none: the download itself has been deleted meanwhile
        if (batch.rows.length === 0) throw new Problem('download-broken')
        yield fresh(batch)
        if (position >= fileCount) return
        batch = position === after && coming !== undefined ? await coming : await rowsFrom(part, position, firstRows)
      }
    },
  }
}

async function positionAt(database: Kysely<Database>, id: number, part: FilePart, at: number): Promise<number> {
  const row = await database
    .selectFrom('user_download_file')
    .where('user_download_id', '=', id)
    .where(placeIn[part], '<=', at)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

interface Wanted {
  readonly id: number
  readonly part: FilePart
  readonly position: number
  readonly limit: number
}

async function findMembers(database: Kysely<Database>, { id, part, position, limit }: Wanted) {
  return await database
    .selectFrom('user_download_file as member')
    .leftJoin('file_version as file', 'file.id', 'member.file_version_id')
    .leftJoin('upload', 'upload.id', 'file.upload_id')
    .where('member.user_download_id', '=', id)
    .where('member.position', '>=', position)
    .select(['member.position', 'member.path'])
    // a number costs a tenth of a time
    .select(sql<number>`(extract(epoch FROM member.modified_at) * 1000)::double precision`.as('modified'))
    .select(['member.data_at', 'member.manifest_at', 'member.sums_at', 'member.directory_at'])
    // long, and of no use for the other parts
    .select(part === 'manifest' ? 'member.description' : sql<string>`''`.as('description'))
    .select(['file.size', 'file.crc32', 'file.sha256', 'file.blob_key'])
    .select(sql<boolean>`file.recycled_at IS NULL AND upload.shape_id IS NOT NULL`.as('live'))
    .orderBy('member.position')
    .limit(limit)
    .execute()
}

function memberOf(row: Awaited<ReturnType<typeof findMembers>>[number]): StoredMember {
  const { size, crc32, sha256, blob_key: blobKey, live } = row
  if (!live || size === null || crc32 === null || sha256 === null || blobKey === null) throw new Problem('download-broken')
  return {
    position: row.position,
    path: row.path,
    size,
    crc32,
    sha256,
    modified: row.modified,
    description: row.description,
    dataAt: row.data_at,
    manifestAt: row.manifest_at,
    sumsAt: row.sums_at,
    directoryAt: row.directory_at,
    blobKey,
  }
}
