import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DeviceScript } from '#contract/device-scripts.ts'
import { mostScriptCollections } from '#contract/device-scripts.ts'
import type { Database } from '#server/database/schema.ts'

export type ScriptFileKind = 'file' | 'vsdb'

/** A script of the organization's loggers, with its files and the collections that can be found. */
export async function findScript(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
): Promise<DeviceScript | undefined> {
  const script = await database
    .selectFrom('device_script')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .select(['id', 'name', 'created_at'])
    .executeTakeFirst()
  if (script === undefined) return undefined
  const files = await database
    .selectFrom('device_script_file')
    .where('script_id', '=', id)
    .select(['id', 'kind', 'file_name', 'size'])
    .execute()
  const file = files.find(({ kind }) => kind === 'file')
  return {
    id: script.id,
    name: script.name,
    downloadFile: file === undefined ? null : { id: file.id, size: file.size },
    collections: (await collectionsOf(database, id)).map((name) => ({ name })),
    vsdbName: files.find(({ kind }) => kind === 'vsdb')?.file_name ?? null,
    dateCreated: script.created_at.toISOString(),
  }
}

/** Sorted by name. One step through the index for each collection, however many uploads there are. */
async function collectionsOf(database: Kysely<Database>, scriptId: number): Promise<string[]> {
  const first = sql`SELECT min(collection) FROM upload WHERE script_id = ${scriptId} AND shape_id IS NOT NULL`
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE known (name) AS (
      ${first}
      UNION ALL
      SELECT (${first} AND collection > known.name) FROM known WHERE known.name IS NOT NULL
    )
    SELECT name FROM known WHERE name IS NOT NULL LIMIT ${mostScriptCollections}`.execute(database)
  return rows.map(({ name }) => name)
}

/** A file of a script as it is stored, by its own id, or the VSDB of a script by the script's. */
export async function findScriptFile(
  database: Kysely<Database>,
  organizationId: number,
  which: { readonly fileId: number } | { readonly vsdbOf: number },
) {
  return await database
    .selectFrom('device_script_file')
    .where('organization_id', '=', organizationId)
    .where((where) =>
      'fileId' in which ? where.and({ kind: 'file', id: which.fileId }) : where.and({ kind: 'vsdb', script_id: which.vsdbOf }),
    )
    .select(['file_name as fileName', 'size', 'sha256', 'blob_key as blobKey'])
    .executeTakeFirst()
}

export interface NewScriptFile {
  readonly organizationId: number
  readonly scriptId: number
  readonly userId: number
  readonly kind: ScriptFileKind
  readonly fileName: string
  readonly size: number
  readonly sha256: Buffer
  readonly blobKey: string
}

/**
 * Attaches a file in place of the one before; a new id, so that links to the one before do not give other bytes.
 * @returns the blobs that no row names any more; undefined when there is no such script
 */
export async function replaceScriptFile(database: Kysely<Database>, given: NewScriptFile): Promise<string[] | undefined> {
  return await database.transaction().execute(async (transaction) => {
    const script = await transaction
      .selectFrom('device_script')
      .where('id', '=', given.scriptId)
      .where('organization_id', '=', given.organizationId)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (script === undefined) return undefined
    const replaced = await transaction
      .deleteFrom('device_script_file')
      .where('script_id', '=', given.scriptId)
      .where('kind', '=', given.kind)
      .returning('blob_key')
      .execute()
    await transaction
      .insertInto('device_script_file')
      .values({
        organization_id: given.organizationId,
        script_id: given.scriptId,
        kind: given.kind,
        file_name: given.fileName,
        size: given.size,
        sha256: given.sha256,
        blob_key: given.blobKey,
        uploaded_by: given.userId,
      })
      .execute()
    return replaced.map((row) => row.blob_key)
  })
}
