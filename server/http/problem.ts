import type { ErrorBody, ErrorId, FieldError } from '#contract/errors.ts'
import { errorCatalogue, errorSentence } from '#contract/errors.ts'

/** An answer that is not a success: thrown by handlers, written by the HTTP layer. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly id: ErrorId
  readonly fields: FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    id: ErrorId,
    facts: Readonly<Record<string, string | number>> = {},
    more: { fields?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(errorSentence(id, facts))
    this.id = id
    this.fields = more.fields ?? []
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return errorCatalogue[this.id].status
  }

  get body(): ErrorBody {
    return { type: errorCatalogue[this.id].code, id: this.id, message: this.message, fields: this.fields }
  }
}

/** One field that is not valid. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('invalid-fields', {}, { fields: [{ field, message }] })
}

/** What is not there, or is another organization's: the two are never told apart. */
export function notFound(): Problem {
  return new Problem('not-found')
}
