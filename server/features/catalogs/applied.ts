import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AppliedCatalogFact } from '#contract/recordings.ts'
import type { Database } from '#server/database/schema.ts'

/** A catalog that holds for a recording, and where its own form lies. */
export interface HoldingCatalog extends AppliedCatalogFact {
  readonly formKey: string
}

interface Recorded {
  readonly organizationId: number
  readonly vehicleId: number | null
  readonly beganAt: Date
}

/**
 * The catalogs that hold for a recording, in the order in which they are asked for an identifier: those of the vehicle,
 * of its fleet, of the organization; among these those for one channel first, then the one assigned last.
 */
export async function catalogsFor(
  database: Kysely<Database>,
  { organizationId, vehicleId, beganAt }: Recorded,
): Promise<HoldingCatalog[]> {
  const { rows } = await sql<Row>`
    SELECT c.id AS "catalogId", c.name, v.id AS "versionId", v.number AS "versionNumber", v.form_key AS "formKey", a.channel,
      CASE WHEN a.vehicle_id IS NOT NULL THEN 'vehicle' WHEN a.fleet_id IS NOT NULL THEN 'fleet' ELSE 'organization' END AS scope
    FROM catalog_assignment a
    JOIN catalog c ON c.id = a.catalog_id
    JOIN LATERAL (
      SELECT id, number, form_key FROM catalog_version
      WHERE catalog_id = c.id AND state = 'ready' AND (a.version_id IS NULL OR id = a.version_id)
      ORDER BY number DESC LIMIT 1
    ) v ON true
    WHERE a.organization_id = ${organizationId} AND a.valid_from <= ${beganAt} AND a.valid_to > ${beganAt}
      AND ((a.vehicle_id IS NULL AND a.fleet_id IS NULL)
        OR a.vehicle_id = ${vehicleId}
        OR a.fleet_id = (SELECT fleet_id FROM vehicle WHERE id = ${vehicleId}))
    ORDER BY a.vehicle_id IS NULL, a.fleet_id IS NULL, a.channel IS NULL, a.id DESC`.execute(database)
  return merged(rows)
}

type Row = Omit<HoldingCatalog, 'channels'> & { readonly channel: number | null }

/** Assignments of the same version next to each other are one, of several channels; those that nothing is left for are dropped. */
function merged(rows: readonly Row[]): HoldingCatalog[] {
  const holding: HoldingCatalog[] = []
  for (const { channel, ...row } of rows) {
    const earlier = holding.filter(({ catalogId }) => catalogId === row.catalogId)
    const covered = earlier.some(({ channels }) => channels === null || (channel !== null && channels.includes(channel)))
    if (covered) continue
    const last = holding.at(-1)
    if (last?.versionId === row.versionId && last.scope === row.scope && last.channels !== null && channel !== null)
      holding[holding.length - 1] = { ...last, channels: [...last.channels, channel] }
    else holding.push({ ...row, channels: channel === null ? null : [channel] })
  }
  return holding
}

/** Whether both decode alike. */
export function sameCatalogs(a: readonly AppliedCatalogFact[], b: readonly AppliedCatalogFact[]): boolean {
  const key = (list: readonly AppliedCatalogFact[]): string =>
    JSON.stringify(list.map(({ versionId, channels }) => [versionId, channels]))
  return key(a) === key(b)
}
