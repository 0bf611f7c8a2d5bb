import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CatalogKind, CatalogVersion } from '#contract/catalogs.ts'
import type { AppliedCatalogFact, RecordedAttachment, RecordedId } from '#contract/recordings.ts'
import type { Time } from './time-columns.ts'

/** Identifier without flag bits, extended, length, of LIN, by parameter group number: one message of a catalog. */
export interface OutlineEntry {
  id: number
  extended: boolean
  length: number
  lin: boolean
  j1939: boolean
}

export interface CatalogTable {
  id: Generated<number>
  organization_id: number
  name: string
  kind: CatalogKind
  created_at: Time
}

export interface CatalogVersionTable {
  id: Generated<number>
  organization_id: number
  catalog_id: number
  number: number
  file_name: string
  size: number
  sha256: Buffer
  blob_key: string
  form_key: string | null
  state: Generated<CatalogVersion['state']>
  problem: string | null
  message_count: Generated<number>
  signal_count: Generated<number>
  notes: JSONColumnType<CatalogVersion['notes'], string | undefined, string>
  note_count: Generated<number>
  outline: JSONColumnType<OutlineEntry[], string | undefined, string>
  comment: Generated<string>
  uploaded_by: number | null
  uploaded_at: Time
}

export interface CatalogAssignmentTable {
  id: Generated<number>
  organization_id: number
  catalog_id: number
  fleet_id: number | null
  vehicle_id: number | null
  channel: number | null
  /** pg gives -Infinity and Infinity (numbers) for the open ends. */
  valid_from: ColumnType<Date | number, Date | string | undefined, Date | string>
  valid_to: ColumnType<Date | number, Date | string | undefined, Date | string>
  version_id: number | null
  created_at: Time
}

export interface RecordingTable {
  file_version_id: number
  organization_id: number
  origin_ms: number
  origin_nanos: number
  began_at: ColumnType<Date, Date | string, Date | string>
  ids: JSONColumnType<RecordedId[], string | undefined, string>
  catalogs: JSONColumnType<AppliedCatalogFact[], string | undefined, string>
  attachments: JSONColumnType<RecordedAttachment[], string | undefined, string>
  notes: JSONColumnType<string[], string | undefined, string>
  store_state: 'ready' | 'none' | 'failed'
  store_key: string | null
  store_size: Generated<number>
  store_problem: string | null
  signal_count: Generated<number>
  sample_count: Generated<number>
  decoded_at: Time
}

export interface LocationTable {
  file_version_id: number
  vehicle_id: number | null
  gps_timestamp: Date
  latitude: number
  longitude: number
  speed_mph: number | null
  accuracy: number | null
}

export interface TroubleCodeTable {
  id: Generated<number>
  file_version_id: number
  protocol: string
  code: string
  status: string
  source: string
  channel: number | null
  first_seen: Date
  last_seen: Date
  count: number
}
