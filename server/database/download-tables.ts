import type { Generated } from 'kysely'
import type { DownloadType } from '#contract/downloads.ts'
import type { NotificationPreference } from '#contract/notifications.ts'
import type { OptionalTime, Time } from './time-columns.ts'

export interface DownloadTokenTable {
  hash: Buffer
  user_id: number
  session_id: number
  type: DownloadType
  /** What it stands for, among those of its type. */
  subject_id: number
  created_at: Time
  expires_at: Date
  used_at: OptionalTime
}

export interface UserDownloadTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  name: string
  file_count: number
  size: number
  data_size: number
  manifest_size: number
  manifest_crc32: number
  sums_size: number
  sums_crc32: number
  directory_size: number
  digest: Buffer
  offset_minutes: number
  checked: Generated<number>
  state: 'checking' | 'ready' | 'failed'
  problem: string | null
  broken: Generated<boolean>
  created_at: Time
  expires_at: Date
}

export interface UserDownloadFileTable {
  user_download_id: number
  position: number
  file_version_id: number | null
  path: string
  modified_at: Time
  description: string
  data_at: number
  manifest_at: number
  sums_at: number
  directory_at: number
}

export interface NotificationPreferenceTable {
  id: Generated<number>
  user_id: number
  type: NotificationPreference['type']
  what: NotificationPreference['what']
  what_id: number
  email_enabled: boolean
  frequency: NotificationPreference['frequency']
  trigger_count: number
  created_at: Time
  told_at: OptionalTime
}
