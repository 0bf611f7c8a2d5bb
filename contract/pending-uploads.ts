import { z } from 'zod'
import { byteCount, id, idText, moment } from './fields.ts'
import { operation } from './operation.ts'
import { uploadParams } from './uploads.ts'

/** Pending uploads that one answer holds at most: those that moved last. */
export const mostPendingUploads = 200

/** A resumable upload that has begun and is not complete. */
export const pendingUpload = z.object({
  /** Key of the resumable upload. */
  id: z.string(),
  fileName: z.string(),
  collection: z.string(),
  size: byteCount,
  /** Bytes that are safe on the server. */
  received: byteCount,
  /** The logger that sends it, or that a person sends it for. */
  device: z.object({ id, type: z.string(), serial: z.string() }).nullable(),
  /** The person who sends it; null: the logger itself. */
  user: z.object({ id, username: z.string() }).nullable(),
  vehicle: z.object({ id, name: z.string(), displayName: z.string() }).nullable(),
  startedDate: moment,
  /** When bytes were made safe last. */
  lastDate: moment,
  /** When it is given up, if nothing more comes. */
  expiresDate: moment,
  /** Whether this user may give it up. */
  mayAbandon: z.boolean(),
})
export type PendingUpload = z.infer<typeof pendingUpload>

export const listPendingUploads = operation({
  id: 'listPendingUploads',
  method: 'GET',
  path: '/api/v1/data/pendingUploads',
  access: 'session',
  summary: 'Unfinished uploads of the organization, the last moved first; of one vehicle or device on request.',
  query: z.object({ vehicleId: idText.optional(), deviceId: idText.optional() }),
  answer: z.array(pendingUpload),
})

export const abandonPendingUpload = operation({
  id: 'abandonPendingUpload',
  method: 'DELETE',
  path: '/api/v1/data/pendingUploads/{uploadKey}',
  access: 'session',
  summary: 'Gives an unfinished upload up: its sender, or an administrator, whoever sends it.',
  params: uploadParams,
})
