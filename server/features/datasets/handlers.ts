import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Dataset, DatasetFilter, ListedDataset } from '#contract/datasets.ts'
import { mostDatasetFiles } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { countFound, filesOfDataset, listFiles, sumFiles } from './files.ts'
import { matchingFiles } from './matcher.ts'
import { changeDataset, findDataset, hideDataset, insertDataset, listDatasetsOf, putFiles } from './store.ts'

type Ours =
  | 'listDatasets'
  | 'createDataset'
  | 'getDataset'
  | 'updateDataset'
  | 'deleteDataset'
  | 'listDatasetFiles'
  | 'tryDatasetFilters'

/** Files that the answer to tried criteria shows. */
const shownFiles = 20

export function datasetHandlers({ database }: Platform): HandlersOf<Ours> {
  const find = async (caller: UserCaller, id: number): Promise<ListedDataset> => {
    const found = await findDataset(database, caller, id)
    if (found === undefined) throw notFound()
    return found
  }
  const whole = async (caller: UserCaller, id: number): Promise<Dataset> => {
    const found = await find(caller, id)
    return { ...found, upload_file_version_id: found.type === 'static' ? await idsOf(database, id) : [] }
  }

  return {
    async listDatasets({ caller, query }) {
      return await listDatasetsOf(database, caller, query.type)
    },

    async createDataset({ caller, body }) {
      const { name, description, type, filters, upload_file_version_id: ids } = body
      if (type === 'dynamic' && !caller.administrator) throw new Problem('forbidden')
      const id = await unlessNameTaken(name, () =>
        database.transaction().execute(async (transaction) => {
          const made = await insertDataset(transaction, caller, { name, description, type, filters })
          if (type === 'static')
            await putFiles(transaction, made, await chosenFiles(transaction, caller.organizationId, ids, filters))
          return made
        }),
      )
      return await whole(caller, id)
    },

    async getDataset({ caller, params }) {
      return await whole(caller, params.id)
    },

    async updateDataset({ caller, params, body }) {
      const { type, may_edit: mayEdit } = await find(caller, params.id)
      if (!mayEdit) throw new Problem('forbidden')
      const { upload_file_version_id: ids, ...changes } = body
      await unlessNameTaken(body.name ?? '', () =>
        database.transaction().execute(async (transaction) => {
          await changeDataset(transaction, params.id, changes)
          if (type === 'static' && ids !== undefined)
            await putFiles(transaction, params.id, await chosenFiles(transaction, caller.organizationId, ids, []))
        }),
      )
      return await whole(caller, params.id)
    },

    async deleteDataset({ caller, params }) {
      const { may_delete: mayDelete } = await find(caller, params.id)
      if (!mayDelete) throw new Problem('forbidden')
      await hideDataset(database, params.id)
      return undefined
    },

    async listDatasetFiles({ caller, params, query: { offset, max } }) {
      const { type, filters } = await find(caller, params.id)
      const ids = type === 'static' ? filesOfDataset(params.id) : await matchingFiles(database, caller.organizationId, filters)
      if (ids === undefined) return new Answer([], { total: 0, max, offset })
      const { files } = await sumFiles(database, ids)
      return new Answer(await listFiles(database, ids, { offset, max }), { total: files, max, offset })
    },

    async tryDatasetFilters({ caller, body }) {
      const ids = await matchingFiles(database, caller.organizationId, body.filters)
      if (ids === undefined) return { uploads: 0, files: 0, bytes: 0, newest: [] }
      const newest = await listFiles(database, ids, { offset: 0, max: shownFiles })
      return { ...(await sumFiles(database, ids)), newest }
    },
  }
}

async function idsOf(database: Kysely<Database>, datasetId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${filesOfDataset(datasetId)} ORDER BY fv.id`.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * The files of a static dataset: those that were chosen, or, where only criteria are given, those that match now.
 * @throws Problem 404 when one of them cannot be found, 422 when there are none or too many
 */
async function chosenFiles(
  transaction: Transaction<Database>,
  organizationId: number,
  given: readonly number[],
  filters: readonly DatasetFilter[],
): Promise<RawBuilder<unknown>> {
  const ids = [...new Set(given)]
  if (ids.length > 0) {
    if ((await countFound(transaction, organizationId, ids)) < ids.length) throw notFound()
    return sql`SELECT unnest(${ids}::bigint[]) AS id`
  }
  if (filters.length === 0) throw invalidField('upload_file_version_id', 'Select at least one file')
  const matching = await matchingFiles(transaction, organizationId, filters)
  const { files } = matching === undefined ? { files: 0 } : await sumFiles(transaction, matching)
  if (matching === undefined || files === 0) throw invalidField('filters', 'No file matches; choose other criteria')
  if (files > mostDatasetFiles)
    throw invalidField(
      'filters',
      `${files} files match, and a static dataset holds ${mostDatasetFiles} at most; narrow the criteria`,
    )
  return matching
}
