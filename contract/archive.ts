import { z } from 'zod'
import { byteCount, extension, id, idText, line, moment, repeated } from './fields.ts'
import { operation } from './operation.ts'

/** What the first look at a recording found; null fields where the format does not say. */
export const recordingFacts = z.object({
  format: z.string(),
  version: z.string(),
  startDate: moment.nullable(),
  endDate: moment.nullable(),
  frameCount: z.int().nullable(),
  buses: z.array(z.object({ channel: z.int(), kind: z.string(), name: z.string(), frameCount: z.int() })),
})
export type RecordingFacts = z.infer<typeof recordingFacts>

export const fileVersion = z.object({
  id,
  extension: z.string(),
  size: byteCount,
  fileName: z.string(),
  startDate: moment,
  endDate: moment,
  vehicleName: z.string(),
  vehicleDisplayName: z.string(),
  deviceId: id.nullable(),
  sha256: z.string(),
  /** waiting: not looked at yet; ready; failed: kept, but `problem` says why it cannot be read; plain: not a recording. */
  state: z.enum(['waiting', 'ready', 'failed', 'plain']),
  problem: z.string().nullable(),
  recording: recordingFacts.nullable(),
})
export type FileVersion = z.infer<typeof fileVersion>

export const uploadRow = z.object({
  uploadId: id,
  groupId: id,
  collection: z.string(),
  /** The name shown: the collection with its number, e.g. ColdStart_001. */
  displayName: z.string(),
  startDate: moment,
  endDate: moment,
  /** When the server had all of it. */
  receivedDate: moment,
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  device: z.object({ id, type: z.string(), serial: z.string() }).nullable(),
  /** True when notes came with the upload. */
  extractionNotesTxt: z.boolean(),
  script: z.object({ id, name: z.string() }).nullable(),
  /** Extensions among the versions that the signal viewer opens. */
  dataSpy: z.array(z.string()),
  /** Extensions among the versions that a viewer opens. */
  viewable: z.array(z.string()),
  versions: z.array(fileVersion),
})
export type UploadRow = z.infer<typeof uploadRow>

export const searchSort = z.enum(['uploadId', 'startDate', 'endDate', 'vehicle', 'name'])
export type SearchSort = z.infer<typeof searchSort>

/**
 * A search. A request that carries only `offset`, or only `sort` and `order`, repeats the session's last one with
 * those replaced. A request that carries `vehicleId` is a new search. A request with `remember: false` is a new search
 * too, and leaves the last one as it was: for looks beside the one that a person pages through.
 */
export const searchBody = z.object({
  fleetId: z.array(id).max(1000).optional(),
  vehicleId: z.array(id).max(10_000).optional(),
  /** Uploads that overlap the range; both ends inclusive. */
  startDate: moment.nullish(),
  endDate: moment.nullish(),
  extensions: z.array(extension).max(100).optional(),
  /** Parts of collection or file names, without regard to case; any of them. */
  names: z.array(line(255)).max(100).optional(),
  sort: searchSort.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  /** Rows (or groups, with onlyGroups) to pass over. */
  offset: z.int().nonnegative().optional(),
  /** Rows (or groups, with onlyGroups) of one page. */
  max: z.int().min(1).max(2000).optional(),
  /** Page by groups: `total`, `max` and `offset` count groups, and each group's matching uploads come together. */
  onlyGroups: z.boolean().optional(),
  /** Leaves out persistent files: uploads that last longer than a day, which a logger carries on over many sessions. */
  hidePersistentFiles: z.boolean().optional(),
  /** False: this search does not become the session's last one. */
  remember: z.boolean().optional(),
})
export type SearchBody = z.infer<typeof searchBody>

/** Rows that one answer may hold are this many times `max`; the page warns when it is reached. */
export const rowsPerGroupLimit = 200

export const searchArchive = operation({
  id: 'searchArchive',
  method: 'POST',
  path: '/api/v1/data/search',
  access: 'session',
  summary: 'Finds uploads.',
  body: searchBody,
  answer: z.array(uploadRow),
  headers: {
    total: 'How many rows (or groups, with onlyGroups) match.',
    max: 'Rows or groups of one page.',
    offset: 'Rows or groups passed over.',
    uploads: 'How many uploads match.',
  },
})

/** `f` = fleet ids, `v` = vehicle ids, each may be repeated; `q` = what the user has typed so far. */
const selectionQuery = z.object({ f: repeated(idText), v: repeated(idText), q: line(255).optional() })

export const listCollections = operation({
  id: 'listCollections',
  method: 'POST',
  path: '/api/v1/data/collections',
  access: 'session',
  summary: 'Names of the collections that the selected fleets and vehicles have uploaded.',
  query: selectionQuery,
  answer: z.array(z.string()),
})

export const listExtensions = operation({
  id: 'listExtensions',
  method: 'POST',
  path: '/api/v1/data/extensions',
  access: 'session',
  summary: 'File extensions that the selected fleets and vehicles have uploaded.',
  query: selectionQuery,
  answer: z.array(z.string()),
})

export const dataspyStatus = operation({
  id: 'dataspyStatus',
  method: 'GET',
  path: '/api/v1/data/dataspyStatus',
  access: 'session',
  summary: 'Whether recordings can be opened in DataSpy, and where.',
  answer: z.object({ enabled: z.boolean(), url: z.string() }),
})

const uploadNotes = z.object({
  /** Plain text; empty where there are none. */
  notes: z.string(),
  /** Whether this user may change them. */
  mayEdit: z.boolean(),
})

export const getNotes = operation({
  id: 'getNotes',
  method: 'GET',
  path: '/api/v1/data/notes',
  access: 'session',
  summary: 'The extraction notes of an upload.',
  query: z.object({ id: idText }),
  answer: uploadNotes,
})

/** The longest notes, bytes of UTF-8. */
export const longestNotes = 64 * 1024

export const putNotes = operation({
  id: 'putNotes',
  method: 'PUT',
  path: '/api/v1/data/notes',
  access: 'session',
  summary: 'Changes the extraction notes of an upload: administrators, and whoever uploaded it.',
  query: z.object({ id: idText }),
  body: z.object({
    notes: z.string().refine((text) => new TextEncoder().encode(text).length <= longestNotes, 'At most 64 KB'),
  }),
  answer: uploadNotes,
})
