import type { ColumnType } from 'kysely'

/** Given as text or Date, or left to the column's default. */
export type Time = ColumnType<Date, Date | string | undefined, Date | string>
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
