import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId, Operations } from '#contract/index.ts'
import type { Access, AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '#contract/operation.ts'
import type { CallerFor } from './caller.ts'

/** One request, validated against the contract, from somebody who may call the operation. */
export interface Call<O extends Operation> {
  readonly caller: CallerFor<O['access'] extends Access ? O['access'] : never>
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  /** Address of the client, through configured proxies only. */
  readonly address: string
  /** The `Cookie` header, empty without one. */
  readonly cookies: string
}

/** A call whose handler reads and writes bytes itself. */
export interface StreamCall<O extends Operation> extends Omit<Call<O>, 'body'> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** An answer with headers that the contract names. */
export class Answer<T> {
  readonly body: T
  readonly headers: Readonly<Record<string, string | number>>
  constructor(body: T, headers: Readonly<Record<string, string | number>>) {
    this.body = body
    this.headers = headers
  }
}

type JsonHandler<O extends Operation> = (call: Call<O>) => Promise<AnswerOf<O> | Answer<AnswerOf<O>>>
type StreamHandler<O extends Operation> = (call: StreamCall<O>) => Promise<void>

export type Handler<O extends Operation> = O['kind'] extends 'json'
  ? JsonHandler<O>
  : O['kind'] extends 'stream'
    ? StreamHandler<O>
    : JsonHandler<O> | StreamHandler<O>

/** One handler for each operation of the contract; a missing or superfluous one does not compile. */
export type Handlers = { [K in OperationId]: Handler<Operations[K]> }
/** What one feature brings. */
export type HandlersOf<K extends OperationId> = Pick<Handlers, K>
