import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AnalyzerType } from '#contract/analyzers.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, invalidField } from '#server/http/problem.ts'

/** What an analyzer is made of: ids in the order chosen. */
export interface Parts {
  readonly type: AnalyzerType
  readonly scripts: readonly number[]
  readonly configs: readonly number[]
  readonly datasets: readonly number[]
  readonly shares: readonly number[]
  readonly execUser: number | null
}

const nothing: Omit<Parts, 'type'> = { scripts: [], configs: [], datasets: [], shares: [], execUser: null }

/**
 * Refuses parts that somebody may not put together. What the analyzer has already may stay, also where it is a dataset of
 * somebody else.
 * @throws Problem 403 for what only administrators may, 422 for what is not there or does not fit, naming each field
 */
export async function requireParts(
  database: Kysely<Database>,
  caller: UserCaller,
  parts: Parts,
  before: Omit<Parts, 'type'> = nothing,
): Promise<void> {
  if (!caller.administrator) requirePlain(caller, parts, before)
  const fields = [
    ...(await scriptProblems(database, caller, parts)),
    ...(await configProblems(database, parts)),
    ...(await datasetProblems(database, caller, parts, before)),
    ...(await userProblems(database, caller, parts, before)),
  ]
  if (fields.length > 0) throw new Problem('invalid-fields', {}, { fields })
}

function requirePlain(caller: UserCaller, { type, execUser }: Parts, before: Omit<Parts, 'type'>): void {
  const refuse = (field: string, message: string) => new Problem('forbidden', {}, { fields: [{ field, message }] })
  if (type === 'ingress') throw refuse('type', 'Only administrators make ingress analyzers')
  if (execUser !== null && execUser !== caller.userId && execUser !== before.execUser)
    throw refuse('script_exec_user', 'Only administrators may name somebody else')
}

async function scriptProblems(database: Kysely<Database>, caller: UserCaller, { scripts }: Parts): Promise<FieldError[]> {
  const { rows } = await sql<{ id: number; name: string; accepted: boolean }>`
    SELECT s.id, s.name, EXISTS (SELECT FROM script_version v WHERE v.script_id = s.id AND v.status = 'ACCEPTED') AS accepted
    FROM script s
    WHERE s.id = ANY (${scripts}::bigint[]) AND s.organization_id = ${caller.organizationId} AND s.deleted_at IS NULL`.execute(
    database,
  )
  if (rows.length < scripts.length) return [{ field: 'script_id', message: 'There is no such script; choose another one' }]
  return rows
    .filter(({ accepted }) => !accepted)
    .map(({ name }) => ({ field: 'script_id', message: `The script ${name} has not been accepted by an administrator yet` }))
}

async function configProblems(database: Kysely<Database>, { scripts, configs }: Parts): Promise<FieldError[]> {
  const { rows } = await sql`
    SELECT FROM configuration
    WHERE id = ANY (${configs}::bigint[]) AND script_id = ANY (${scripts}::bigint[]) AND deleted_at IS NULL`.execute(database)
  if (rows.length === configs.length) return []
  return [{ field: 'configs', message: 'The script has no such configuration; choose another one' }]
}

const datasetTypes = { manual: 'static', ingress: 'dynamic' } as const

async function datasetProblems(
  database: Kysely<Database>,
  { organizationId, userId, administrator }: UserCaller,
  { type, datasets }: Parts,
  before: Omit<Parts, 'type'>,
): Promise<FieldError[]> {
  const { rows } = await sql<{ name: string; type: 'static' | 'dynamic' }>`
    SELECT name, type FROM dataset
    WHERE id = ANY (${datasets}::bigint[]) AND organization_id = ${organizationId} AND deleted_at IS NULL
      AND (${administrator} OR user_id = ${userId} OR id = ANY (${before.datasets}::bigint[]))`.execute(database)
  if (rows.length < datasets.length) return [{ field: 'datasets', message: 'There is no such dataset; choose another one' }]
  const wanted = datasetTypes[type]
  return rows
    .filter((row) => row.type !== wanted)
    .map(({ name }) => ({ field: 'datasets', message: `${name} is not ${wanted}; ${type} analyzers take ${wanted} datasets` }))
}

