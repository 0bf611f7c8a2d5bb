import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { viewerWordsOf } from '#contract/viewers.ts'
import type { Database } from '#server/database/schema.ts'

/** Extensions that the signal viewer opens. */
const signalExtensions: ReadonlySet<string> = new Set(['db', 'dat', 'mf4'])

/** The rows of a page in the order of the ids, with their live versions: two queries, however many rows. */
export async function uploadRows(database: Kysely<Database>, ids: readonly number[]): Promise<UploadRow[]> {
  if (ids.length === 0) return []
  const uploads = new Map((await findUploads(database, ids)).map((upload) => [upload.id, upload]))
  const versions = Map.groupBy(await findVersions(database, ids), (version) => version.upload_id)
  return ids.flatMap((id) => {
    const upload = uploads.get(id)
    return upload === undefined ? [] : [present(upload, versions.get(id) ?? [])]
  })
}

type Upload = Awaited<ReturnType<typeof findUploads>>[number]
type Version = Awaited<ReturnType<typeof findVersions>>[number]

async function findUploads(database: Kysely<Database>, ids: readonly number[]) {
  return await database
    .selectFrom('upload')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .leftJoin('device', 'device.id', 'upload.device_id')
    .leftJoin('device_script', 'device_script.id', 'upload.script_id')
    .select(['upload.id', 'group_id', 'collection', 'upload.display_name', 'start_date', 'end_date', 'received_at', 'extensions'])
    .select(['vehicle.id as vehicle_id', 'vehicle.name as vehicle_name', 'vehicle.display_name as vehicle_display_name'])
    .select(['device_script.id as script_id', 'device_script.name as script_name'])
    .select(['device.id as device_id', 'device.type as device_type', 'device.serial as device_serial'])
    .select(sql<boolean>`upload.notes IS NOT NULL AND upload.notes <> ''`.as('has_notes'))
    .where('upload.id', '=', sql<number>`ANY (${ids}::bigint[])`)
    .execute()
}

async function findVersions(database: Kysely<Database>, ids: readonly number[]) {
  return await database
    .selectFrom('file_version')
    .where('upload_id', '=', sql<number>`ANY (${ids}::bigint[])`)
    .where('recycled_at', 'is', null)
    .select(['id', 'upload_id', 'file_name', 'extension', 'size', 'sha256', 'state', 'problem', 'recording'])
    .orderBy('id')
    .execute()
}

function present(upload: Upload, versions: readonly Version[]): UploadRow {
  const { vehicle_id, vehicle_name, vehicle_display_name, device_id, device_type, device_serial } = upload
  return {
    uploadId: upload.id,
    groupId: upload.group_id,
    collection: upload.collection,
    displayName: upload.display_name,
    startDate: upload.start_date.toISOString(),
    endDate: upload.end_date.toISOString(),
    receivedDate: upload.received_at.toISOString(),
    vehicle: vehicle_id === null ? null : { id: vehicle_id, name: vehicle_name ?? '', displayName: vehicle_display_name ?? '' },
    device: device_id === null ? null : { id: device_id, type: device_type ?? '', serial: device_serial ?? '' },
    extractionNotesTxt: upload.has_notes,
    script: upload.script_id === null ? null : { id: upload.script_id, name: upload.script_name ?? '' },
    dataSpy: upload.extensions.filter((extension) => signalExtensions.has(extension)),
    viewable: upload.extensions.filter((extension) => viewerWordsOf(extension).length > 0),
    versions: versions.map((version) => presentVersion(upload, version)),
  }
}

function presentVersion(upload: Upload, version: Version): FileVersion {
  return {
    id: version.id,
    extension: version.extension,
    size: version.size,
    fileName: version.file_name,
    startDate: version.recording?.startDate ?? upload.start_date.toISOString(),
    endDate: version.recording?.endDate ?? upload.end_date.toISOString(),
    vehicleName: upload.vehicle_name ?? '',
    vehicleDisplayName: upload.vehicle_display_name ?? '',
    deviceId: upload.device_id,
    sha256: version.sha256.toString('hex'),
    state: version.state,
    problem: version.problem,
    recording: version.recording,
  }
}
