import { createHash } from 'node:crypto'
import { request as send } from 'node:http'
import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Headers = Readonly<Record<string, string | number>>

/** One request, exactly as told; `Tus-Resumable` is added unless it is given as ''. */
export function ask(method: string, address: string, headers: Headers = {}, body?: Uint8Array): Promise<RawAnswer> {
  const begun = begin(method, address, { ...(body === undefined ? {} : { 'Content-Length': body.length }), ...headers })
  begun.request.end(body)
  return begun.answer
}

/** A request whose body the test sends itself, to stop in the middle. */
export function begin(method: string, address: string, headers: Headers): { request: ClientRequest; answer: Promise<RawAnswer> } {
  const all: Record<string, string | number> = { 'Tus-Resumable': '1.0.0', ...headers }
  if (all['Tus-Resumable'] === '') delete all['Tus-Resumable']
  const request = send(address, { method, headers: all, agent: false })
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }), reject)
    })
  })
  answer.catch(() => undefined)
  return { request, answer }
}

export const bodyHeaders = { 'Content-Type': 'application/offset+octet-stream' }

export function patch(address: string, offset: number, body: Uint8Array, headers: Headers = {}): Promise<RawAnswer> {
  return ask('PATCH', address, { ...bodyHeaders, 'Upload-Offset': offset, ...headers }, body)
}

/** Creates an upload and gives its absolute address. */
export async function create(address: string, length: number, headers: Headers = {}): Promise<string> {
  const answer = await ask('POST', address, { 'Upload-Length': length, ...headers })
  if (answer.status !== 201) throw new Error(`Creating answered ${answer.status} ${answer.body}`)
  return new URL(String(answer.headers.location), address).href
}

/** How many bytes the server says are safe. */
export async function offsetOf(upload: string): Promise<number> {
  const answer = await ask('HEAD', upload)
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`)
  return Number(answer.headers['upload-offset'])
}

/** The value of an Upload-Checksum header. */
export function checksum(algorithm: string, bytes: Uint8Array): string {
  return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
}
