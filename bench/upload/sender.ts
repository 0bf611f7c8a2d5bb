import { createHash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as begin } from 'node:http'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

const piece = randomFillSync(Buffer.alloc(1024 * 1024))
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Sends `pieces` MiB over one connection to the engine (creation, then one PATCH); checks the hash that comes back. */
export async function sendToEngine(origin: string, pieces: number): Promise<void> {
  const length = pieces * piece.length
  const created = await send(
    'POST',
    `${origin}/uploads`,
    { 'Tus-Resumable': '1.0.0', 'Upload-Length': length, 'Content-Length': 0 },
    0,
  )
  const upload = new URL(created.location ?? '', origin).href
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': 0,
    'Content-Length': length,
  }
  const done = await send('PATCH', upload, headers, pieces)
  if (done['x-sha256'] !== sha256Of(pieces)) throw new Error('The engine stored something else than was sent')
}

/** Sends `pieces` MiB over one connection in one request. */
export async function sendPlain(origin: string, pieces: number): Promise<void> {
  await send('PUT', origin, { 'Content-Length': pieces * piece.length }, pieces)
}

async function send(method: string, address: string, headers: OutgoingHttpHeaders, pieces: number): Promise<IncomingHttpHeaders> {
  const request = begin(address, { method, headers, agent })
  const answered = once(request, 'response')
  for (let i = 0; i < pieces; i++) if (!request.write(piece)) await once(request, 'drain')
  request.end()
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  if (response.statusCode >= 300) throw new Error(`${method} ${address} answered ${response.statusCode}`)
  return response.headers
}

const hashes = new Map<number, string>()
export function sha256Of(pieces: number): string {
  const known = hashes.get(pieces)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (let i = 0; i < pieces; i++) hash.update(piece)
  const value = hash.digest('hex')
  hashes.set(pieces, value)
  return value
}
