import { z } from 'zod'

/** Identity of a row; whole and positive, small enough for a double. */
export const id = z.int().positive()
/** The same in a path or a query, where everything is text. */
export const idText = z.coerce.number().pipe(id)
export const idParams = z.object({ id: idText })

/** A moment, ISO 8601 in UTC with milliseconds, e.g. 2026-11-04T06:07:12.000Z. */
export const moment = z.iso.datetime({ offset: true })

/** Size in bytes. */
export const byteCount = z.int().nonnegative()

/** Text a person gave: trimmed, bounded, without control characters. */
export const line = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit)
    // oxlint-disable-next-line no-control-regex -- control characters are what this forbids
    .regex(/^[^\u0000-\u001f\u007f]*$/u, 'Control characters are not allowed')

export const requiredLine = (limit: number) => line(limit).min(1, 'Required field')

/** A query key that may be repeated: `?f=1&f=2` or `?f=1`. */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(item).max(1000)).prefault([])

/** A file extension as stored: lower case, without the dot; a file without one has the empty extension. */
export const extension = z.string().trim().toLowerCase().max(32)
