import { z } from 'zod'
import { fileVersion, recordingFacts } from './archive.ts'
import { catalogMatch } from './catalogs.ts'
import { byteCount, id, idParams, moment } from './fields.ts'
import { job } from './jobs.ts'
import { operation } from './operation.ts'
import { troubleCode } from './trouble-codes.ts'

/** One identifier on one bus of a recording. */
export const recordedId = z.object({
  /** Kind and number of the bus, as in `facts.buses`. */
  kind: z.string(),
  channel: z.int(),
  id: z.int(),
  extended: z.boolean(),
  frameCount: z.int(),
  /** Data bytes of its shortest and longest frame. */
  minLength: z.int(),
  maxLength: z.int(),
  /** Time from frame to frame; null for a single frame. The median is that of a sample. */
  medianPeriodMs: z.number().nullable(),
  meanPeriodMs: z.number().nullable(),
})
export type RecordedId = z.infer<typeof recordedId>

/** A catalog that decoded a recording. */
export const appliedCatalog = z.object({
  catalogId: id,
  name: z.string(),
  versionId: id,
  versionNumber: z.int(),
  /** Numbers of the buses that it was applied to; null: every one. */
  channels: z.array(z.int()).nullable(),
  /** Through which assignment. */
  scope: z.enum(['vehicle', 'fleet', 'organization']),
})
export type AppliedCatalogFact = z.infer<typeof appliedCatalog>

export const recordedAttachment = z.object({
  fileName: z.string(),
  mimeType: z.string(),
  comment: z.string(),
  size: byteCount,
})
export type RecordedAttachment = z.infer<typeof recordedAttachment>

/**
 * The signal store of a recording. `ready`: can be read; `none`: the recording has no signals, and no catalog decodes its
 * frames; `failed`: it could not be built, and `problem` says why; `waiting`: nobody has looked at the file yet.
 */
export const signalStoreState = z.object({
  state: z.enum(['waiting', 'ready', 'none', 'failed']),
  /** With `ready`: why it could not be built anew; the older signals stay. */
  problem: z.string().nullable(),
  /** Names these very bytes: ask for `/signals?store=` it, and keep the answer for ever. */
  store: z.string().nullable(),
  size: byteCount,
  signalCount: z.int(),
  sampleCount: z.int(),
  decodedDate: moment.nullable(),
  /** A job that builds it anew is waiting or running; the old one stays readable until then. */
  pending: z.boolean(),
})

export const recordingIndex = z.object({
  id,
  uploadId: id,
  displayName: z.string(),
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  /** The file: name, size, state, and the problem with its byte offset. */
  file: fileVersion.pick({ fileName: true, extension: true, size: true, sha256: true, state: true, problem: true }),
  /** Null for a file that is no recording, and for one that nobody has looked at yet. */
  facts: recordingFacts.nullable(),
  /** The zero of the recording's times: whole milliseconds since 1970 and the nanoseconds after them. */
  origin: z.object({ epochMs: z.int(), nanos: z.int() }).nullable(),
  /** By bus and identifier; at most 20,000. */
  ids: z.array(recordedId),
  /** In the order in which they are asked. */
  catalogs: z.array(appliedCatalog),
  signals: signalStoreState,
  attachments: z.array(recordedAttachment),
  troubleCodes: z.array(troubleCode),
  /** Where it was: how many points and within which corners; null without any. */
  locations: z
    .object({
      count: z.int(),
      firstDate: moment,
      lastDate: moment,
      south: z.number(),
      west: z.number(),
      north: z.number(),
      east: z.number(),
    })
    .nullable(),
  /** What could not be kept or understood, a sentence each. */
  notes: z.array(z.string()),
})
export type RecordingIndex = z.infer<typeof recordingIndex>

export const getRecording = operation({
  id: 'getRecording',
  method: 'GET',
  path: '/api/v1/recordings/{id}',
  access: 'session',
  summary: 'What is known of a recording; the id is that of its file version.',
  params: idParams,
  answer: recordingIndex,
})

export const getRecordingSignals = operation({
  id: 'getRecordingSignals',
  method: 'GET',
  path: '/api/v1/recordings/{id}/signals',
  access: 'session',
  summary: 'The signal store of a recording; Range, If-Range and If-None-Match are honoured. With `store` it never changes.',
  params: idParams,
  query: z.object({
    store: z
      .string()
      .regex(/^[a-z0-9]{1,64}$/)
      .optional(),
  }),
  kind: 'stream',
})

export const decodeRecording = operation({
  id: 'decodeRecording',
  method: 'POST',
  path: '/api/v1/recordings/{id}/decode',
  access: 'session',
  summary: 'Asks for the recording to be decoded again; the job that does it.',
  params: idParams,
  answer: job,
  status: 202,
})

/** A catalog of the organization and how well it would fit. */
export const catalogSuggestion = z.object({
  catalogId: id,
  name: z.string(),
  versionId: id,
  versionNumber: z.int(),
  /** Whether it decodes the recording now. */
  applied: z.boolean(),
  match: catalogMatch,
})
export type CatalogSuggestion = z.infer<typeof catalogSuggestion>

export const getRecordingCatalogs = operation({
  id: 'getRecordingCatalogs',
  method: 'GET',
  path: '/api/v1/recordings/{id}/catalogs',
  access: 'session',
  summary: 'Catalogs that know frames of a recording, best first, and the identifiers that no applied one knows.',
  params: idParams,
  answer: z.object({
    suggestions: z.array(catalogSuggestion),
    unknownIds: z.array(recordedId),
  }),
})
