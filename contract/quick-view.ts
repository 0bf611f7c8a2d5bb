import { z } from 'zod'
import { byteCount, id, idParams, idText, moment } from './fields.ts'
import { operation } from './operation.ts'

/** Largest file that is given as one text, bytes; larger ones are read in parts by `getFileContent`. */
export const quickViewLimit = 4 * 1024 * 1024

/** A file version as a viewer needs it. */
export const viewedFile = z.object({
  id,
  uploadId: id,
  /** Of its upload: the collection with its number. */
  displayName: z.string(),
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  fileName: z.string(),
  extension: z.string(),
  size: byteCount,
  sha256: z.string(),
  startDate: moment,
  endDate: moment,
  /** Whether DataSpy opens it. */
  recording: z.boolean(),
})
export type ViewedFileVersion = z.infer<typeof viewedFile>

export const getFileVersion = operation({
  id: 'getFileVersion',
  method: 'GET',
  path: '/api/v1/uploadFileVersions/{id}',
  access: 'session',
  summary: 'Name, size and upload of a file version.',
  params: idParams,
  answer: viewedFile,
})

export const getFileContent = operation({
  id: 'getFileContent',
  method: 'GET',
  path: '/api/v1/uploadFileVersions/{id}/content',
  access: 'session',
  summary: 'The bytes of a file version; Range, If-Range and If-None-Match are honoured. They never change.',
  params: idParams,
  kind: 'stream',
})

export const quickView = operation({
  id: 'quickView',
  method: 'GET',
  path: '/api/v1/quickView',
  access: 'session',
  summary: `A file version as plain text in UTF-8, whatever encoding it has; up to ${quickViewLimit / 1024 ** 2} MiB.`,
  query: z.object({ uploadFileVersionId: idText }),
  kind: 'stream',
})

/** Name of a table or column; the server looks it up and builds the statement itself. */
const sqliteName = z.string().min(1).max(1000)

export const databaseColumn = z.object({
  name: z.string(),
  /** As declared; empty without one. */
  type: z.string(),
})

export const databaseTable = z.object({
  name: z.string(),
  /** `virtual` tables need code of the program that made them, and are not read. */
  kind: z.enum(['table', 'view', 'virtual']),
  /** At most 400 are shown. */
  columns: z.array(databaseColumn),
  /** Of all columns. */
  columnCount: z.int(),
  /** A table without a row. Views are not looked into: their first row may take long. */
  empty: z.boolean(),
})
export type DatabaseTable = z.infer<typeof databaseTable>

/**
 * A value. Numbers and short texts are themselves. `text`: the beginning of a longer one; `blob`: its first bytes as
 * hexadecimal text; `integer`, `real`: a number that JSON cannot hold. `size` is that of the whole value, bytes.
 */
export const databaseCell = z.union([
  z.null(),
  z.number(),
  z.string(),
  z.object({ type: z.enum(['text', 'blob', 'integer', 'real']), text: z.string(), size: z.int() }),
])
export type DatabaseCell = z.infer<typeof databaseCell>

export const databaseComparisons = ['contains', '=', '<>', '<', '<=', '>', '>=', 'null', 'not null'] as const

export const databaseFilter = z.object({
  column: sqliteName,
  /** `contains` without regard to case; the others compare with numbers where the value is one. */
  is: z.enum(databaseComparisons),
  value: z.string().max(1000).default(''),
})
export type DatabaseFilter = z.infer<typeof databaseFilter>

const chosenRows = z.object({
  table: sqliteName,
  /** All of them must hold. */
  filters: z.array(databaseFilter).max(20).default([]),
})
const orderedRows = chosenRows.extend({
  sort: z.object({ column: sqliteName, descending: z.boolean() }).nullable().default(null),
  offset: z.int().nonnegative().max(1e12).default(0),
})

export const getDatabase = operation({
  id: 'getDatabase',
  method: 'GET',
  path: '/api/v1/uploadFileVersions/{id}/database',
  access: 'session',
  summary: 'The tables of an SQLite file, with their columns.',
  params: idParams,
  answer: z.object({ tables: z.array(databaseTable) }),
})

export const readDatabaseRows = operation({
  id: 'readDatabaseRows',
  method: 'POST',
  path: '/api/v1/uploadFileVersions/{id}/database/rows',
  access: 'session',
  summary: 'Rows of a table of an SQLite file: a page of them, sorted and filtered.',
  params: idParams,
  body: orderedRows.extend({ max: z.int().min(1).max(500).default(100) }),
  answer: z.object({
    /** May be fewer than asked for where they have many columns; `end` says whether the last row is among them. */
    rows: z.array(z.array(databaseCell)),
    end: z.boolean(),
  }),
})

export const countDatabaseRows = operation({
  id: 'countDatabaseRows',
  method: 'POST',
  path: '/api/v1/uploadFileVersions/{id}/database/count',
  access: 'session',
  summary: 'How many rows of a table of an SQLite file pass the filters.',
  params: idParams,
  body: chosenRows,
  answer: z.object({ count: z.int() }),
})

export const readDatabaseCell = operation({
  id: 'readDatabaseCell',
  method: 'POST',
  path: '/api/v1/uploadFileVersions/{id}/database/cell',
  access: 'session',
  summary: 'One value of an SQLite file, up to 256 KiB of it; `offset` counts rows as in the page it stands in.',
  params: idParams,
  body: orderedRows.extend({ column: sqliteName }),
  answer: z.object({ cell: databaseCell }),
})
