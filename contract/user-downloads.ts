import { z } from 'zod'
import { byteCount, id, idParams, idText, moment, repeated } from './fields.ts'
import { operation } from './operation.ts'

/** Files of one zip, and files of all zips that a user keeps at a time. */
export const mostDownloadFiles = 20_000
export const mostKeptFiles = 200_000
/** Zips that a user keeps at a time, and for how long. */
export const mostKeptDownloads = 100
export const keptDownloadDays = 7

/** While the files are being checked; every other name means complete. */
export const compressingStatus = /^Compressing (\d{1,3})% \/ (\d+) \/ (\d+)$/

export const userDownload = z.object({
  id,
  name: z.string(),
  /** Of the whole zip. */
  size: byteCount,
  status: z.object({ name: z.string() }),
  /** Why it cannot be had, with the remedy; null when it can. */
  problem: z.string().nullable(),
  fileCount: z.int().positive(),
  dateCreated: moment,
  expires: moment,
})
export type UserDownload = z.infer<typeof userDownload>

/** On or off, as a preference's text too. */
const flag = z.union([z.boolean(), z.enum(['true', 'false'])])

/** Minutes east of UTC, or as text: `+01:00`. */
export const timezoneOffset = z.union([
  z
    .int()
    .min(-14 * 60)
    .max(14 * 60),
  z.string().regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, 'Must be minutes east of UTC or an offset such as +01:00'),
])

export const createUserDownload = operation({
  id: 'createUserDownload',
  method: 'POST',
  path: '/api/v1/data/download',
  access: 'session',
  summary: 'Makes a zip of files; it is streamed when it is downloaded, and kept for a week.',
  body: z.object({
    selectedIds: z.array(id).min(1).max(mostDownloadFiles),
    /** All files in one folder; otherwise `vehicle/collection/`. Absent: as the preference `flatten` says. */
    flatten: flag.optional(),
    /** The same by its other name. */
    flattener: flag.optional(),
    /** Of the times in names (with the preference `filenameTimezoneConvert`) and of the files; UTC when absent. */
    timezoneOffset: timezoneOffset.optional(),
  }),
  answer: userDownload,
})

export const listUserDownloads = operation({
  id: 'listUserDownloads',
  method: 'GET',
  path: '/api/v1/userDownloads',
  access: 'session',
  summary: "The caller's zips, newest first; with `id` only those.",
  query: z.object({
    id: repeated(idText),
    offset: z.coerce.number().pipe(z.int().nonnegative()).default(0),
    max: z.coerce.number().pipe(z.int().min(1).max(500)).default(100),
  }),
  answer: z.array(userDownload),
  headers: { total: 'How many there are.', max: 'Rows of one page.', offset: 'Rows passed over.' },
})

export const getUserDownload = operation({
  id: 'getUserDownload',
  method: 'GET',
  path: '/api/v1/userDownloads/{id}',
  access: 'session',
  summary: "One of the caller's zips and how far it is.",
  params: idParams,
  answer: userDownload,
})

export const deleteUserDownload = operation({
  id: 'deleteUserDownload',
  method: 'DELETE',
  path: '/api/v1/userDownloads/{id}',
  access: 'session',
  summary: "Forgets one of the caller's zips; the files in it stay.",
  params: idParams,
})
