import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Problem } from './problem.ts'

interface Options {
  readonly log: Logger
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies: readonly string[]
  /** The one other origin that pages may load from: the operator's map. */
  readonly mapOrigin?: string | null
}

/** Largest JSON body, bytes. Files go through the resumable upload, which has a limit of its own. */
const jsonBodyLimit = 1024 * 1024

/** An HTTP server with the error answers and headers of the platform, and no routes yet. */
export function createHttpServer({ log, trustedProxies, mapOrigin = null }: Options): FastifyInstance {
  const headers = securityHeaders(mapOrigin)
  const server = fastify({
    loggerInstance: log,
    // one line per request is the proxy's; ours tells only of faults, and never an address with a token in it
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // uploads of slow loggers may take hours; idle sockets are ended by keepAliveTimeout
    requestTimeout: 0,
    exposeHeadRoutes: false,
  }) as unknown as FastifyInstance
  closeUnused(server)
  closeAnswered(server)
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : fromFastify(error, request.routeOptions.bodyLimit ?? jsonBodyLimit)
    if (problem.status >= 500 && problem.id === 'internal')
      request.log.error({ err: error, path: request.routeOptions.url }, 'request failed')
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy()
      return
    }
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(problem.body))
  })
  return server
}

/**
 * Browsers open connections before they have anything to ask. Node waits for those as for a request under way, a minute
 * long; a server that stops need not.
 */
function closeUnused(server: FastifyInstance): void {
  const unused = new Set<Socket>()
  server.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** A connection whose answer is under way when the server stops is closed after it: its client would keep it for a minute. */
function closeAnswered(server: FastifyInstance): void {
  const open = new Set<ServerResponse>()
  server.server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  server.addHook('preClose', async () => {
    for (const response of open) {
      const { socket } = response
      // says so where the answer has not begun
      response.shouldKeepAlive = false
      response.once('finish', () => socket?.end())
    }
  })
}

/** Every answer: our own scripts and styles only, no framing by others, no guessing of types, no leaking of addresses. */
function securityHeaders(mapOrigin: string | null): Record<string, string> {
  const map = mapOrigin === null ? '' : ` ${mapOrigin}`
  return {
    'content-security-policy': `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:${map}; connect-src 'self'${map}; media-src 'self' blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

function fromFastify(error: FastifyError, limit: number): Problem {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body-too-large', { limit })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported-media', { expected: 'application/json' })
    default: {
      const status = error.statusCode ?? 500
      if (status >= 400 && status < 500)
        return new Problem('bad-request', {}, { fields: [{ field: '', message: error.message }] })
      return isUnavailable(error) ? new Problem('unavailable') : new Problem('internal')
    }
  }
}

/** Codes of a database that is starting, stopping or gone. */
function isUnavailable(error: { code?: string }): boolean {
  return ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P01', '57P02', '57P03'].includes(error.code ?? '')
}
