import { sql } from 'kysely'
import type { Platform } from '#server/platform.ts'
import { setDemoState } from './state.ts'

/**
 * Removes the demo fleets whole: vehicles, devices, uploads, files. Safe to repeat, and may be broken off:
 * rows go in one transaction, blobs after it (blobs without a row are swept like any other).
 * @returns how many uploads went
 */
export async function removeDemo(platform: Platform): Promise<number> {
  await setDemoState(platform, 'removing')
  const { blobs, uploads } = await deleteRows(platform)
  for (const key of blobs) await platform.blobs.delete(key)
  await setDemoState(platform, 'absent')
  return uploads
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
    await run(sql`
      CREATE TEMPORARY TABLE demo_upload ON COMMIT DROP AS
        SELECT id, group_id FROM upload
        WHERE vehicle_id IN (SELECT id FROM demo_vehicle) OR device_id IN (SELECT id FROM demo_device)`)
    await run(sql`
      DELETE FROM job WHERE device_id IN (SELECT id FROM demo_device)
        OR lookup_id IN (SELECT id FROM file_version WHERE upload_id IN (SELECT id FROM demo_upload))`)
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
    await run(sql`DELETE FROM fleet WHERE demo`)
    return { blobs: files.rows.map((file) => file.blob_key), uploads: Number(uploads.numAffectedRows ?? 0) }
  })
}
