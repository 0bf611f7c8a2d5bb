import { z } from 'zod'
import { byteCount, id, idParams, idText, line, moment, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

/** Files that say what the frames of a bus mean. DBC is read here; the others are imported once by cantools. */
export const catalogKind = z.enum(['dbc', 'arxml', 'kcd', 'sym', 'ldf'])
export type CatalogKind = z.infer<typeof catalogKind>

/** The largest file of a catalog, bytes. */
export const largestCatalog = 32 * 1024 * 1024
/** The same as base64, with room for the other fields. */
const catalogBodyLimit = Math.ceil(largestCatalog / 3) * 4 + 64 * 1024

/** Something in the file that was passed over, and why. */
export const catalogNote = z.object({ line: z.int(), text: z.string() })

export const catalogVersion = z.object({
  id,
  /** 1, 2, 3 within its catalog. */
  number: z.int().positive(),
  fileName: z.string(),
  size: byteCount,
  sha256: z.string(),
  uploadedDate: moment,
  uploadedBy: z.object({ id, username: z.string() }).nullable(),
  /** What its uploader said of it. */
  comment: z.string(),
  /** importing: being read; ready: decodes; failed: kept, and `problem` says why it cannot be read. */
  state: z.enum(['importing', 'ready', 'failed']),
  problem: z.string().nullable(),
  messageCount: z.int(),
  signalCount: z.int(),
  /** The first hundred of them. */
  notes: z.array(catalogNote),
  noteCount: z.int(),
})
export type CatalogVersion = z.infer<typeof catalogVersion>

/**
 * Where a catalog holds: in one vehicle, in one fleet, or (both null) in the whole organization. Where several know an
 * identifier, the one of the vehicle wins over the fleet's, and that over the organization's; then the one of a named
 * channel; then the one assigned last.
 */
export const catalogAssignment = z.object({
  id,
  fleet: z.object({ id, name: z.string() }).nullable(),
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  /** The logger's own number of the bus; null: every bus. */
  channel: z.int().nullable(),
  /** Recordings that begin at or after this; null: since ever. */
  from: moment.nullable(),
  /** Recordings that begin before this; null: for ever. */
  to: moment.nullable(),
  /** Always this version; null: the newest one that is ready. */
  versionNumber: z.int().nullable(),
})
export type CatalogAssignment = z.infer<typeof catalogAssignment>

export const catalog = z.object({
  id,
  name: z.string(),
  kind: catalogKind,
  createdDate: moment,
  versionCount: z.int(),
  newest: catalogVersion,
  assignments: z.array(catalogAssignment),
})
export type Catalog = z.infer<typeof catalog>

/** With all its versions, newest first. */
export const catalogDetail = catalog.extend({ versions: z.array(catalogVersion) })
export type CatalogDetail = z.infer<typeof catalogDetail>

export const catalogSignal = z.object({
  name: z.string(),
  startBit: z.int(),
  bitCount: z.int(),
  byteOrder: z.enum(['little', 'big']),
  signed: z.boolean(),
  float: z.boolean(),
  factor: z.number(),
  offset: z.number(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  unit: z.string(),
  comment: z.string(),
  /** Names of raw values. */
  names: z.array(z.object({ value: z.number(), name: z.string() })),
  multiplexer: z.boolean(),
  multiplexed: z.object({ by: z.string(), ranges: z.array(z.tuple([z.number(), z.number()])) }).nullable(),
})

export const catalogMessage = z.object({
  name: z.string(),
  id: z.int(),
  extended: z.boolean(),
  /** Data bytes. */
  length: z.int(),
  bus: z.enum(['CAN', 'LIN']),
  fd: z.boolean(),
  /** Matched by parameter group number, whatever priority and addresses a frame has. */
  j1939: z.boolean(),
  cycleMs: z.number().nullable(),
  sender: z.string(),
  comment: z.string(),
  signals: z.array(catalogSignal),
})
export type CatalogMessage = z.infer<typeof catalogMessage>

const matchCounts = {
  /** 0 to 1: the mean of the shares of identifiers and of frames that it knows, by identifier and by a plausible length. */
  rate: z.number(),
  matchedFrames: z.int(),
  frameCount: z.int(),
  matchedIds: z.int(),
  idCount: z.int(),
}

/** How well a catalog fits the frames of a recording. */
export const catalogMatch = z.object({
  ...matchCounts,
  /** Identifiers that it knows with a length that the frames do not have. */
  misfitIds: z.int(),
  buses: z.array(z.object({ kind: z.string(), channel: z.int(), ...matchCounts })),
  /** Whether it seems to be of the recorded vehicle: enough of one bus is known. */
  good: z.boolean(),
})
export type CatalogMatch = z.infer<typeof catalogMatch>

const page = { offset: z.coerce.number().pipe(z.int().nonnegative()).default(0) }
const pageHeaders = {
  total: 'How many rows match.',
  max: 'Rows of one page.',
  offset: 'Rows passed over.',
}
const upTo = (most: number, usual: number) => z.coerce.number().pipe(z.int().min(1).max(most)).default(usual)

const fileName = requiredLine(255)
/** Base64 of the file, without a data-URL prefix. */
const file = z.base64().min(1, 'Required field')
const comment = line(255).default('')

const versionParams = z.object({ id: idText, number: idText })

export const listCatalogs = operation({
  id: 'listCatalogs',
  method: 'GET',
  path: '/api/v1/catalogs',
  access: 'session',
  summary: 'The catalogs of the organization by name; `q` is a part of the name.',
  query: z.object({ q: line(255).optional(), ...page, max: upTo(500, 100) }),
  answer: z.array(catalog),
  headers: pageHeaders,
})

export const createCatalog = operation({
  id: 'createCatalog',
  method: 'POST',
  path: '/api/v1/catalogs',
  access: 'admin',
  summary: 'Adds a catalog with its first version; without `kind` the extension of the file name says it. It is read in a job.',
  body: z.object({ name: requiredLine(64), kind: catalogKind.optional(), fileName, file, comment }),
  bodyLimit: catalogBodyLimit,
  answer: catalogDetail,
  status: 201,
})

export const getCatalog = operation({
  id: 'getCatalog',
  method: 'GET',
  path: '/api/v1/catalogs/{id}',
  access: 'session',
  summary: 'One catalog with all its versions.',
  params: idParams,
  answer: catalogDetail,
})

export const updateCatalog = operation({
  id: 'updateCatalog',
  method: 'PUT',
  path: '/api/v1/catalogs/{id}',
  access: 'admin',
  summary: 'Renames a catalog.',
  params: idParams,
  body: z.object({ name: requiredLine(64) }),
  answer: catalogDetail,
})

export const deleteCatalog = operation({
  id: 'deleteCatalog',
  method: 'DELETE',
  path: '/api/v1/catalogs/{id}',
  access: 'admin',
  summary: 'Deletes a catalog with its versions; one that is assigned is kept (409).',
  params: idParams,
})

export const addCatalogVersion = operation({
  id: 'addCatalogVersion',
  method: 'POST',
  path: '/api/v1/catalogs/{id}/versions',
  access: 'admin',
  summary: 'Adds a version; recordings that the newest one decodes are decoded again when it is ready.',
  params: idParams,
  body: z.object({ fileName, file, comment }),
  bodyLimit: catalogBodyLimit,
  answer: catalogVersion,
  status: 201,
})

export const getCatalogFile = operation({
  id: 'getCatalogFile',
  method: 'GET',
  path: '/api/v1/catalogs/{id}/versions/{number}/file',
  access: 'session',
  summary: 'The file of a version as it was uploaded, in base64.',
  params: versionParams,
  answer: z.object({ fileName: z.string(), file: z.base64() }),
})

export const listCatalogMessages = operation({
  id: 'listCatalogMessages',
  method: 'GET',
  path: '/api/v1/catalogs/{id}/versions/{number}/messages',
  access: 'session',
  summary:
    'Messages of a version in the order of its file; `q` is a part of the name of a message or signal, or an identifier as 0x1A0.',
  params: versionParams,
  query: z.object({ q: line(255).optional(), ...page, max: upTo(500, 50) }),
  answer: z.array(catalogMessage),
  headers: pageHeaders,
})

export const assignCatalog = operation({
  id: 'assignCatalog',
  method: 'POST',
  path: '/api/v1/catalogs/{id}/assignments',
  access: 'admin',
  summary:
    'Assigns a catalog to a vehicle, a fleet, or (with neither) the organization; recordings that it concerns are decoded again.',
  params: idParams,
  body: z.object({
    fleetId: id.nullish(),
    vehicleId: id.nullish(),
    channel: z.int().min(0).max(65_535).nullish(),
    from: moment.nullish(),
    to: moment.nullish(),
    versionNumber: z.int().positive().nullish(),
  }),
  answer: catalogAssignment,
  status: 201,
})

export const unassignCatalog = operation({
  id: 'unassignCatalog',
  method: 'DELETE',
  path: '/api/v1/catalogs/{id}/assignments/{assignmentId}',
  access: 'admin',
  summary: 'Takes an assignment back; recordings that it concerned are decoded again.',
  params: z.object({ id: idText, assignmentId: idText }),
})

export const listCatalogRecordings = operation({
  id: 'listCatalogRecordings',
  method: 'GET',
  path: '/api/v1/catalogs/{id}/recordings',
  access: 'session',
  summary: 'Which of the newest 1,000 recordings with frames the newest version fits, best first.',
  params: idParams,
  query: z.object({ ...page, max: upTo(500, 50) }),
  answer: z.array(
    z.object({
      fileVersionId: id,
      uploadId: id,
      fileName: z.string(),
      displayName: z.string(),
      startDate: moment,
      vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
      /** Whether it decodes the recording now. */
      applied: z.boolean(),
      match: catalogMatch,
    }),
  ),
  headers: pageHeaders,
})
