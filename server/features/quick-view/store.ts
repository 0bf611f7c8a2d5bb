import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** A file of the organization that can be found. */
export async function findViewedFile(database: Kysely<Database>, organizationId: number, fileVersionId: number) {
  return await database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('file.id', '=', fileVersionId)
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
    .select(['file.id', 'file.file_name', 'file.extension', 'file.size', 'file.sha256', 'file.blob_key', 'file.recording'])
    .select(['upload.id as upload_id', 'upload.display_name', 'upload.start_date', 'upload.end_date'])
    .select(['vehicle.id as vehicle_id', 'vehicle.name as vehicle_name', 'vehicle.display_name as vehicle_display_name'])
    .executeTakeFirst()
}

export type ViewedFileRow = NonNullable<Awaited<ReturnType<typeof findViewedFile>>>
