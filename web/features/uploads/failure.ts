import { errorBody } from '#contract/errors.ts'

export interface Failure {
  /** A sentence for the user: the server's own, where it gave one. */
  sentence: string
  /** Trying again by itself may help. */
  passing: boolean
}

/** Answers after which trying again helps: another request holds the upload, a checksum failed, too many, or the server is away. */
const passingStatuses = new Set([0, 401, 408, 409, 423, 429, 460, 500, 502, 503, 504])

const sentences: Readonly<Record<number, string>> = {
  0: 'The server cannot be reached; the upload goes on by itself when it can',
  401: 'The session has ended; sign in again',
  403: 'Your account may not upload',
  404: 'The upload is not known any more; start it again',
  413: "The file is too large for the server, or the organization's quota is used up",
  507: "The server's disk is full; nothing acknowledged is lost, try again later",
}

/** What an answer that is no success means. Status 0: no answer at all. */
export function failureOf(status: number, body: string): Failure {
  return {
    sentence: saidBy(body) ?? sentences[status] ?? `The server refused the upload (status ${status})`,
    passing: passingStatuses.has(status),
  }
}

function saidBy(body: string): string | undefined {
  try {
    const parsed = errorBody.partial().safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.message : undefined
  } catch {
    return undefined
  }
}
