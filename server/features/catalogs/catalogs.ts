import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Catalog, CatalogDetail } from '#contract/catalogs.ts'
import type { Database } from '#server/database/schema.ts'
import { contains } from '#server/features/archive/names.ts'
import { assignmentsOf } from './assignments.ts'
import { versionsOf } from './versions.ts'

interface Page {
  readonly q?: string | undefined
  readonly offset: number
  readonly max: number
}

/** A page of catalogs by name, and how many there are. */
export async function listCatalogPage(
  database: Kysely<Database>,
  organizationId: number,
  { q = '', offset, max }: Page,
): Promise<{ total: number; rows: Catalog[] }> {
  const matching = database
    .selectFrom('catalog')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) LIKE lower(${contains(q)})`)
  const { total } = await matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = await matching
    .select('id')
    .orderBy((order) => order.fn('lower', ['name']))
    .limit(max)
    .offset(offset)
    .execute()
  const details = await detailsOf(
    database,
    page.map(({ id }) => id),
  )
  // the contract drops the versions, which a list does not have
  return { total, rows: details }
}

export async function findCatalog(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
): Promise<CatalogDetail | undefined> {
  const row = await database
    .selectFrom('catalog')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .select('id')
    .executeTakeFirst()
  return row === undefined ? undefined : (await detailsOf(database, [row.id]))[0]
}

/** In the order of the ids. */
async function detailsOf(database: Kysely<Database>, ids: readonly number[]): Promise<CatalogDetail[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('catalog')
    .where('id', 'in', [...ids])
    .select(['id', 'name', 'kind', 'created_at'])
    .execute()
  const versions = Map.groupBy(await versionsOf(database, ids), ({ catalogId }) => catalogId)
  const assignments = Map.groupBy(await assignmentsOf(database, ids), ({ catalogId }) => catalogId)
  const details = new Map(
    rows.flatMap((row): [number, CatalogDetail][] => {
      const own = (versions.get(row.id) ?? []).map(({ version }) => version)
      const [newest] = own
      if (newest === undefined) return []
      const detail = {
        id: row.id,
        name: row.name,
        kind: row.kind,
        createdDate: row.created_at.toISOString(),
        versionCount: own.length,
        newest,
        assignments: (assignments.get(row.id) ?? []).map(({ assignment }) => assignment),
        versions: own,
      }
      return [[row.id, detail]]
    }),
  )
  return ids.flatMap((id) => details.get(id) ?? [])
}

export async function insertCatalog(
  database: Kysely<Database>,
  given: { organizationId: number; name: string; kind: Catalog['kind'] },
): Promise<number> {
  const { id } = await database
    .insertInto('catalog')
    .values({ organization_id: given.organizationId, name: given.name, kind: given.kind })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when there is no such catalog. */
export async function renameCatalog(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const row = await database
    .updateTable('catalog')
    .set({ name })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a catalog that is assigned nowhere; answers how many assignments it has, or undefined when there is no such catalog. */
export async function deleteUnassignedCatalog(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
): Promise<number | undefined> {
  return await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('catalog')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const count = (await assignmentsOf(transaction, [id])).length
    if (count > 0) return count
    // those of deleted fleets and vehicles
    await transaction.deleteFrom('catalog_assignment').where('catalog_id', '=', id).execute()
    await transaction.deleteFrom('catalog').where('id', '=', id).execute()
    return 0
  })
}
