import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { RecycledFile } from '#contract/recycling.ts'
import type { Database } from '#server/database/schema.ts'
import { contains } from '#server/features/archive/names.ts'

interface Page {
  readonly q?: string | undefined
  readonly offset: number
  readonly max: number
}

/** One page of the recycle bin, the last recycled first. */
export async function findRecycled(
  database: Kysely<Database>,
  organizationId: number,
  { q = '', offset, max }: Page,
  purgeDate: (recycled: Date) => Date,
): Promise<{ total: number; rows: RecycledFile[] }> {
  const inBin = database
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('file.organization_id', '=', organizationId)
    .where('file.recycled_at', 'is not', null)
    .$if(q !== '', (query) =>
      query.where(
        sql<boolean>`lower(concat_ws(' ', file.file_name, upload.display_name, vehicle.name, vehicle.display_name)) LIKE lower(${contains(q)})`,
      ),
    )
  const { total } = await inBin.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await inBin
    .leftJoin('device', 'device.id', 'upload.device_id')
    .leftJoin('app_user', 'app_user.id', 'file.recycled_by')
    .select(['file.id', 'file.file_name', 'file.extension', 'file.size', 'file.recycled_at'])
    .select(['upload.id as upload_id', 'upload.display_name', 'upload.start_date', 'upload.end_date'])
    .select(['vehicle.id as vehicle_id', 'vehicle.name as vehicle_name', 'vehicle.display_name as vehicle_display_name'])
    .select(['device.id as device_id', 'device.type as device_type', 'device.serial as device_serial'])
    .select(['app_user.id as user_id', 'app_user.username'])
    .orderBy('file.recycled_at', 'desc')
    .orderBy('file.id', 'desc')
    .limit(max)
    .offset(offset)
    .execute()
  return {
    total,
    rows: rows.flatMap(({ recycled_at: recycled, vehicle_id, device_id, user_id, ...row }) =>
      recycled === null
        ? []
        : {
            id: row.id,
            fileName: row.file_name,
            extension: row.extension,
            size: row.size,
            uploadId: row.upload_id,
            displayName: row.display_name,
            startDate: row.start_date.toISOString(),
            endDate: row.end_date.toISOString(),
            vehicle:
              vehicle_id === null
                ? null
                : { id: vehicle_id, name: row.vehicle_name ?? '', displayName: row.vehicle_display_name ?? '' },
            device: device_id === null ? null : { id: device_id, type: row.device_type ?? '', serial: row.device_serial ?? '' },
            recycledDate: recycled.toISOString(),
            recycledBy: user_id === null ? null : { id: user_id, username: row.username ?? '' },
            purgeDate: purgeDate(recycled).toISOString(),
          },
    ),
  }
}
