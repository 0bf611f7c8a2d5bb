import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { RecordingIndex } from '#contract/recordings.ts'
import type { TroubleCode } from '#contract/trouble-codes.ts'
import type { Database } from '#server/database/schema.ts'

/** A file of the organization that can be found, with what is known of it as a recording. */
export async function findRecording(database: Kysely<Database>, organizationId: number, fileVersionId: number) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('recording', 'recording.file_version_id', 'file.id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('file.id', '=', fileVersionId)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.file_name', 'file.extension', 'file.size', 'file.sha256', 'file.state', 'file.problem'])
    .select(['file.recording as facts', 'upload.id as uploadId', 'upload.display_name', 'upload.device_id'])
    .select(['vehicle.id as vehicleId', 'vehicle.name as vehicleName', 'vehicle.display_name as vehicleDisplayName'])
    .select(['origin_ms', 'origin_nanos', 'ids', 'catalogs', 'attachments', 'recording.notes', 'decoded_at'])
    .select(['store_state', 'store_key', 'store_size', 'store_problem', 'signal_count', 'sample_count'])
    .executeTakeFirst()
}

export type RecordingRow = NonNullable<Awaited<ReturnType<typeof findRecording>>>

/** Whether a job that decodes the recording waits or runs. */
export async function isDecodingPending(database: Kysely<Database>, fileVersionId: number): Promise<boolean> {
  const row = await database
    .selectFrom('job')
    .where('lookup_id', '=', fileVersionId)
    .where('job_type', 'in', ['INGEST', 'DECODE'])
    .where('run_status', 'in', ['NEW', 'LATER', 'STARTED'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** In the order of their codes. */
export async function troubleCodesOf(database: Kysely<Database>, fileVersionId: number): Promise<TroubleCode[]> {
  const rows = await database
    .selectFrom('trouble_code')
    .where('file_version_id', '=', fileVersionId)
    .select(['protocol', 'code', 'status', 'source', 'channel', 'first_seen', 'last_seen', 'count'])
    .orderBy('code')
    .orderBy('id')
    .execute()
  return rows.map(({ first_seen, last_seen, ...code }) => ({
    ...code,
    firstDate: first_seen.toISOString(),
    lastDate: last_seen.toISOString(),
  }))
}

/** How many points there are, from when to when, and within which corners. */
export async function locationsSummary(database: Kysely<Database>, fileVersionId: number): Promise<RecordingIndex['locations']> {
  const { rows } = await sql<Summary>`
    SELECT count(*) AS count, min(gps_timestamp) AS first, max(gps_timestamp) AS last,
      min(latitude) AS south, max(latitude) AS north, min(longitude) AS west, max(longitude) AS east
    FROM location WHERE file_version_id = ${fileVersionId} HAVING count(*) > 0`.execute(database)
  const row = rows[0]
  if (row === undefined) return null
  const { first, last, ...rest } = row
  return { ...rest, firstDate: first.toISOString(), lastDate: last.toISOString() }
}

interface Summary {
  readonly count: number
  readonly first: Date
  readonly last: Date
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}
