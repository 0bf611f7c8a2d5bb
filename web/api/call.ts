import type { z } from 'zod'
import type { AnswerOf, Operation, ParamsOf } from '#contract/operation.ts'
import { errorOfAnswer, knownError } from './errors.ts'

/** Keys may be left out when the contract has a default or leaves them open; `unknown` (coerced text) is typed as what comes out. */
type Given<Input, Output> = {
  [K in keyof Input]: unknown extends Input[K] ? (K extends keyof Output ? Output[K] : never) : Input[K]
}
/** True of `{}` and of objects whose every key may be left out. */
type MayBeEmpty<Value> = object extends Value ? true : Record<string, never> extends Value ? true : false
type Part<Key extends string, Value> = MayBeEmpty<Value> extends true ? { [K in Key]?: Value } : { [K in Key]: Value }

export type CallOptions<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', Given<z.input<O['query']>, z.output<O['query']>>> &
  Part<'body', z.input<O['body']>> & { signal?: AbortSignal }

/** `{}` may be left out altogether. */
export type CallArguments<O extends Operation> =
  object extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>]

export interface Exchange<O extends Operation> {
  answer: AnswerOf<O>
  headers: Headers
}

export interface Wiring {
  /** Put before every path; empty for the page's own host. */
  base: string
  /** The bearer token to send, or null. Awaited, so that an expired one can be renewed first. */
  accessToken: () => Promise<string | null>
  /** A token other than the refused one, or null when the session is over. */
  renewedToken: (refused: string) => Promise<string | null>
  /**
   * The token as it is, for operations that anybody may call: they too learn who calls, but never renew a token, since
   * renewing is one of them.
   */
  storedToken?: () => string | null
  fetch?: typeof fetch
}

interface Loose {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

/**
 * A client for the operations of the contract. Both functions raise ApiError and nothing else, except that an
 * aborted signal raises its own reason.
 */
export function makeClient(wiring: Wiring) {
  const send = wiring.fetch ?? ((input: string, init: RequestInit) => fetch(input, init))

  async function request(operation: Operation, url: string, options: Loose, token: string | null): Promise<Response> {
    const headers = new Headers({ accept: 'application/json' })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    if (body !== undefined) headers.set('content-type', 'application/json')
    try {
      return await send(url, { method: operation.method, headers, body, signal: options.signal, cache: 'no-store' })
    } catch (raised) {
      if (options.signal?.aborted) throw options.signal.reason ?? raised
      throw knownError('request-failed')
    }
  }

  async function exchange<O extends Operation>(operation: O, ...[options]: CallArguments<O>): Promise<Exchange<O>> {
    const given: unknown = options === undefined ? {} : options
    if (!isOptions(given)) throw knownError('invalid-options')
    const url = wiring.base + addressOf(operation, given)
    const isPublic = operation.access === 'public'
    const token = isPublic ? (wiring.storedToken?.() ?? null) : await wiring.accessToken()
    let response = await request(operation, url, given, token)
    if (response.status === 401 && token !== null && !isPublic) {
      const renewed = await wiring.renewedToken(token)
      if (renewed !== null) response = await request(operation, url, given, renewed)
    }
    const body = await bodyOf(response)
    if (!response.ok) {
      throw errorOfAnswer({
        status: response.status,
        statusText: response.statusText,
        authorization: response.headers.get('authorization'),
        body,
      })
    }
    const parsed = operation.answer.safeParse(body, { reportInput: true })
    if (!parsed.success) {
      const isLacking = parsed.error.issues.some(({ input }) => input === undefined)
      throw knownError(isLacking ? 'unexpected-fields' : 'invalid-response')
    }
    // The schema of this very operation has just accepted the body.
    return { answer: parsed.data as AnswerOf<O>, headers: response.headers }
  }

  async function call<O extends Operation>(operation: O, ...options: CallArguments<O>): Promise<AnswerOf<O>> {
    return (await exchange(operation, ...options)).answer
  }

  return { call, exchange }
}

function isOptions(given: unknown): given is Loose {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

/** Path and query of a call. Raises the invalid error for a path that does not begin with a slash. */
export function addressOf(operation: Pick<Operation, 'path'>, options: Pick<Loose, 'params' | 'query'> = {}): string {
  const template: unknown = operation.path
  if (typeof template !== 'string' || !template.startsWith('/')) throw knownError('invalid-path')
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(textOf(options.params?.[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(key, textOf(item))
    }
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw knownError('invalid-options')
}

/** The parsed JSON body; undefined when there is none or it is not JSON (the contract then decides whether that is right). */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (raised) {
    if (raised instanceof SyntaxError) return undefined
    throw knownError('request-failed')
  }
}
