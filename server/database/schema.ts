import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { RecordingFacts, SearchBody } from '#contract/archive.ts'
import type { DeviceState } from '#contract/devices.ts'
import type { JobType, RunStatus } from '#contract/jobs.ts'
import type { Role } from '#contract/users.ts'
import type { AnalysisTables } from './analysis-tables.ts'
import type {
  DownloadTokenTable,
  NotificationPreferenceTable,
  UserDownloadFileTable,
  UserDownloadTable,
} from './download-tables.ts'
import type {
  CatalogAssignmentTable,
  CatalogTable,
  CatalogVersionTable,
  LocationTable,
  RecordingTable,
  TroubleCodeTable,
} from './recording-tables.ts'
import type { ViewLayoutTable } from './layout-tables.ts'
import type { NotificationTable } from './notification-tables.ts'
import type { OptionalTime, Time } from './time-columns.ts'

/* bigint columns come as numbers: every id, size and count of ours is below 2^53. */

export interface OrganizationTable {
  id: Generated<number>
  name: string
  quota_bytes: number | null
  used_bytes: Generated<number>
  created_at: Time
}

export interface AppUserTable {
  id: Generated<number>
  organization_id: number
  username: string
  password_hash: string | null
  password_expires_at: OptionalTime
  roles: ColumnType<Role[], Role[] | undefined, Role[]>
  enabled: Generated<boolean>
  first_name: Generated<string>
  last_name: Generated<string>
  email: Generated<string>
  created_at: Time
  updated_at: Time
}

export interface SessionTable {
  id: Generated<number>
  user_id: number
  created_at: Time
  expires_at: Date
  ended_at: OptionalTime
  end_reason: string | null
  last_search: JSONColumnType<SearchBody, string | null | undefined, string | null> | null
}

export interface SessionTokenTable {
  hash: Buffer
  session_id: number
  kind: 'access' | 'refresh'
  created_at: Time
  expires_at: Date
  used_at: OptionalTime
  successor_hash: Buffer | null
}

export interface UserPreferenceTable {
  id: Generated<number>
  user_id: number
  name: string
  val: string
}

export interface LoginAttemptTable {
  key: string
  failures: number
  last_failure_at: Date
  blocked_until: OptionalTime
}

export interface ServerSecretTable {
  name: string
  value: Buffer
}

export interface FleetTable {
  id: Generated<number>
  organization_id: number
  name: string
  demo: Generated<boolean>
  delete_flag: Generated<boolean>
  created_at: Time
}

export interface VehicleTable {
  id: Generated<number>
  organization_id: number
  fleet_id: number
  name: string
  display_name: Generated<string>
  delete_flag: Generated<boolean>
  created_at: Time
}

export interface DeviceTable {
  id: Generated<number>
  organization_id: number
  type: string
  serial: string
  token_hash: Buffer | null
  last_checkin_at: OptionalTime
  state: JSONColumnType<DeviceState, string | null | undefined, string | null> | null
  created_at: Time
}

export interface DeviceAssignmentTable {
  id: Generated<number>
  device_id: number
  vehicle_id: number
  /** pg gives -Infinity and Infinity (numbers) for the open ends. */
  assigned_from: ColumnType<Date | number, Date | string | undefined, Date | string>
  assigned_to: ColumnType<Date | number, Date | string | undefined, Date | string>
}

export interface UploadGroupTable {
  id: Generated<number>
  organization_id: number
  key: string | null
  created_at: Time
}

export interface DeviceScriptTable {
  id: Generated<number>
  organization_id: number
  name: string
  created_at: Time
}

/** What an administrator keeps with a script. */
export interface DeviceScriptFileTable {
  id: Generated<number>
  organization_id: number
  script_id: number
  kind: 'file' | 'vsdb'
  file_name: string
  size: number
  sha256: Buffer
  blob_key: string
  uploaded_by: number | null
  uploaded_at: Time
}

export interface UploadTable {
  id: Generated<number>
  organization_id: number
  group_id: number
  key: string
  device_id: number | null
  vehicle_id: number | null
  user_id: number | null
  collection: string
  display_name: string
  start_date: ColumnType<Date, Date | string, Date | string>
  end_date: ColumnType<Date, Date | string, Date | string>
  stated_start: OptionalTime
  stated_end: OptionalTime
  script_id: number | null
  notes: string | null
  extensions: ColumnType<string[], string[] | undefined, string[]>
  /** Kept by the database's triggers; null: not to be found. */
  shape_id: Generated<number | null>
  received_at: Time
  recycled_at: OptionalTime
}

/** What uploads look like by collection, extensions and stems of file names. */
export interface UploadShapeTable {
  id: Generated<number>
  organization_id: number
  collection: string
  extensions: string[]
  names: string
  hash: Buffer
}

export interface FileVersionTable {
  id: Generated<number>
  organization_id: number
  upload_id: number
  file_name: string
  extension: string
  size: number
  sha256: Buffer
  crc32: number
  blob_key: string
  state: Generated<'waiting' | 'ready' | 'failed' | 'plain'>
  problem: string | null
  recording: JSONColumnType<RecordingFacts, string | null | undefined, string | null> | null
  received_at: Time
  recycled_at: OptionalTime
  recycled_by: number | null
  /** The file that this one was made from. */
  exported_from: number | null
  export_arguments: string | null
}

export interface ReceivedFileTable {
  upload_key: string
  organization_id: number
  upload_id: number
  file_version_id: number
  duplicate: boolean
  received_at: Time
}

export interface JobTable {
  id: Generated<number>
  organization_id: number
  job_type: JobType
  run_type: Generated<'SERVER' | 'DISTILLER'>
  run_status: ColumnType<Exclude<RunStatus, 'UNKNOWN'>, Exclude<RunStatus, 'UNKNOWN'> | undefined, Exclude<RunStatus, 'UNKNOWN'>>
  arguments: Generated<string>
  device_id: number | null
  lookup_id: number | null
  priority: Generated<number>
  date_created: Time
  not_before: Time
  started: OptionalTime
  finished: OptionalTime
  attempts: Generated<number>
  max_attempts: Generated<number>
  last_error: string | null
  last_process: string | null
  process_owner: string | null
  version: Generated<number>
  lease_until: OptionalTime
  outcome: string | null
}

export interface ServerStateTable {
  name: string
  value: JSONColumnType<object, string, string>
  updated_at: Time
}

export interface Database extends AnalysisTables {
  organization: OrganizationTable
  app_user: AppUserTable
  session: SessionTable
  session_token: SessionTokenTable
  user_preference: UserPreferenceTable
  view_layout: ViewLayoutTable
  login_attempt: LoginAttemptTable
  server_secret: ServerSecretTable
  fleet: FleetTable
  vehicle: VehicleTable
  device: DeviceTable
  device_assignment: DeviceAssignmentTable
  upload_group: UploadGroupTable
  device_script: DeviceScriptTable
  device_script_file: DeviceScriptFileTable
  upload: UploadTable
  upload_shape: UploadShapeTable
  file_version: FileVersionTable
  received_file: ReceivedFileTable
  download_token: DownloadTokenTable
  user_download: UserDownloadTable
  user_download_file: UserDownloadFileTable
  notification_preference: NotificationPreferenceTable
  notification: NotificationTable
  job: JobTable
  server_state: ServerStateTable
  catalog: CatalogTable
  catalog_version: CatalogVersionTable
  catalog_assignment: CatalogAssignmentTable
  recording: RecordingTable
  location: LocationTable
  trouble_code: TroubleCodeTable
}
