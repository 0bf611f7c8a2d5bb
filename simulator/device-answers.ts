/** What the client does next. */
export type Answer =
  | {
      kind: 'progress'
      offset: number
      location: string | null
      uploadId: number | null
      fileVersionId: number | null
      duplicate: boolean
    }
  /** Ask for the offset after a pause and go on. */
  | { kind: 'again'; reason: string }
  /** The server knows no such upload any more. */
  | { kind: 'gone'; reason: string }
  /** Trying again would not help. */
  | { kind: 'refused'; reason: string }

/** A file (or check-in) that could not be delivered; it stays on the logger. */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed'
  readonly filename: string

  constructor(filename: string, reason: string) {
    super(`${filename} was not delivered: ${reason}`)
    this.filename = filename
  }
}

/** Offset that the server confirms; null when the answer names none. */
export function offsetOf(response: Response, method: string, sent: number): number | null {
  const header = response.headers.get('Upload-Offset')
  if (header !== null && /^\d+$/.test(header)) return Number(header)
  // tus 1.0: a creation without Upload-Offset took none of the bytes, unless there were none to take.
  return method === 'POST' && response.status === 201 && sent === 0 ? 0 : null
}

const passingStatuses = [408, 409, 423, 425, 429, 460]

/** Whether a status may be another one later: locks, wrong offsets, throttling, and whatever is the server's fault. */
export function worthAnotherTry(status: number): boolean {
  return status >= 500 || passingStatuses.includes(status)
}

/** Why a request got no answer, in words. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** What an HTTP answer means for the upload. */
export function answered(response: Response, text: string, offset: number | null): Answer {
  const reason = `the server answered ${response.status} ${text.slice(0, 200)}`.trim()
  if (response.ok) {
    if (offset === null && response.status !== 201) return { kind: 'again', reason: `${reason}, without an offset` }
    const number = (header: string): number | null => {
      const value = response.headers.get(header)
      return value !== null && /^\d+$/.test(value) ? Number(value) : null
    }
    return {
      kind: 'progress',
      offset: offset ?? 0,
      location: response.headers.get('Location'),
      uploadId: number('x-loggerhead-upload-id'),
      fileVersionId: number('x-loggerhead-file-version-id'),
      duplicate: response.headers.get('x-loggerhead-duplicate') === 'true',
    }
  }
  if (response.status === 404 || response.status === 410) return { kind: 'gone', reason }
  if (worthAnotherTry(response.status)) return { kind: 'again', reason }
  return { kind: 'refused', reason }
}
