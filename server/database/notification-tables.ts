import type { Generated } from 'kysely'
import type { NotificationType } from '#contract/notification-inbox.ts'
import type { OptionalTime, Time } from './time-columns.ts'

export interface NotificationTable {
  id: Generated<number>
  organization_id: number
  user_id: number
  type: NotificationType
  title: string
  message: string
  path: string | null
  created_at: Time
  old_at: OptionalTime
  read_at: OptionalTime
}
