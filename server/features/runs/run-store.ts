import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** A run with the package that it names; undefined when it has been deleted. */
export async function findRun(database: Kysely<Database>, id: number) {
  return await database
    .selectFrom('run')
    .leftJoin('script_version as version', 'version.id', 'run.script_version_id')
    .leftJoin('script', 'script.id', 'version.script_id')
    .where('run.id', '=', id)
    .select(['run.id', 'run.organization_id', 'run.analyzer_id', 'run.type', 'run.user_id', 'run.environment', 'run.reason'])
    .select(['run.script_name', 'run.script_sha256', 'run.input_files', 'version.script_id'])
    .select(['version.sha256 as version_sha256', 'version.status as version_status', 'version.blob_key', 'version.size'])
    .select('script.deleted_at as script_deleted_at')
    .executeTakeFirst()
}

export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** What a script reads, in its order: files that can still be found. */
export async function findRunInputs(database: Kysely<Database>, runId: number) {
  return await database
    .selectFrom('run_input as input')
    .innerJoin('file_version as file', 'file.id', 'input.file_version_id')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .leftJoin('recording', 'recording.file_version_id', 'file.id')
    .where('input.run_id', '=', runId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.file_name', 'file.size', 'file.blob_key', 'upload.id as upload_id', 'upload.collection'])
    .select(['upload.start_date', 'upload.end_date', 'upload.vehicle_id', 'vehicle.name as vehicle_name'])
    .select(['recording.store_key', 'recording.store_size'])
    .orderBy('input.place')
    .execute()
}

export type RunInput = Awaited<ReturnType<typeof findRunInputs>>[number]

/** The configurations as they were when the run was made, in their order. */
export async function findRunConfigurations(database: Kysely<Database>, runId: number) {
  return await database
    .selectFrom('run_configuration as one')
    .innerJoin('configuration_bytes as bytes', 'bytes.sha256', 'one.sha256')
    .where('one.run_id', '=', runId)
    .select(['one.name', 'one.filename', 'bytes.content'])
    .orderBy('one.place')
    .execute()
}

export type RunConfiguration = Awaited<ReturnType<typeof findRunConfigurations>>[number]

/** Files of the newest complete result of the same analyzer and script before this one. */
export async function findPreviousFiles(
  database: Kysely<Database>,
  run: Pick<FoundRun, 'id' | 'analyzer_id' | 'script_id' | 'type'>,
) {
  if (run.analyzer_id === null || run.script_id === null) return []
  const previous = await database
    .selectFrom('run')
    .innerJoin('script_version as version', 'version.id', 'run.script_version_id')
    .where('run.analyzer_id', '=', run.analyzer_id)
    .where('version.script_id', '=', run.script_id)
    .where('run.type', '=', run.type)
    .where('run.status', '=', 'complete')
    .where('run.id', '<', run.id)
    .select('run.id')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (previous === undefined) return []
  return await database
    .selectFrom('result_file')
    .where('run_id', '=', previous.id)
    .select(['filename', 'size', 'blob_key'])
    .orderBy('id')
    .execute()
}

export type PreviousFile = Awaited<ReturnType<typeof findPreviousFiles>>[number]

/** The run is at work: whatever an earlier worker left of it is forgotten. */
export async function beginRun(transaction: Transaction<Database>, id: number, environmentHash: string): Promise<void> {
  await transaction.deleteFrom('run_line').where('run_id', '=', id).execute()
  await transaction
    .updateTable('run')
    .set({
      status: 'running',
      environment_hash: environmentHash,
      started_at: sql`now()`,
      updated_at: sql`now()`,
      progress: null,
      cut_lines: 0,
    })
    .where('id', '=', id)
    .execute()
}

export interface Printed {
  readonly number: number
  readonly at: Date
  readonly stream: 'out' | 'err'
  readonly text: string
}

export async function addLines(transaction: Transaction<Database>, runId: number, lines: readonly Printed[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    INSERT INTO run_line (run_id, number, at, stream, text)
    SELECT ${runId}, * FROM unnest(
      ${lines.map((line) => line.number)}::integer[], ${lines.map((line) => line.at)}::timestamptz[],
      ${lines.map((line) => line.stream)}::text[], ${lines.map((line) => line.text)}::text[])`.execute(transaction)
}

export async function putProgress(
  transaction: Transaction<Database>,
  runId: number,
  { progress, cut }: { progress: number | null; cut: number },
): Promise<void> {
  await transaction
    .updateTable('run')
    .set({ progress, cut_lines: cut, updated_at: sql`now()` })
    .where('id', '=', runId)
    .execute()
}
