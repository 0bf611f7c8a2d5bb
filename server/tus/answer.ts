import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '#server/http/problem.ts'
import { methodOf, tusVersion } from './protocol.ts'

export interface TusAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Names of statuses that HTTP does not know. */
const statusNames: Readonly<Record<number, string>> = { 460: 'Checksum Mismatch' }
/** How long, ms, an answer that comes before the end of a body waits for the sender to notice it. */
const lingerMs = 3000

export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: TusAnswer): Promise<void> {
  return send(request, response, answer.status, answer.headers, '')
}

export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): Promise<void> {
  const headers = { ...problem.headers, 'Content-Type': 'application/json; charset=utf-8' }
  return send(request, response, problem.status, headers, methodOf(request) === 'HEAD' ? '' : JSON.stringify(problem.body))
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  if (response.destroyed || response.headersSent) {
    response.destroy()
    return
  }
  const unread = !request.complete
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // "The Server MUST prevent the client and/or proxies from caching the response"; and of no use for other answers either
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Tus-Resumable', tusVersion)
  if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(body))
  if (unread) response.setHeader('Connection', 'close')
  response.writeHead(status, statusNames[status])
  if (!unread) {
    response.end(body)
    return
  }
  // Closing a connection on which bytes are unread resets it, and the client may never see the answer: read on for a moment.
  response.write(body === '' ? Buffer.alloc(0) : body)
  response.flushHeaders()
  await drained(request)
  response.end()
  request.destroy()
}

async function drained(request: IncomingMessage): Promise<void> {
  if (request.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, lingerMs)
  request.once('end', resolve).once('close', resolve).resume()
  await promise
  clearTimeout(timer)
}
