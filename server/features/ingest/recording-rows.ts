import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AppliedCatalogFact } from '#contract/recordings.ts'
import type { Database } from '#server/database/schema.ts'
import { catalogsFor, sameCatalogs } from '#server/features/catalogs/applied.ts'
import type { Inspection } from './inspect.ts'
import type { ObservedLocation, ObservedTroubleCode } from './observers.ts'
import type { FoundFile } from './store.ts'
import type { SeenRecording } from './thread-messages.ts'

interface Inspected extends Inspection {
  readonly look: SeenRecording
}

/** Rows that one statement inserts. */
const batch = 5000

/** Keeps all that was found in a recording, in place of what was known before; false when its file was purged meanwhile. */
export async function putRecording(transaction: Transaction<Database>, file: FoundFile, inspected: Inspected): Promise<boolean> {
  const { look } = inspected
  const held = await transaction
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', file.id)
    .select('upload.vehicle_id')
    .forShare()
    .executeTakeFirst()
  if (held === undefined) return false
  const row = {
    file_version_id: file.id,
    organization_id: file.organizationId,
    origin_ms: look.header.origin.epochMs,
    origin_nanos: look.header.origin.nanos,
    ...columnsOf(inspected),
  }
  await transaction
    .insertInto('recording')
    .values(row)
    .onConflict((conflict) => conflict.column('file_version_id').doUpdateSet({ ...row, decoded_at: sql`now()` }))
    .execute()
  await transaction.deleteFrom('location').where('file_version_id', '=', file.id).execute()
  await transaction.deleteFrom('trouble_code').where('file_version_id', '=', file.id).execute()
  await insertLocations(transaction, { fileVersionId: file.id, vehicleId: held.vehicle_id }, look.observed.locations)
  await insertTroubleCodes(transaction, file.id, look.observed.troubleCodes)
  return true
}

function columnsOf({ look, beganAt, catalogs, storeKey }: Inspected) {
  const { store, ids, attachments, observed } = look
  const ready = store.state === 'ready' ? store : { size: 0, signalCount: 0, sampleCount: 0 }
  return {
    began_at: beganAt,
    ids: json(ids),
    catalogs: json(catalogs.map(factOf)),
    attachments: json(attachments),
    notes: json(observed.notes),
    store_state: store.state,
    store_key: storeKey,
    store_size: ready.size,
    store_problem: store.state === 'failed' ? store.problem : null,
    signal_count: ready.signalCount,
    sample_count: ready.sampleCount,
  }
}

function factOf({ catalogId, name, versionId, versionNumber, channels, scope }: AppliedCatalogFact): AppliedCatalogFact {
  return { catalogId, name, versionId, versionNumber, channels, scope }
}

/** PostgreSQL keeps neither zero characters nor halves of characters, which names in a file may have. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  )
}

async function insertLocations(
  transaction: Transaction<Database>,
  of: { fileVersionId: number; vehicleId: number | null },
  locations: readonly ObservedLocation[],
): Promise<void> {
  for (let from = 0; from < locations.length; from += batch) {
    const part = locations.slice(from, from + batch)
    await sql`
      INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude, speed_mph, accuracy)
      SELECT ${of.fileVersionId}, ${of.vehicleId}, to_timestamp(ms / 1000), latitude, longitude, speed, accuracy
      FROM unnest(${part.map((point) => point.epochMs)}::float8[], ${part.map((point) => point.latitude)}::float8[],
        ${part.map((point) => point.longitude)}::float8[], ${part.map((point) => point.speedMph)}::real[],
        ${part.map((point) => point.accuracy)}::real[]) AS point (ms, latitude, longitude, speed, accuracy)`.execute(transaction)
  }
}

async function insertTroubleCodes(
  transaction: Transaction<Database>,
  fileVersionId: number,
  codes: readonly ObservedTroubleCode[],
): Promise<void> {
  for (let from = 0; from < codes.length; from += batch) {
    const rows = codes.slice(from, from + batch).map(({ protocol, code, status, source, channel, count, firstMs, lastMs }) => ({
      protocol,
      code,
      status,
      source,
      channel,
      count,
      file_version_id: fileVersionId,
      first_seen: new Date(firstMs),
      last_seen: new Date(lastMs),
    }))
    await transaction.insertInto('trouble_code').values(rows).execute()
  }
}

/** Whether other catalogs hold for the recording than it was decoded with: they changed, or its vehicle did. */
export async function catalogsHaveChanged(
  transaction: Transaction<Database>,
  file: FoundFile,
  { beganAt, catalogs }: Inspection,
): Promise<boolean> {
  const upload = await transaction
    .selectFrom('upload')
    .where('id', '=', file.uploadId)
    .select('vehicle_id')
    .executeTakeFirstOrThrow()
  const now = await catalogsFor(transaction, {
    organizationId: file.organizationId,
    vehicleId: upload.vehicle_id,
    beganAt,
  })
  return !sameCatalogs(now, catalogs)
}

/** Keeps why a recording could not be decoded again; what was decoded before stays. */
export async function putStoreProblem(transaction: Transaction<Database>, fileVersionId: number, problem: string): Promise<void> {
  await transaction
    .updateTable('recording')
    .set({ store_problem: problem.replaceAll('\u0000', '').slice(0, 2000) })
    .where('file_version_id', '=', fileVersionId)
    .execute()
}
