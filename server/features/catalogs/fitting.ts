import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/operation.ts'
import type { listCatalogRecordings } from '#contract/catalogs.ts'
import type { AppliedCatalogFact, CatalogSuggestion, RecordedId } from '#contract/recordings.ts'
import type { Database } from '#server/database/schema.ts'
import type { AppliedOutline } from './match.ts'
import { matcherOf, seenOf } from './match.ts'

/** Recordings that a catalog is compared with: the newest. */
const mostRecordings = 1000
/** Recordings in memory at a time. */
const batch = 20

type FittedRecording = AnswerOf<typeof listCatalogRecordings>[number]

/** Recordings whose frames the catalog's newest version knows in part, best first; undefined when there is no such catalog. */
export async function recordingsFitting(
  database: Kysely<Database>,
  organizationId: number,
  catalogId: number,
): Promise<FittedRecording[] | undefined> {
  const version = await newestVersions(database, organizationId).where('catalog.id', '=', catalogId).executeTakeFirst()
  if (version === undefined) return (await isCatalog(database, organizationId, catalogId)) ? [] : undefined
  const match = matcherOf(version.outline)
  const fitted: FittedRecording[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (let looked = 0; looked < mostRecordings; looked += batch) {
    const rows = await recordingsBefore(database, organizationId, before)
    for (const row of rows) {
      const found = match(seenOf(row.ids))
      if (found.matchedIds > 0) fitted.push(present(row, catalogId, found))
    }
    before = rows.at(-1)?.id ?? 0
    if (rows.length < batch) break
  }
  return fitted.toSorted((a, b) => b.match.rate - a.match.rate || b.fileVersionId - a.fileVersionId)
}

/** The next newest recordings with frames; one that is damaged may have very many identifiers, so few at a time. */
async function recordingsBefore(database: Kysely<Database>, organizationId: number, before: number) {
  return await database
    .selectFrom('recording')
    .innerJoin('file_version as file', 'file.id', 'recording.file_version_id')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('recording.organization_id', '=', organizationId)
    .where('recording.file_version_id', '<', before)
    .where(sql<boolean>`recording.ids <> '[]' AND file.recycled_at IS NULL AND upload.shape_id IS NOT NULL`)
    .select(['file.id', 'upload.id as uploadId', 'file.file_name', 'upload.display_name', 'upload.start_date'])
    .select(['vehicle.id as vehicleId', 'vehicle.name as vehicleName', 'vehicle.display_name as vehicleDisplayName'])
    .select(['recording.ids', 'recording.catalogs'])
    .orderBy('recording.file_version_id', 'desc')
    .limit(batch)
    .execute()
}

type Row = Awaited<ReturnType<typeof recordingsBefore>>[number]

function present(row: Row, catalogId: number, match: FittedRecording['match']): FittedRecording {
  return {
    fileVersionId: row.id,
    uploadId: row.uploadId,
    fileName: row.file_name,
    displayName: row.display_name,
    startDate: row.start_date.toISOString(),
    vehicle:
      row.vehicleId === null
        ? null
        : { id: row.vehicleId, name: row.vehicleName ?? '', displayName: row.vehicleDisplayName ?? '' },
    applied: row.catalogs.some((applied) => applied.catalogId === catalogId),
    match,
  }
}

/** The organization's catalogs that know identifiers of a recording, best first. */
export async function catalogsFitting(
  database: Kysely<Database>,
  organizationId: number,
  recording: { ids: readonly RecordedId[]; applied: readonly { catalogId: number }[] },
): Promise<CatalogSuggestion[]> {
  const seen = seenOf(recording.ids)
  const versions = await newestVersions(database, organizationId).execute()
  return versions
    .map(({ outline, ...version }) => ({
      ...version,
      applied: recording.applied.some(({ catalogId }) => catalogId === version.catalogId),
      match: matcherOf(outline)(seen),
    }))
    .filter(({ match }) => match.matchedIds > 0)
    .toSorted((a, b) => b.match.rate - a.match.rate || a.catalogId - b.catalogId)
}

/** The outlines of the catalogs that were applied to a recording. */
export async function appliedOutlines(
  database: Kysely<Database>,
  applied: readonly AppliedCatalogFact[],
): Promise<AppliedOutline[]> {
  if (applied.length === 0) return []
  const rows = await database
    .selectFrom('catalog_version')
    .where(
      'id',
      'in',
      applied.map(({ versionId }) => versionId),
    )
    .select(['id', 'outline'])
    .execute()
  const outlines = new Map(rows.map(({ id, outline }) => [id, outline]))
  return applied.map(({ versionId, channels }) => ({ outline: outlines.get(versionId) ?? [], channels }))
}

/** The newest version that is ready of each catalog. */
function newestVersions(database: Kysely<Database>, organizationId: number) {
  return database
    .selectFrom('catalog_version as version')
    .innerJoin('catalog', 'catalog.id', 'version.catalog_id')
    .where('catalog.organization_id', '=', organizationId)
    .where('version.state', '=', 'ready')
    .distinctOn('catalog.id')
    .select(['catalog.id as catalogId', 'catalog.name', 'version.id as versionId', 'version.number as versionNumber'])
    .select('version.outline')
    .orderBy('catalog.id')
    .orderBy('version.number', 'desc')
}

async function isCatalog(database: Kysely<Database>, organizationId: number, id: number): Promise<boolean> {
  const row = await database
    .selectFrom('catalog')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
