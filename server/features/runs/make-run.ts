import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { ResultType } from '#contract/ipa-results.ts'
import type { Database } from '#server/database/schema.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import { addJob } from '#server/queue/job-states.ts'

export interface NewRun {
  readonly organizationId: number
  /** Null: a trial. */
  readonly analyzerId: number | null
  readonly type: ResultType
  /** Of whom the result is. */
  readonly userId: number | null
  /** As whom the script runs; the same as `userId` unless told. */
  readonly execUserId: number | null
  readonly scriptVersionId: number
  /** In the order that the script sees. */
  readonly configurationIds: readonly number[]
  /** In the order that the script sees. Those that cannot be had (any more) are left out. */
  readonly fileVersionIds: readonly number[]
  /** An analysis environment by name; null: the usual one. */
  readonly environment: string | null
  /** Of an ingress run. */
  readonly uploadId?: number | null
  readonly fileVersionId?: number | null
  /** Higher is sooner; runs of new uploads come after those that people wait for. */
  readonly priority?: number
}

/**
 * Makes a run with its inputs, configurations and job, in the caller's transaction. Who may is asked before.
 * @returns the run's id, which is its result's too
 * @throws Problem 404 without such a script version, 409 when none of the files can be had
 */
export async function makeRun(transaction: Transaction<Database>, given: NewRun): Promise<number> {
  const { organizationId, type } = given
  const version = await findVersion(transaction, organizationId, given.scriptVersionId)
  if (version === undefined) throw notFound()
  const inputs = await findInputs(transaction, organizationId, given.fileVersionIds)
  if (inputs.length === 0) throw new Problem('run-no-inputs')
  const { id } = await transaction
    .insertInto('run')
    .values({
      organization_id: organizationId,
      analyzer_id: given.analyzerId,
      type,
      user_id: given.userId,
      exec_user_id: given.execUserId ?? given.userId,
      script_version_id: version.id,
      script_name: version.name,
      script_number: version.number,
      script_sha256: version.sha256,
      environment: given.environment ?? defaultEnvironment,
      inputs_sha256: digestOf(inputs),
      input_files: inputs.length,
      input_bytes: inputs.reduce((sum, { size }) => sum + size, 0),
      upload_id: given.uploadId ?? null,
      file_version_id: given.fileVersionId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO run_input (run_id, place, file_version_id, sha256)
    SELECT ${id}, given.place, file.id, file.sha256
    FROM unnest(${inputs.map((input) => input.id)}::bigint[]) WITH ORDINALITY AS given (id, place)
    JOIN file_version AS file ON file.id = given.id`.execute(transaction)
  await keepConfigurations(transaction, id, given.configurationIds)
  const jobId = await addJob(transaction, {
    organizationId,
    jobType: type === 'ingress' ? 'IPA_INGRESS' : 'IPA_MANUAL',
    lookupId: id,
    arguments: given.analyzerId === null ? '' : String(given.analyzerId),
    runType: 'DISTILLER',
    priority: given.priority ?? (type === 'ingress' ? -1 : 0),
  })
  await transaction
    .updateTable('run')
    .set({
      job_id: jobId ?? null,
      configurations_sha256: sql<Buffer>`(
        SELECT sha256(coalesce(string_agg(encode(sha256, 'hex'), ' ' ORDER BY place), '')::bytea)
        FROM run_configuration WHERE run_id = ${id})`,
    })
    .where('id', '=', id)
    .execute()
  return id
}

async function findVersion(transaction: Transaction<Database>, organizationId: number, id: number) {
  return await transaction
    .selectFrom('script_version as version')
    .innerJoin('script', 'script.id', 'version.script_id')
    .where('version.id', '=', id)
    .where('script.organization_id', '=', organizationId)
    .where('script.deleted_at', 'is', null)
    .select(['version.id', 'version.number', 'version.sha256', 'script.name'])
    .executeTakeFirst()
}

interface Input {
  readonly id: number
  readonly size: number
  readonly sha256: Buffer
}

/** Files of the organization that can be found, in the order given, each once. */
async function findInputs(
  transaction: Transaction<Database>,
  organizationId: number,
  ids: readonly number[],
): Promise<readonly Input[]> {
  const rows = await transaction
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', sql<number>`ANY (${[...ids]}::bigint[])`)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.size', 'file.sha256'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Of lines `id sha256`: two runs with the same digest read the same bytes of the same files in the same order. */
function digestOf(inputs: readonly Input[]): Buffer {
  const hash = createHash('sha256')
  for (const { id, sha256 } of inputs) hash.update(`${id} ${sha256.toString('hex')}\n`)
  return hash.digest()
}

/** Deleted configurations are left out: whoever asks for the run has looked for them before. */
async function keepConfigurations(transaction: Transaction<Database>, runId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  // the update keeps the row from being swept meanwhile
  await sql`
    INSERT INTO configuration_bytes (sha256, content)
    SELECT DISTINCT ON (sha256) sha256, content FROM configuration
    WHERE id = ANY (${[...ids]}::bigint[]) AND deleted_at IS NULL ORDER BY sha256
    ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256`.execute(transaction)
  await sql`
    INSERT INTO run_configuration (run_id, place, configuration_id, name, filename, sha256)
    SELECT ${runId}, given.place, one.id, one.name, one.filename, one.sha256
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS given (id, place)
    JOIN configuration AS one ON one.id = given.id
    WHERE one.deleted_at IS NULL`.execute(transaction)
}
