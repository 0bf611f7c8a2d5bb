import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FieldError } from '#contract/errors.ts'
import { operationList } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import type { Caller } from './caller.ts'
import { admit } from './caller.ts'
import type { Handlers } from './handlers.ts'
import { Answer } from './handlers.ts'
import { Problem } from './problem.ts'

/** Who sent this request, by its Authorization header; anonymous without one. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

interface Parts {
  readonly handlers: Handlers
  readonly authenticate: Authenticate
}

/**
 * Registers every operation of the contract with its handler.
 * @throws Error when an operation has no handler, or a handler no operation: the server must not start then
 */
export function registerOperations(server: FastifyInstance, parts: Parts): void {
  const handlers = new Map<string, unknown>(Object.entries(parts.handlers))
  for (const operation of operationList) {
    const handler = handlers.get(operation.id)
    if (typeof handler !== 'function') {
      throw new Error(
        `The operation ${operation.id} (${operation.method} ${operation.path}) has no handler; add one to its feature in server/features`,
      )
    }
    handlers.delete(operation.id)
    const routes = operation.kind === 'stream' ? streamScope(server) : jsonScope(server)
    routes((scope) =>
      scope.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
        ...(operation.bodyLimit === undefined ? {} : largeBody(operation, operation.bodyLimit, parts.authenticate)),
        handler: (request, reply) => serve(operation, handler as RawHandler, parts.authenticate, request, reply),
      }),
    )
  }
  const left = [...handlers.keys()]
  if (left.length > 0)
    throw new Error(`Handlers without an operation in the contract: ${left.join(', ')}; add the operation or delete the handler`)
}

type RawHandler = (call: Record<string, unknown>) => Promise<unknown>
type Scope = (add: (scope: FastifyInstance) => void) => void

/** A large body is taken only from somebody who may call the operation. */
function largeBody(operation: Operation, bodyLimit: number, authenticate: Authenticate) {
  return {
    bodyLimit,
    onRequest: async (request: FastifyRequest) =>
      admit(await callerOf(operation, authenticate, request.headers.authorization), operation.access),
  }
}

/** Bodies of stream operations are left on the socket for their handler. */
function streamScope(server: FastifyInstance): Scope {
  return (add) =>
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      add(scope)
    })
}

function jsonScope(server: FastifyInstance): Scope {
  return (add) => add(server)
}

async function serve(
  operation: Operation,
  handler: RawHandler,
  authenticate: Authenticate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = await callerOf(operation, authenticate, request.headers.authorization)
  admit(caller, operation.access)
  const call = {
    caller,
    params: parse(operation.params, request.params, 'not-found'),
    query: parse(operation.query, request.query, 'bad-request'),
    address: request.ip,
    cookies: request.headers.cookie ?? '',
  }
  if (operation.kind === 'stream') {
    await handler({ ...call, request, reply })
    return reply
  }
  const body = parse(operation.body, request.body ?? {}, 'invalid-fields')
  const result = await handler({ ...call, body })
  const answer = result instanceof Answer ? result : new Answer(result, {})
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, String(value))
  reply.code(operation.status)
  if (answer.body === undefined) return reply.send()
  // Parsing drops whatever the contract does not name, so that nothing leaves by accident, and fails on what is missing.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(operation.answer.parse(answer.body)))
}

/** A stale token must not keep anybody from what is public, such as signing in again. */
async function callerOf(operation: Operation, authenticate: Authenticate, authorization: string | undefined): Promise<Caller> {
  try {
    return await authenticate(authorization)
  } catch (error) {
    if (operation.access === 'public' && error instanceof Problem && error.status === 401) return { kind: 'anonymous' }
    throw error
  }
}

function parse(schema: z.ZodType, given: unknown, problem: 'not-found' | 'bad-request' | 'invalid-fields'): unknown {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const fields: FieldError[] = result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  throw new Problem(problem, {}, problem === 'not-found' ? {} : { fields })
}
