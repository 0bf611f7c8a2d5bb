import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { Platform } from '#server/platform.ts'
import { errorCode } from '#server/settings/start-error.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { takeTurns } from '#server/features/uploads/turns.ts'
import { setDemoState } from './state.ts'

/**
 * Removes the demo fleets whole: vehicles, devices, uploads, files. Safe to repeat, and may be broken off:
 * rows go in one transaction, blobs after it (blobs without a row are swept like any other).
 * @returns how many uploads went
 */
export async function removeDemo(platform: Platform): Promise<number> {
  await setDemoState(platform, 'removing')
  await silenceLoggers(platform)
  const { blobs, uploads } = await withoutDisturbance(() => deleteRows(platform))
  for (const key of blobs) await platform.blobs.delete(key)
  await setDemoState(platform, 'absent')
  return uploads
}

/** Takes the tokens of the demo's loggers away, so that an arrival under way comes to its end. */
async function silenceLoggers({ database }: Platform): Promise<void> {
  await sql`
    UPDATE device SET token_hash = NULL WHERE id IN (
      SELECT device_id FROM device_assignment
        JOIN vehicle ON vehicle.id = vehicle_id JOIN fleet ON fleet.id = fleet_id WHERE fleet.demo)`.execute(database)
}

/** PostgreSQL: a row came to one that is being deleted, or two transactions wait for each other. */
const disturbances = new Set(['23503', '40P01', '40001'])
const mostTries = 20

/** Files whose last byte had arrived before the tokens went may still be archived meanwhile; then everything is tried again. */
async function withoutDisturbance<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !disturbances.has(errorCode(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * tries))
    }
  }
}

async function deleteRows({ database }: Platform): Promise<{ blobs: string[]; uploads: number }> {
  return await database.transaction().execute(async (transaction) => {
    const run = async (statement: ReturnType<typeof sql>) => await statement.execute(transaction)
    await run(sql`
      CREATE TEMPORARY TABLE demo_vehicle ON COMMIT DROP AS
        SELECT vehicle.id FROM vehicle JOIN fleet ON fleet.id = vehicle.fleet_id WHERE fleet.demo`)
    await run(sql`
      CREATE TEMPORARY TABLE demo_device ON COMMIT DROP AS
        SELECT DISTINCT device_id AS id FROM device_assignment WHERE vehicle_id IN (SELECT id FROM demo_vehicle)`)
    // what is being archived comes first, and goes too
    const ids = async (table: 'demo_device' | 'demo_vehicle') =>
      (await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}`.execute(transaction)).rows.map(({ id }) => id)
    await takeTurns(transaction, { devices: await ids('demo_device'), vehicles: await ids('demo_vehicle') })
    await run(sql`
      CREATE TEMPORARY TABLE demo_upload ON COMMIT DROP AS
        SELECT id, group_id FROM upload
        WHERE vehicle_id IN (SELECT id FROM demo_vehicle) OR device_id IN (SELECT id FROM demo_device)`)
    await run(sql`
      DELETE FROM job WHERE device_id IN (SELECT id FROM demo_device)
        OR (job_type IN ('INGEST', 'DECODE')
          AND lookup_id IN (SELECT id FROM file_version WHERE upload_id IN (SELECT id FROM demo_upload)))`)
    const stores = await sql<{ key: string | null }>`
      DELETE FROM recording WHERE file_version_id IN (SELECT id FROM file_version WHERE upload_id IN (SELECT id FROM demo_upload))
      RETURNING store_key AS key`.execute(transaction)
    const files = await sql<{ blob_key: string; size: number; organization_id: number }>`
      DELETE FROM file_version WHERE upload_id IN (SELECT id FROM demo_upload)
      RETURNING blob_key, size, organization_id`.execute(transaction)
    const freed = new Map<number, number>()
    for (const file of files.rows) freed.set(file.organization_id, (freed.get(file.organization_id) ?? 0) + file.size)
    for (const [organization, size] of freed) {
      await run(sql`UPDATE organization SET used_bytes = greatest(0, used_bytes - ${size}) WHERE id = ${organization}`)
    }
    const uploads = await sql`DELETE FROM upload WHERE id IN (SELECT id FROM demo_upload)`.execute(transaction)
    await run(sql`
      DELETE FROM upload_group WHERE id IN (SELECT group_id FROM demo_upload)
        AND NOT EXISTS (SELECT FROM upload WHERE upload.group_id = upload_group.id)`)
    await run(
      sql`DELETE FROM device_assignment WHERE device_id IN (SELECT id FROM demo_device) OR vehicle_id IN (SELECT id FROM demo_vehicle)`,
    )
    await run(
      sql`DELETE FROM device WHERE id IN (SELECT id FROM demo_device) AND NOT EXISTS (SELECT FROM upload WHERE upload.device_id = device.id)`,
    )
    await run(sql`DELETE FROM vehicle WHERE id IN (SELECT id FROM demo_vehicle)`)
    const organizations = await sql<{ organization_id: number }>`DELETE FROM fleet WHERE demo RETURNING organization_id`.execute(
      transaction,
    )
    const catalogKeys = await deleteCatalog(
      transaction,
      organizations.rows.map((fleet) => fleet.organization_id),
    )
    const storeKeys = stores.rows.flatMap(({ key }) => key ?? [])
    return {
      blobs: [...files.rows.map((file) => file.blob_key), ...storeKeys, ...catalogKeys],
      uploads: Number(uploads.numAffectedRows ?? 0),
    }
  })
}

/** The catalog that came with the demo, unless somebody assigned it to vehicles of their own; gives its blobs. */
async function deleteCatalog(transaction: Transaction<Database>, organizationIds: readonly number[]): Promise<string[]> {
  const versions = await sql<{ id: number; blob_key: string; form_key: string | null }>`
    SELECT version.id, blob_key, form_key FROM catalog JOIN catalog_version AS version ON version.catalog_id = catalog.id
    WHERE catalog.organization_id = ANY(${[...organizationIds]}) AND catalog.name = ${demoCatalog.name}
      AND NOT EXISTS (SELECT FROM catalog_assignment WHERE catalog_assignment.catalog_id = catalog.id)
    FOR UPDATE OF catalog`.execute(transaction)
  const ids = versions.rows.map(({ id }) => id)
  await sql`DELETE FROM job WHERE job_type = 'CATALOG_IMPORT' AND lookup_id = ANY(${ids})`.execute(transaction)
  await sql`DELETE FROM catalog WHERE id IN (SELECT catalog_id FROM catalog_version WHERE id = ANY(${ids}))`.execute(transaction)
  return versions.rows.flatMap(({ blob_key, form_key }) => (form_key === null ? [blob_key] : [blob_key, form_key]))
}
