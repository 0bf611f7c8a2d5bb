import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DatasetFilter, DatasetType, ListedDataset } from '#contract/datasets.ts'
import type { IpaUser } from '#contract/ipa-fields.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'

interface DatasetRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: DatasetType
  readonly user: IpaUser | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly filters: DatasetFilter[]
  readonly file_count: number
  readonly total_size: number
  readonly analyzers: number
}

/** Datasets are private to their creator; administrators see all of the organization. */
const seenBy = ({ userId, organizationId, administrator }: UserCaller): RawBuilder<boolean> => sql`
  d.organization_id = ${organizationId} AND d.deleted_at IS NULL AND (${administrator} OR d.user_id = ${userId})`

const select = (where: RawBuilder<boolean>): RawBuilder<DatasetRow> => sql`
  SELECT d.id, d.name, d.description, d.type, d.created_at, d.updated_at, d.filters,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.username) END AS user,
    held.file_count, held.total_size,
    (SELECT count(*) FROM analyzer_dataset ad JOIN analyzer a ON a.id = ad.analyzer_id
      WHERE ad.dataset_id = d.id AND a.deleted_at IS NULL) AS analyzers
  FROM dataset d LEFT JOIN app_user p ON p.id = d.user_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS file_count, coalesce(sum(fv.size), 0)::bigint AS total_size
    FROM dataset_file df JOIN file_version fv ON fv.id = df.file_version_id JOIN upload u ON u.id = fv.upload_id
    WHERE df.dataset_id = d.id AND fv.recycled_at IS NULL AND u.shape_id IS NOT NULL) held
  WHERE ${where}
  ORDER BY d.id DESC`

/** Newest first. */
export async function listDatasetsOf(
  database: Kysely<Database>,
  caller: UserCaller,
  type: DatasetType | undefined,
): Promise<ListedDataset[]> {
  const ofType = type === undefined ? sql<boolean>`true` : sql<boolean>`d.type = ${type}`
  const { rows } = await select(sql`${seenBy(caller)} AND ${ofType}`).execute(database)
  return rows.map((row) => present(row, caller))
}

export async function findDataset(
  database: Kysely<Database>,
  caller: UserCaller,
  id: number,
): Promise<ListedDataset | undefined> {
  const { rows } = await select(sql`${seenBy(caller)} AND d.id = ${id}`).execute(database)
  return rows[0] && present(rows[0], caller)
}

interface NewDataset {
  readonly name: string
  readonly description: string
  readonly type: DatasetType
  readonly filters: readonly DatasetFilter[]
}

export async function insertDataset(
  transaction: Transaction<Database>,
  { organizationId, userId }: UserCaller,
  { name, description, type, filters }: NewDataset,
): Promise<number> {
  const { id } = await transaction
    .insertInto('dataset')
    .values({ organization_id: organizationId, user_id: userId, name, description, type, filters: JSON.stringify(filters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is undefined stays. */
export async function changeDataset(
  transaction: Transaction<Database>,
  id: number,
  { name, description, filters }: Partial<Omit<NewDataset, 'type'>>,
): Promise<void> {
  await transaction
    .updateTable('dataset')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** @param files a statement that selects ids */
export async function putFiles(transaction: Transaction<Database>, id: number, files: RawBuilder<unknown>): Promise<void> {
  await transaction.deleteFrom('dataset_file').where('dataset_id', '=', id).execute()
  await sql`INSERT INTO dataset_file (dataset_id, file_version_id) SELECT DISTINCT ${id}::bigint, f.id FROM (${files}) f`.execute(
    transaction,
  )
}

/** Analyzers that name it say that it is missing. */
export async function hideDataset(database: Kysely<Database>, id: number): Promise<void> {
  await database
    .updateTable('dataset')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

function present({ user, created_at, updated_at, ...row }: DatasetRow, caller: UserCaller): ListedDataset {
  const mayChange = caller.administrator || (user?.id === caller.userId && row.type === 'static')
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    user,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    filters: row.filters,
    file_count: row.file_count,
    total_size: row.total_size,
    analyzers: row.analyzers,
    may_edit: mayChange,
    may_delete: mayChange || user?.id === caller.userId,
  }
}
