import { z } from 'zod'
import type { Access, Method } from './operation.ts'
import { operation } from './operation.ts'

export const uploadParams = z.object({ uploadKey: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) })

/**
 * Resumable upload, tus 1.0 with creation, creation-with-upload, checksum, termination and expiration.
 * Upload-Metadata (base64 values): `filename`, `collection`, `start`, `end` (ISO 8601), optional `group`, `script`, `notes`;
 * from people also `deviceId` or `vehicleId`.
 */
function tus<const Id extends string, const Who extends Access>(
  id: Id,
  method: Method,
  path: string,
  access: Who,
  summary: string,
  status: number,
) {
  return operation({ id, method, path, access, summary, status, kind: 'stream' })
}
function tusOne<const Id extends string, const Who extends Access>(
  id: Id,
  method: Method,
  path: string,
  access: Who,
  summary: string,
  status: number,
) {
  return operation({ id, method, path, access, summary, status, kind: 'stream', params: uploadParams })
}

const device = '/device/v1/uploads'
const people = '/api/v1/data/uploads'

export const deviceUploadOptions = tus(
  'deviceUploadOptions',
  'OPTIONS',
  device,
  'public',
  'What the upload protocol offers.',
  204,
)
export const createDeviceUpload = tus(
  'createDeviceUpload',
  'POST',
  device,
  'device',
  'A logger begins an upload, with or without first bytes.',
  201,
)
export const deviceUploadOffset = tusOne(
  'deviceUploadOffset',
  'HEAD',
  `${device}/{uploadKey}`,
  'device',
  'How many bytes are safe.',
  200,
)
export const continueDeviceUpload = tusOne(
  'continueDeviceUpload',
  'PATCH',
  `${device}/{uploadKey}`,
  'device',
  'More bytes at the offset.',
  204,
)
export const abandonDeviceUpload = tusOne(
  'abandonDeviceUpload',
  'DELETE',
  `${device}/{uploadKey}`,
  'device',
  'Gives an upload up.',
  204,
)

/** For clients behind proxies that know no PATCH or DELETE: the header X-HTTP-Method-Override names the method. */
export const overrideDeviceUpload = tusOne(
  'overrideDeviceUpload',
  'POST',
  `${device}/{uploadKey}`,
  'device',
  'Does what X-HTTP-Method-Override names.',
  204,
)

export const uploadOptions = tus('uploadOptions', 'OPTIONS', people, 'public', 'What the upload protocol offers.', 204)
export const createUpload = tus(
  'createUpload',
  'POST',
  people,
  'session',
  'A person begins an upload, with or without first bytes.',
  201,
)
export const uploadOffset = tusOne('uploadOffset', 'HEAD', `${people}/{uploadKey}`, 'session', 'How many bytes are safe.', 200)
export const continueUpload = tusOne(
  'continueUpload',
  'PATCH',
  `${people}/{uploadKey}`,
  'session',
  'More bytes at the offset.',
  204,
)
export const abandonUpload = tusOne('abandonUpload', 'DELETE', `${people}/{uploadKey}`, 'session', 'Gives an upload up.', 204)
export const overrideUpload = tusOne(
  'overrideUpload',
  'POST',
  `${people}/{uploadKey}`,
  'session',
  'Does what X-HTTP-Method-Override names.',
  204,
)

/** Headers on the answer that completes an upload: where it went, and whether the bytes were known already. */
export const completedUploadHeaders = {
  uploadId: 'x-loggerhead-upload-id',
  fileVersionId: 'x-loggerhead-file-version-id',
  duplicate: 'x-loggerhead-duplicate',
} as const
