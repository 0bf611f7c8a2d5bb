import { errorBody, errorCatalogue, errorSentence } from '#contract/errors.ts'
import type { ErrorCode, ErrorId, FieldError } from '#contract/errors.ts'

/** What every failed call raises. `code` decides what a page does, `message` and `fields` are what it shows. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]
  /** HTTP status; 0 when no answer came or the client itself refused. */
  readonly status: number
  /** Stable id of the catalogue, when known. */
  readonly id: string | null
  /** The server's own sentence, when the status mapping put a general one in its place. */
  readonly detail: string | null

  constructor(given: {
    code: ErrorCode
    message: string
    fields?: readonly FieldError[]
    status?: number
    id?: string | null
    detail?: string | null
  }) {
    super(given.message)
    this.code = given.code
    this.fields = given.fields ?? []
    this.status = given.status ?? 0
    this.id = given.id ?? null
    this.detail = given.detail ?? null
  }
}

/** An error of the closed list, raised by the client itself. */
export function knownError(id: ErrorId): ApiError {
  const { code, status } = errorCatalogue[id]
  return new ApiError({ code, message: errorSentence(id), id, status })
}

/** Statuses whose answer is one fixed sentence, whatever the body says. 401, 502 and the rest have rules of their own below. */
const fixedSentences: Readonly<Record<number, ErrorId>> = {
  400: 'bad-request',
  403: 'forbidden',
  404: 'not-found',
  500: 'internal',
}

export interface FailedAnswer {
  status: number
  statusText: string
  /** The header `Authorization` of the answer. */
  authorization: string | null
  /** The parsed body, or undefined when it was not JSON. */
  body: unknown
}

/** The error that an answer stands for. Never raises. */
export function errorOfAnswer({ status, statusText, authorization, body }: FailedAnswer): ApiError {
  const parsed = errorBody.partial().safeParse(body)
  const said = parsed.success ? parsed.data : {}
  const id = said.id ?? null
  const fields = said.fields ?? []

  const expired = errorSentence('password-expired')
  if (authorization === expired) return new ApiError({ code: 'auth', message: expired, status, fields, id: 'password-expired' })

  const fixed = fixedSentences[status]
  if (fixed !== undefined) {
    const message = errorSentence(fixed)
    const detail = said.message !== undefined && said.message !== message ? said.message : null
    return new ApiError({ code: 'error', message, status, fields, id: id ?? fixed, detail })
  }
  if (status === 401) {
    return new ApiError({
      code: 'auth',
      message: said.message ?? errorSentence('unauthorized'),
      status,
      fields,
      id: id ?? 'unauthorized',
    })
  }
  if (status === 502) return new ApiError({ code: 'error', message: statusText || 'Bad Gateway', status, id })
  const message = said.message || statusText || errorSentence('unknown')
  return new ApiError({ code: said.type ?? 'error', message, status, fields, id })
}

/** Whatever was raised, as an ApiError: network and unknown failures become "Request Error". */
export function asApiError(raised: unknown): ApiError {
  return raised instanceof ApiError ? raised : knownError('request-failed')
}

/** True when the server could not be reached or says that it is only just away: nothing was decided yet. */
export function isUnreachable(error: ApiError): boolean {
  return error.id === 'request-failed' || error.status === 502 || error.status === 503 || error.status === 504
}
