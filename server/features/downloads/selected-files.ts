import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Files of the organization that can be found, in the order of a zip: by vehicle, collection and time. */
export async function findSelectedFiles(database: Kysely<Database>, organizationId: number, ids: readonly number[]) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .leftJoin('device', 'device.id', 'upload.device_id')
    .where('file.id', '=', sql<number>`ANY (${ids}::bigint[])`)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.file_name', 'file.extension', 'file.size', 'file.sha256', 'file.crc32', 'file.blob_key'])
    .select(['upload.id as upload_id', 'upload.collection', 'upload.display_name', 'upload.start_date', 'upload.end_date'])
    .select(['upload.vehicle_id', 'vehicle.name as vehicle_name', 'vehicle.display_name as vehicle_display_name'])
    .select(['upload.device_id', 'device.type as device_type', 'device.serial as device_serial'])
    .orderBy(sql`coalesce(nullif(vehicle.display_name, ''), vehicle.name, device.serial)`)
    .orderBy('upload.vehicle_id')
    .orderBy('upload.collection')
    .orderBy('upload.start_date')
    .orderBy('file.id')
    .execute()
}

export type SelectedFile = Awaited<ReturnType<typeof findSelectedFiles>>[number]

/** What it was recorded in or by: the vehicle, else the logger. */
export function sourceOf(file: SelectedFile): { key: string; name: string } {
  if (file.vehicle_id !== null)
    return {
      key: `vehicle ${file.vehicle_id}`,
      name: file.vehicle_display_name || file.vehicle_name || `Vehicle ${file.vehicle_id}`,
    }
  return { key: `device ${file.device_id}`, name: file.device_serial ?? 'No vehicle' }
}

/** Its line in manifest.json. */
export function describe(file: SelectedFile, path: string): string {
  return JSON.stringify({
    name: path,
    size: file.size,
    sha256: file.sha256.toString('hex'),
    fileVersionId: file.id,
    fileName: file.file_name,
    uploadId: file.upload_id,
    collection: file.collection,
    displayName: file.display_name,
    vehicle: file.vehicle_id === null ? null : { id: file.vehicle_id, name: file.vehicle_name, displayName: sourceOf(file).name },
    device: file.device_id === null ? null : { id: file.device_id, type: file.device_type, serial: file.device_serial },
    startDate: file.start_date.toISOString(),
    endDate: file.end_date.toISOString(),
  })
}
