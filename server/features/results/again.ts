import type { Kysely, Transaction } from 'kysely'
import type { tryIpaScript } from '#contract/ipa-results.ts'
import type { BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import { makeRun } from '#server/features/runs/make-run.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import { requireOwn } from './delete.ts'
import { findResult, listInputs } from './store.ts'

/**
 * A run of the caller's with the inputs of an earlier one, as far as they are there; what is left out is said in its reason.
 * @throws Problem 404, 403 for what is not the caller's, 409 when the script has no accepted version any more, or no file is left
 */
export async function repeatRun(database: Kysely<Database>, caller: UserCaller, id: number): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    const run = await findResult(transaction, caller, id)
    if (run === undefined) throw notFound()
    requireOwn(caller, run.user_id)
    // the sample of a review is repeated by who may review
    if (run.type === 'trial' && !caller.administrator) throw new Problem('forbidden')
    const scriptVersionId = await versionToRun(transaction, run.script_id, run.type === 'trial')
    if (scriptVersionId === undefined) throw new Problem('script-not-accepted', { name: run.script_name })
    const { rows: inputs } = await listInputs(transaction, id, { offset: 0, max: run.input_files })
    const configurations = await keptConfigurations(transaction, id)
    const again = await makeRun(transaction, {
      organizationId: caller.organizationId,
      analyzerId: run.analyzer_name === null ? null : run.analyzer_id,
      type: run.type,
      userId: caller.userId,
      // only administrators name somebody else
      execUserId: caller.administrator || run.user_id === caller.userId ? run.exec_user_id : caller.userId,
      scriptVersionId,
      configurationIds: configurations.ids,
      fileVersionIds: inputs.map((input) => input.id),
      environment: run.environment,
      uploadId: run.upload_id,
      fileVersionId: run.file_version_id,
      priority: 0,
    })
    const without = [
      leftOut(run.input_files - inputs.length, 'file', 'recycled'),
      leftOut(configurations.gone, 'configuration', 'deleted'),
    ].filter((text) => text !== null)
    if (without.length > 0)
      await transaction
        .updateTable('run')
        .set({ reason: `Repeated without ${without.join(' and ')}` })
        .where('id', '=', again)
        .execute()
    return again
  })
}

const leftOut = (count: number, what: string, why: string): string | null =>
  count === 0 ? null : `${count} ${what}${count === 1 ? ' that was' : 's that were'} ${why} since`

/** The newest accepted version; of a trial the newest one. */
async function versionToRun(
  transaction: Transaction<Database>,
  scriptId: number | null,
  isTrial: boolean,
): Promise<number | undefined> {
  if (scriptId === null) return undefined
  const version = await transaction
    .selectFrom('script_version as version')
    .innerJoin('script', 'script.id', 'version.script_id')
    .where('script.id', '=', scriptId)
    .where('script.deleted_at', 'is', null)
    .$if(!isTrial, (query) => query.where('version.status', '=', 'ACCEPTED'))
    .select('version.id')
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return version?.id
}

async function keptConfigurations(transaction: Transaction<Database>, runId: number): Promise<{ ids: number[]; gone: number }> {
  const rows = await transaction
    .selectFrom('run_configuration as ran')
    .leftJoin('configuration as one', (join) =>
      join.onRef('one.id', '=', 'ran.configuration_id').on('one.deleted_at', 'is', null),
    )
    .where('ran.run_id', '=', runId)
    .select('one.id')
    .orderBy('ran.place')
    .execute()
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return { ids, gone: rows.length - ids.length }
}

/**
 * A run of a script's newest version on a sample, accepted or not.
 * @throws Problem 404 for a script or files that are not there, 422 for a configuration of another script
 */
export async function tryScript(
  database: Kysely<Database>,
  caller: UserCaller,
  scriptId: number,
  { upload_file_version_id: files, config_id: configurationId }: BodyOf<typeof tryIpaScript>,
): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    const script = await transaction
      .selectFrom('script')
      .where('id', '=', scriptId)
      .where('organization_id', '=', caller.organizationId)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst()
    const scriptVersionId = await versionToRun(transaction, script?.id ?? null, true)
    if (scriptVersionId === undefined) throw notFound()
    if (configurationId != null) await requireConfiguration(transaction, scriptId, configurationId)
    await requireFiles(transaction, caller, files)
    return await makeRun(transaction, {
      organizationId: caller.organizationId,
      analyzerId: null,
      type: 'trial',
      userId: caller.userId,
      execUserId: caller.userId,
      scriptVersionId,
      configurationIds: configurationId == null ? [] : [configurationId],
      fileVersionIds: files,
      environment: null,
    })
  })
}

async function requireFiles(transaction: Transaction<Database>, caller: UserCaller, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const rows = await transaction
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', 'in', wanted)
    .where('file.organization_id', '=', caller.organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select('file.id')
    .execute()
  if (rows.length < wanted.length) throw notFound()
}

async function requireConfiguration(transaction: Transaction<Database>, scriptId: number, id: number): Promise<void> {
  const row = await transaction
    .selectFrom('configuration')
    .where('id', '=', id)
    .where('script_id', '=', scriptId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (row === undefined) throw invalidField('config_id', 'The script has no such configuration; select another one')
}
