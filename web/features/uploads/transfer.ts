import { DetailedError, Upload } from 'tus-js-client'
import { completedUploadHeaders, createUpload } from '#contract/uploads.ts'
import { accessToken } from '#web/api/client.ts'
import { session } from '#web/features/session/current-session.ts'
import { failureOf } from './failure.ts'
import type { Failure } from './failure.ts'

/** Bytes of one request: each carries a fresh token and is safe on the server when it has been answered. */
const chunkBytes = 32 * 1024 * 1024
/** Pauses before trying again, milliseconds; they begin anew after every success. */
const retryPauses = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000]

export interface Completed {
  uploadId: number | null
  duplicate: boolean
}

export interface TransferGiven {
  file: File
  metadata: Record<string, string>
  /** Of an upload that has begun already. */
  url: string | null
  onUrl: (url: string) => void
  onProgress: (sent: number) => void
  onDone: (completed: Completed) => void
  onFailed: (failure: Failure) => void
}

export interface Transfer {
  /** Stops sending; what the server has stays. */
  pause: () => Promise<void>
  /** Stops, and lets the server forget what it has. */
  abandon: () => Promise<void>
}

/** Sends one file with tus (https://tus.io/protocols/resumable-upload), from where the server has it. */
export function startTransfer({ file, metadata, url, onUrl, onProgress, onDone, onFailed }: TransferGiven): Transfer {
  const upload: Upload = new Upload(file, {
    endpoint: createUpload.path,
    uploadUrl: url,
    metadata,
    chunkSize: chunkBytes,
    retryDelays: retryPauses,
    // unfinished.ts remembers; two memories would disagree.
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: false,
    async onBeforeRequest(request) {
      const token = await accessToken()
      if (token !== null) request.setHeader('authorization', `Bearer ${token}`)
    },
    async onAfterResponse(_request, response) {
      // The clock said the token was good and the server did not: the next try has another one.
      if (response.getStatus() === 401) await session.refresh().catch(() => undefined)
    },
    onShouldRetry: (error) => failureOf(statusOf(error), '').passing,
    onUploadUrlAvailable: () => {
      if (upload.url !== null) onUrl(upload.url)
    },
    onProgress: (sent) => onProgress(sent),
    onSuccess: ({ lastResponse }) => {
      const id = Number(lastResponse.getHeader(completedUploadHeaders.uploadId))
      onDone({ uploadId: id > 0 ? id : null, duplicate: lastResponse.getHeader(completedUploadHeaders.duplicate) === 'true' })
    },
    onError: (error) =>
      onFailed(
        error instanceof DetailedError
          ? failureOf(statusOf(error), error.originalResponse?.getBody() ?? '')
          : { sentence: `The file cannot be read: ${error.message}`, passing: false },
      ),
  })
  upload.start()
  return { pause: () => upload.abort(), abandon: () => upload.abort(true) }
}

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0
