import type { Generated, JSONColumnType } from 'kysely'
import type { LayoutContent } from '#contract/layouts.ts'
import type { Time } from './time-columns.ts'

export interface ViewLayoutTable {
  id: Generated<number>
  user_id: number
  name: string
  shared: Generated<boolean>
  layout: JSONColumnType<LayoutContent>
  updated_at: Time
}
