import { z } from 'zod'

/** The closed list of error codes (a client decides by these three). */
export const errorCode = z.enum(['error', 'invalid', 'auth'])
export type ErrorCode = z.infer<typeof errorCode>

export const fieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldError>

interface CatalogueEntry {
  /** HTTP status; 0 for errors that arise in the client. */
  readonly status: number
  readonly code: ErrorCode
  /** The sentence; `{name}` is filled in from the error's numbers and names. */
  readonly message: string
}

/**
 * Every error the platform can answer with or raise, written once. The first block is the mapping of
 * plain HTTP statuses, the second is raised by the client, the rest are the server's own sentences.
 */
export const errorCatalogue = {
  'bad-request': { status: 400, code: 'error', message: 'Bad Request' },
  unauthorized: { status: 401, code: 'auth', message: 'Authentication failed' },
  forbidden: { status: 403, code: 'error', message: 'Forbidden' },
  'not-found': { status: 404, code: 'error', message: 'Resource not found' },
  internal: { status: 500, code: 'error', message: 'Internal Server Error' },
  unknown: { status: 0, code: 'error', message: 'Unknown Error x03391aa00' },

  'request-failed': { status: 0, code: 'error', message: 'Request Error' },
  'unexpected-fields': { status: 0, code: 'error', message: 'Unexpected Fields Received In Response' },
  'invalid-response': { status: 0, code: 'error', message: 'Response failed to validate' },
  'session-lock': { status: 0, code: 'error', message: 'Could not acquire the session mutex' },
  'invalid-path': { status: 0, code: 'invalid', message: 'An API path must be a string beginning with a slash' },
  'invalid-options': { status: 0, code: 'invalid', message: 'The options of an API call must be an object' },

  'wrong-login': { status: 401, code: 'auth', message: 'User name or password is wrong' },
  'user-not-found': { status: 401, code: 'auth', message: 'User not found' },
  'password-expired': { status: 401, code: 'auth', message: 'Password is expired' },
  'session-ended': { status: 401, code: 'auth', message: 'The session has ended; sign in again' },
  'refresh-reused': {
    status: 401,
    code: 'auth',
    message: 'The refresh token was used twice; the session has been ended, sign in again',
  },
  'device-token': {
    status: 401,
    code: 'auth',
    message: 'The device token is missing, wrong or revoked; an administrator can issue a new one',
  },
  throttled: { status: 429, code: 'error', message: 'Too many attempts; try again in {seconds} s' },
  'too-many-streams': {
    status: 429,
    code: 'error',
    message: 'You have {most} event streams open already; close some of your other pages',
  },

  'invalid-fields': { status: 422, code: 'invalid', message: 'Some fields are not valid' },
  'weak-password': {
    status: 422,
    code: 'invalid',
    message: 'The new password must have at least {min} characters and differ from the old one',
  },
  'name-taken': { status: 409, code: 'invalid', message: 'The name {name} is taken; choose another' },
  'fleet-not-empty': { status: 409, code: 'error', message: 'The fleet still has {count} vehicles; move or delete them first' },
  'device-assigned': {
    status: 409,
    code: 'error',
    message: 'The assignment overlaps one that begins {from}; choose a later time',
  },
  'catalog-assigned': { status: 409, code: 'error', message: 'The catalog is assigned {count} times; unassign it first' },
  'catalog-same': { status: 409, code: 'error', message: 'Version {number} of the catalog has the same bytes already' },
  'catalog-assigned-twice': {
    status: 409,
    code: 'error',
    message: 'The catalog is assigned there already; unassign it first to change how',
  },
  'file-came-again': {
    status: 409,
    code: 'error',
    message: 'The same file has arrived again, in upload {upload}; recycle that one first, or delete this one for good',
  },
  'not-a-recording': { status: 409, code: 'error', message: 'The file is no recording that can be read' },
  'not-exportable': { status: 409, code: 'error', message: 'None of the selected files is a recording that can be exported' },
  'no-signals': { status: 404, code: 'error', message: 'The recording has no signals; assign a catalog that knows its frames' },
  'signals-replaced': {
    status: 410,
    code: 'error',
    message: 'The recording has been decoded again; load it again to see the new signals',
  },
  'analyzer-running': {
    status: 409,
    code: 'error',
    message: 'The analyzer is running; wait until its run has ended, or cancel the run',
  },
  'analyzer-incomplete': { status: 409, code: 'error', message: '{sentence}; edit the analyzer and choose another one' },
  'analyzer-no-user': {
    status: 409,
    code: 'error',
    message: 'The user of this analyzer is gone, so it cannot be edited; make a new one, and delete this one',
  },
  'analyzer-ingress': {
    status: 409,
    code: 'error',
    message: 'An ingress analyzer runs by itself on new uploads; for files in the archive use its coverage',
  },
  'analyzer-manual': {
    status: 409,
    code: 'error',
    message: 'Only ingress analyzers have a coverage; a manual one reads exactly the files of its datasets',
  },
  'analyzer-no-files': {
    status: 409,
    code: 'error',
    message: 'None of the files of the datasets can be found any more; choose another dataset',
  },
  'analyzer-many-files': {
    status: 409,
    code: 'error',
    message: 'The datasets have {files} files, and a run reads {most} at most; choose fewer datasets',
  },
  'run-no-inputs': {
    status: 409,
    code: 'error',
    message: 'None of the files can be had any more; choose others',
  },
  'script-not-accepted': {
    status: 409,
    code: 'error',
    message: 'The script {name} has no accepted version any more; an administrator can review it',
  },
  'run-at-work': { status: 409, code: 'error', message: 'The run is at work or waits; cancel it first' },
  'job-at-work': { status: 409, code: 'error', message: 'The job is at work; cancel it first' },
  'analyses-off': { status: 409, code: 'error', message: 'This server does no analyses: {reason}' },
  'environment-usual': { status: 409, code: 'error', message: 'The environment {name} is the usual one and stays' },
  'environment-used': {
    status: 409,
    code: 'error',
    message: 'Analyzers use the environment {name} ({count} of them); choose another one for them first',
  },
  'job-kind': {
    status: 400,
    code: 'error',
    message: 'Jobs of the kind {kind} cannot be queued here; IPA_MANUAL with the id of an analyzer can',
  },
  'script-same': { status: 409, code: 'error', message: 'Version {number} of the script has the same files already' },
  'script-changed': {
    status: 409,
    code: 'error',
    message: 'Another version of the script has come meanwhile; look at version {number}',
  },
  'script-reviewed': { status: 409, code: 'error', message: 'Version {number} of the script is {status} already' },
  'unsupported-media': { status: 415, code: 'error', message: 'The body must be {expected}' },
  'body-too-large': { status: 413, code: 'error', message: 'The body is larger than {limit} bytes' },

  'download-token': {
    status: 404,
    code: 'error',
    message: 'The download link is used up or older than {seconds} s; request a new one',
  },
  'download-not-ready': {
    status: 409,
    code: 'error',
    message: 'The files of this download are still being checked; try again shortly',
  },
  'download-broken': {
    status: 404,
    code: 'error',
    message: 'A file of this download has been recycled or deleted; create the download again without it',
  },
  'download-failed': { status: 410, code: 'error', message: '{problem}' },
  'downloads-full': {
    status: 409,
    code: 'error',
    message: 'You keep {downloads} downloads with {files} files; delete some on the Downloads page first',
  },
  'stored-bytes-missing': {
    status: 410,
    code: 'error',
    message: 'The stored bytes of {name} are missing; leave the file out, or have it restored from a backup',
  },
  'file-gone': { status: 410, code: 'error', message: 'The stored bytes of this file are missing; restore them from a backup' },
  'not-text': {
    status: 415,
    code: 'error',
    message: 'The file is no text; download it, or look at its bytes in the Text Viewer',
  },
  'too-large-to-view': {
    status: 413,
    code: 'error',
    message: 'The file has {size} bytes; up to {limit} can be shown this way, so download it',
  },
  'database-unreadable': {
    status: 422,
    code: 'error',
    message: 'The database cannot be read: {reason}; download the file to repair it',
  },
  'database-limit': { status: 422, code: 'error', message: 'Reading the database {problem}; filter more or sort less' },
  'database-questions': {
    status: 429,
    code: 'error',
    message: 'You have {most} questions to databases waiting already; try again when some are answered',
  },
  'database-busy': { status: 503, code: 'error', message: 'Too many databases are being read now; try again in a few seconds' },
  range: { status: 416, code: 'error', message: 'The range is outside the file, which has {size} bytes' },

  'upload-too-large': { status: 413, code: 'error', message: 'The file has {size} bytes; one upload may have at most {limit}' },
  quota: { status: 413, code: 'error', message: 'The organization uses {used} of {quota} bytes; delete data or raise the quota' },
  'upload-gone': { status: 410, code: 'error', message: 'The upload has expired; start it again' },
  'upload-metadata': { status: 400, code: 'invalid', message: 'Upload-Metadata: {problem}' },
  'upload-offset': { status: 409, code: 'error', message: 'The upload continues at offset {offset}, not at {given}' },
  'upload-checksum': { status: 460, code: 'error', message: 'The checksum does not match the bytes; send the chunk again' },
  'upload-locked': { status: 423, code: 'error', message: 'Another request writes this upload; try again shortly' },
  'tus-version': { status: 412, code: 'error', message: 'Tus-Resumable must be 1.0.0' },
  'tus-request': { status: 400, code: 'error', message: '{problem}' },
  'disk-full': {
    status: 507,
    code: 'error',
    message: "The server's disk is full; nothing acknowledged is lost, try again later",
  },
  unavailable: {
    status: 503,
    code: 'error',
    message: 'The server is starting or its database does not answer; try again shortly',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorId = keyof typeof errorCatalogue

/** The body of every answer that is not a success. `type` is the code; `id` is stable and may be searched for. */
export const errorBody = z.object({
  type: errorCode,
  id: z.string(),
  message: z.string(),
  fields: z.array(fieldError),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The sentence of an error with its numbers and names filled in. */
export function errorSentence(errorId: ErrorId, facts: Readonly<Record<string, string | number>> = {}): string {
  return errorCatalogue[errorId].message.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}
