import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A finished upload: its bytes and metadata. */
export interface Received {
  bytes: Buffer
  metadata: Record<string, string>
}

export interface LoopbackReceiver {
  url: string
  received: Received[]
  checkins: unknown[]
  requests: { method: string; status: number }[]
  close(): Promise<void>
}

interface Upload extends Received {
  length: number
  done: boolean
}

/**
 * An answer that a file's name asks for: the creation of `POST-503-twice.vsb` is answered 503 two times before it is accepted,
 * and so are the further bytes of `PATCH-503-twice.vsb`.
 */
const askedStatus = /(POST|PATCH)-(\d{3})-(once|twice|always)/
const times = { once: 1, twice: 2, always: Infinity } as const

/**
 * The device protocol in memory (tus 1.0 creation-with-upload and checksum), strict about it: keeps whatever arrived of a
 * broken request that has no checksum to fail, answers 409 to wrong offsets and 460 to wrong checksums.
 */
export async function startLoopbackReceiver(): Promise<LoopbackReceiver> {
  const uploads = new Map<string, Upload>()
  const refusals = new Map<string, number>()
  const state: Pick<LoopbackReceiver, 'received' | 'checkins' | 'requests'> = { received: [], checkins: [], requests: [] }

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    headers: Record<string, string> = {},
    body = '',
  ) => {
    state.requests.push({ method: request.method ?? '', status })
    response.writeHead(status, { 'Tus-Resumable': '1.0.0', ...headers })
    response.end(body)
  }

  const accept = async (request: IncomingMessage, upload: Upload): Promise<number> => {
    const body = await bodyOf(request)
    if (body === null) return 0
    const [algorithm, digest] = (headerOf(request, 'upload-checksum') ?? '').split(' ')
    if (algorithm === 'sha256' && createHash('sha256').update(body).digest('base64') !== digest) return 460
    upload.bytes = Buffer.concat([upload.bytes, body])
    if (upload.bytes.length === upload.length && !upload.done) {
      upload.done = true
      state.received.push(upload)
    }
    return 204
  }

  const refusal = (method: 'POST' | 'PATCH', filename = ''): number | null => {
    const match = askedStatus.exec(filename)
    if (match?.[1] !== method) return null
    const wanted = times[match[3] === 'once' || match[3] === 'twice' ? match[3] : 'always']
    const given = refusals.get(filename) ?? 0
    if (given >= wanted) return null
    refusals.set(filename, given + 1)
    return Number(match[2])
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/device/v1/checkin') {
      const body = await bodyOf(request)
      state.checkins.push(JSON.parse(body?.toString() ?? 'null'))
      return answer(
        request,
        response,
        200,
        { 'Content-Type': 'application/json' },
        '{"serverTime":"2026-01-01T00:00:00Z","requests":[]}',
      )
    }
    if (request.method === 'POST') {
      const metadata = metadataOf(headerOf(request, 'upload-metadata') ?? '')
      const status = refusal('POST', metadata.filename)
      if (status !== null) return answer(request, response, status)
      const upload: Upload = { bytes: Buffer.alloc(0), metadata, length: Number(headerOf(request, 'upload-length')), done: false }
      const accepted = await accept(request, upload)
      if (accepted !== 204) return answer(request, response, accepted === 0 ? 400 : accepted)
      const id = String(uploads.size + 1)
      uploads.set(id, upload)
      return answer(request, response, 201, {
        Location: `/device/v1/uploads/${id}`,
        'Upload-Offset': String(upload.bytes.length),
      })
    }
    const upload = uploads.get(/^\/device\/v1\/uploads\/(\d+)$/.exec(request.url ?? '')?.[1] ?? '')
    if (!upload) return answer(request, response, 404)
    const offset = { 'Upload-Offset': String(upload.bytes.length) }
    if (request.method === 'HEAD') return answer(request, response, 200, { ...offset, 'Upload-Length': String(upload.length) })
    if (Number(headerOf(request, 'upload-offset')) !== upload.bytes.length) return answer(request, response, 409)
    const status = refusal('PATCH', upload.metadata.filename)
    if (status !== null) return answer(request, response, status)
    const accepted = await accept(request, upload)
    if (accepted !== 204) return answer(request, response, accepted === 0 ? 400 : accepted)
    answer(request, response, 204, { 'Upload-Offset': String(upload.bytes.length) })
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    ...state,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function metadataOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, Buffer.from(value, 'base64').toString()]
    }),
  )
}

/** The whole body, or null when the connection broke before its end. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
  } catch {
    return null
  }
  return request.complete ? Buffer.concat(chunks) : null
}
