import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { DatasetFile } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import type { FoundFile } from './matcher.ts'

interface FileRow {
  readonly id: number
  readonly file_name: string
  readonly extension: string
  readonly size: number
  readonly received_at: Date
  readonly upload_id: number
  readonly display_name: string
  readonly vehicle: string
}

/** What was found, newest first. */
export async function listFiles(
  database: Kysely<Database>,
  found: RawBuilder<FoundFile>,
  { offset, max }: { offset: number; max: number },
): Promise<DatasetFile[]> {
  const { rows } = await sql<FileRow>`
    SELECT fv.id, fv.file_name, fv.extension, fv.size, fv.received_at, u.id AS upload_id, u.display_name,
      coalesce(nullif(v.display_name, ''), v.name, '') AS vehicle
    FROM file_version fv JOIN upload u ON u.id = fv.upload_id LEFT JOIN vehicle v ON v.id = u.vehicle_id
    WHERE fv.id IN (SELECT id FROM (${found}) found)
    ORDER BY fv.id DESC LIMIT ${max} OFFSET ${offset}`.execute(database)
  return rows.map(present)
}

export async function sumFiles(
  database: Kysely<Database>,
  found: RawBuilder<FoundFile>,
): Promise<{ uploads: number; files: number; bytes: number }> {
  const { rows } = await sql<{ uploads: number; files: number; bytes: number }>`
    SELECT count(DISTINCT upload_id) AS uploads, count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes
    FROM (${found}) found`.execute(database)
  return rows[0] ?? { uploads: 0, files: 0, bytes: 0 }
}

/** A statement that selects the files of a static dataset that can still be had. */
export const filesOfDataset = (datasetId: number | RawBuilder<unknown>): RawBuilder<FoundFile> => sql`
  SELECT fv.id, fv.upload_id, fv.size FROM dataset_file df JOIN file_version fv ON fv.id = df.file_version_id JOIN upload u ON u.id = fv.upload_id
  WHERE df.dataset_id = ${datasetId} AND fv.recycled_at IS NULL AND u.shape_id IS NOT NULL`

/** How many of these files the organization has and can find. */
export async function countFound(database: Kysely<Database>, organizationId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM file_version fv JOIN upload u ON u.id = fv.upload_id
    WHERE fv.id = ANY (${ids}::bigint[]) AND fv.organization_id = ${organizationId}
      AND fv.recycled_at IS NULL AND u.shape_id IS NOT NULL`.execute(database)
  return rows[0]?.count ?? 0
}

const present = ({ id, file_name, extension, size, received_at, upload_id, display_name, vehicle }: FileRow): DatasetFile => ({
  id,
  filepath: [vehicle || 'No vehicle', display_name, file_name].join('/'),
  size,
  last_modified: received_at.toISOString(),
  data: { uploadId: upload_id, vehicle, displayName: display_name, extension },
})
