import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Filter, Lead } from './filter.ts'
import { matches, persistentAfter } from './filter.ts'

/** The index with the fewest entries, as far as the filter alone tells. */
export function leadOf({ vehicles, shapes }: Filter): Lead {
  if (vehicles !== undefined) return 'vehicle'
  return shapes !== undefined && shapes.certain.length > 0 ? 'shape' : 'organization'
}

/** All matches, each kind along the index that suits it: asked for in one condition, the kinds would be found by reading everything. */
export function entriesOf(filter: Filter, columns: RawBuilder<unknown>, lead: Lead = leadOf(filter)): RawBuilder<unknown> {
  const { dates, shapes, hidesPersistent } = filter
  if (shapes !== undefined && shapes.certain.length > 0 && shapes.possible.length > 0) {
    const certain = entriesOf({ ...filter, shapes: { ...shapes, possible: [] } }, columns, lead)
    // by their files, whose ids lead to the uploads
    const possible = { ...filter, shapes: { ...shapes, certain: [] } }
    return sql`${certain} UNION ALL SELECT ${columns} FROM upload u WHERE ${matches(possible, 'organization')}`
  }
  if (dates === undefined || lead === 'shape') return sql`SELECT ${columns} FROM upload u WHERE ${matches(filter, lead)}`
  // A range of dates is found by its beginnings: at most a day before the range, but for the few long ones.
  const short = sql`
    SELECT ${columns} FROM upload u
    WHERE ${matches(filter, lead)} AND u.start_date >= ${dates.start}::timestamptz - ${persistentAfter} AND u.end_date - u.start_date <= ${persistentAfter}`
  if (hidesPersistent) return short
  return sql`${short}
    UNION ALL
    SELECT ${columns} FROM upload u
    WHERE ${matches(filter, 'organization')} AND u.end_date - u.start_date > ${persistentAfter}`
}
