import { z } from 'zod'

/**
 * Who may call an operation at all. What a caller may see behind it (own organisation, own fleet)
 * is decided by the feature's policy; both are proved by the authorization table.
 *
 * - `public`: anyone, without a token
 * - `session`: any signed-in user
 * - `ipa`: a signed-in user with the role `ipa` (or `admin`)
 * - `admin`: an administrator of the organisation
 * - `operator`: an administrator of the first organisation, which runs the server
 * - `device`: a logger with its device token
 */
export type Access = 'public' | 'session' | 'ipa' | 'admin' | 'operator' | 'device'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

export interface Operation<
  Id extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
  Kind extends 'json' | 'stream' = 'json' | 'stream',
> {
  readonly id: Id
  readonly method: Method
  /** Path with `{name}` for each parameter. */
  readonly path: string
  readonly access: Who
  /** One sentence, used in the generated reference. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Body of the success answer; `empty` means no body. */
  readonly answer: Answer
  /** Status of the success answer. */
  readonly status: number
  /** Headers of the success answer, beyond the usual ones: name -> one sentence. */
  readonly headers: Readonly<Record<string, string>>
  /** `stream`: the handler speaks bytes itself (tus, downloads); no JSON body is read or written. */
  readonly kind: Kind
  /** Largest JSON body, bytes, where files come in it; the usual limit otherwise. */
  readonly bodyLimit?: number
}

/** No parameters, query or body. */
export const nothing = z.object({})
/** The answer has no body. */
export const empty = z.undefined()
export type Nothing = typeof nothing
export type Empty = typeof empty

interface Given<
  Id extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
  Kind extends 'json' | 'stream',
> {
  id: Id
  method: Method
  path: string
  access: Who
  summary: string
  params?: Params
  query?: Query
  body?: Body
  answer?: Answer
  status?: number
  headers?: Record<string, string>
  kind?: Kind
  bodyLimit?: number
}

/** Declares one operation of the HTTP interface. The server registers it, the client calls it, the documents list it. */
export function operation<
  const Id extends string,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Answer extends z.ZodType = Empty,
  const Who extends Access = Access,
  const Kind extends 'json' | 'stream' = 'json',
>(given: Given<Id, Params, Query, Body, Answer, Who, Kind>): Operation<Id, Params, Query, Body, Answer, Who, Kind> {
  return {
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    answer: empty as unknown as Answer,
    headers: {},
    kind: 'json' as Kind,
    ...given,
    status: given.status ?? (given.answer === undefined && given.kind !== 'stream' ? 204 : 200),
  }
}

/** What a handler is given and what a client gives, after validation. */
export type ParamsOf<O extends Operation> = z.output<O['params']>
export type QueryOf<O extends Operation> = z.output<O['query']>
export type BodyOf<O extends Operation> = z.output<O['body']>
export type QueryInputOf<O extends Operation> = z.input<O['query']>
export type BodyInputOf<O extends Operation> = z.input<O['body']>
export type AnswerOf<O extends Operation> = z.output<O['answer']>
