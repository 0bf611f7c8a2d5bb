import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AppliedCatalogFact } from '#contract/recordings.ts'
import type { TroubleCode } from '#recording/diagnostics/trouble-code.ts'
import type { Instant } from '#recording/instant.ts'
import type { Location } from '#recording/locations/locations.ts'
import type { ReadRecording } from '#recording/reading/recording-pass.ts'
import type { Database } from '#server/database/schema.ts'
import { catalogsFor, sameCatalogs } from '#server/features/catalogs/applied.ts'
import type { Inspection } from './inspect.ts'
import type { FoundFile } from './store.ts'

interface Inspected extends Inspection {
  readonly look: { readonly kind: 'recording' } & ReadRecording
}

/** Miles per hour in a metre per second. */
const mphPerMetrePerSecond = 1 / 0.44704
/** Rows that one statement inserts. */
const batch = 5000

/** Keeps all that was found in a recording, in place of what was known before; false when its file was purged meanwhile. */
export async function putRecording(transaction: Transaction<Database>, file: FoundFile, inspected: Inspected): Promise<boolean> {
  const { look } = inspected
  const held = await transaction
    .selectFrom('file_version as file')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .where('file.id', '=', file.id)
    .select(['upload.vehicle_id', 'file.exported_from'])
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
  // what was exported says again what its source has said
  if (held.exported_from !== null) return true
  const { origin } = look.header
  await insertLocations(transaction, { fileVersionId: file.id, vehicleId: held.vehicle_id, origin }, look.locations)
  await insertTroubleCodes(transaction, { fileVersionId: file.id, origin }, look.troubleCodes)
  return true
}

function columnsOf({ look, beganAt, catalogs, storeKey }: Inspected) {
  const { store, ids, attachments, facts, notes } = look
  const ready = store.state === 'ready' ? store : { size: 0, signalCount: 0, sampleCount: 0 }
  return {
    began_at: beganAt,
    ids: json(ids),
    catalogs: json(catalogs.map(factOf)),
    attachments: json(attachments),
    notes: json([...notes, ...facts.map(({ name, value, source }) => `${name} of ${source}: ${value}`)]),
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

/** Milliseconds since 1970, UTC, with their fraction. */
function epochMsOf({ epochMs, nanos }: Instant, timeNs: number): number {
  return epochMs + (nanos + timeNs) / 1e6
}

async function insertLocations(
  transaction: Transaction<Database>,
  of: { fileVersionId: number; vehicleId: number | null; origin: Instant },
  locations: readonly Location[],
): Promise<void> {
  for (let from = 0; from < locations.length; from += batch) {
    const part = locations.slice(from, from + batch)
    await sql`
      INSERT INTO location (file_version_id, vehicle_id, gps_timestamp, latitude, longitude, speed_mph, accuracy)
      SELECT ${of.fileVersionId}, ${of.vehicleId}, to_timestamp(ms / 1000), latitude, longitude, speed, accuracy
      FROM unnest(${part.map(({ timeNs }) => epochMsOf(of.origin, timeNs))}::float8[], ${part.map((point) => point.latitude)}::float8[],
        ${part.map((point) => point.longitude)}::float8[], ${part.map(({ speed }) => (speed === null ? null : speed * mphPerMetrePerSecond))}::real[],
        ${part.map((point) => point.accuracy)}::real[]) AS point (ms, latitude, longitude, speed, accuracy)`.execute(transaction)
  }
}

async function insertTroubleCodes(
  transaction: Transaction<Database>,
  of: { fileVersionId: number; origin: Instant },
  codes: readonly TroubleCode[],
): Promise<void> {
  for (let from = 0; from < codes.length; from += batch) {
    const rows = codes.slice(from, from + batch).map(({ protocol, code, status, source, channel, count, firstNs, lastNs }) => ({
      protocol,
      code,
      status,
      source,
      channel,
      count,
      file_version_id: of.fileVersionId,
      first_seen: new Date(epochMsOf(of.origin, firstNs)),
      last_seen: new Date(epochMsOf(of.origin, lastNs)),
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