async function userProblems(
  database: Kysely<Database>,
  { organizationId }: UserCaller,
  { shares, execUser }: Parts,
  before: Omit<Parts, 'type'>,
): Promise<FieldError[]> {
  const asked = [...shares, ...(execUser === null ? [] : [execUser])]
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM app_user WHERE id = ANY (${asked}::bigint[]) AND organization_id = ${organizationId} AND enabled`.execute(
    database,
  )
  // whoever was disabled since may stay
  const known = new Set([...rows.map(({ id }) => id), ...before.shares, before.execUser])
  const message = 'There is no such user; choose another one'
  return [
    ...(shares.every((id) => known.has(id)) ? [] : [{ field: 'share_users', message }]),
    ...(known.has(execUser) || execUser === null ? [] : [{ field: 'script_exec_user', message }]),
  ]
}

/** @throws Problem 422 for an environment that is not among the known ones; null and the empty name are the usual one */
export function requireEnvironment(name: string | null | undefined, known: readonly string[] | null): void {
  if (!name || known === null || known.includes(name)) return
  throw invalidField('environment', 'There is no such environment; choose another one')
}

/** Those that are not gone. */
export async function partsOf(database: Kysely<Database>, analyzerId: number): Promise<Omit<Parts, 'type'>> {
  const { rows } = await sql<Omit<Parts, 'type'>>`
    SELECT a.script_exec_user AS "execUser",
      ARRAY(SELECT script_id FROM analyzer_script x JOIN script s ON s.id = x.script_id
        WHERE analyzer_id = a.id AND s.deleted_at IS NULL ORDER BY place) AS scripts,
      ARRAY(SELECT configuration_id FROM analyzer_configuration x JOIN configuration c ON c.id = x.configuration_id
        WHERE analyzer_id = a.id AND c.deleted_at IS NULL ORDER BY place) AS configs,
      ARRAY(SELECT dataset_id FROM analyzer_dataset x JOIN dataset d ON d.id = x.dataset_id
        WHERE analyzer_id = a.id AND d.deleted_at IS NULL ORDER BY place) AS datasets,
      ARRAY(SELECT user_id FROM analyzer_share WHERE analyzer_id = a.id) AS shares
    FROM analyzer a WHERE a.id = ${analyzerId}`.execute(database)
  return rows[0] ?? nothing
}

/** Replaces the lists that are given. */
export async function putParts(
  transaction: Transaction<Database>,
  analyzerId: number,
  { scripts, configs, datasets, shares }: Partial<Parts>,
): Promise<void> {
  await put('analyzer_script', 'script_id', scripts)
  await put('analyzer_configuration', 'configuration_id', configs)
  await put('analyzer_dataset', 'dataset_id', datasets)
  if (shares !== undefined) {
    await transaction.deleteFrom('analyzer_share').where('analyzer_id', '=', analyzerId).execute()
    await sql`
      INSERT INTO analyzer_share (analyzer_id, user_id)
      SELECT ${analyzerId}, id FROM unnest(${shares}::bigint[]) AS id`.execute(transaction)
  }

  async function put(
    table: 'analyzer_script' | 'analyzer_configuration' | 'analyzer_dataset',
    column: string,
    ids: readonly number[] | undefined,
  ): Promise<void> {
    if (ids === undefined) return
    await transaction.deleteFrom(table).where('analyzer_id', '=', analyzerId).execute()
    await sql`
      INSERT INTO ${sql.table(table)} (analyzer_id, ${sql.ref(column)}, place)
      SELECT ${analyzerId}, id, place FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS given (id, place)`.execute(transaction)
  }
}
