import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { completedUploadHeaders } from '#contract/uploads.ts'
import { Failure } from '../failure.ts'
import { ServerRefusal, reach, refusal } from './api.ts'
import type { LocalFile } from './local-files.ts'
import type { SignedIn } from './signed-in.ts'
import type { Unfinished } from './unfinished.ts'

export interface Delivery {
  readonly endpoint: URL
  readonly file: LocalFile
  readonly metadata: Readonly<Record<string, string>>
  readonly who: SignedIn
  readonly unfinished: Unfinished
  /** Pauses: the request in hand is broken off, the upload can be continued. */
  readonly signal: AbortSignal
  /** Bytes that are safe on the server. */
  progress(safe: number): void
}

export interface Delivered {
  readonly uploadId: number | null
  readonly fileVersionId: number | null
  readonly duplicate: boolean
}

/** Where the upload stands: its address, how much is safe, and the last answer's headers. */
interface Standing {
  readonly url: URL
  readonly offset: number
  readonly headers: Headers
}

const mebibyte = 2 ** 20
/** One request sends so much that it takes about this long: a break costs little, and progress is seen. */
const chunkSeconds = 2
const chunkLimits = { first: mebibyte, least: 256 * 1024, most: 32 * mebibyte } as const
/** Failures in a row, without a byte in between, after which it is left to the person. About two minutes. */
const patience = 9

/** Sends a file by tus 1.0 (https://tus.io/protocols/resumable-upload), each chunk with its checksum; continues what was begun. */
export async function deliver(delivery: Delivery): Promise<Delivered> {
  const handle = await open(delivery.file.path, 'r')
  try {
    const end = await sendAll(delivery, handle)
    await delivery.unfinished.forget()
    return deliveredOf(end.headers)
  } finally {
    await handle.close()
  }
}

async function sendAll(delivery: Delivery, handle: FileHandle): Promise<Standing> {
  let standing: Standing | undefined
  let chunk: number = chunkLimits.first
  let failures = 0
  for (;;) {
    try {
      standing ??= await begin(delivery)
      delivery.progress(standing.offset)
      failures = 0
      if (standing.offset >= delivery.file.size) return standing
      const started = performance.now()
      standing = await sendChunk(delivery, handle, standing, chunk)
      chunk = nextChunk(chunk, (performance.now() - started) / 1000)
    } catch (error) {
      standing = undefined
      chunk = chunkLimits.least
      failures += 1
      if (delivery.signal.aborted || !passing(error) || failures > patience) throw error
      await wait(Math.min(30_000, 250 * 2 ** failures), undefined, { signal: delivery.signal })
    }
  }
}

function nextChunk(chunk: number, seconds: number): number {
  const wanted = (chunk / Math.max(seconds, 0.01)) * chunkSeconds
  return Math.round(Math.min(chunkLimits.most, Math.max(chunkLimits.least, Math.min(wanted, chunk * 2))))
}

/** Whether the same may succeed later: the network, a busy or restarting server, a lost answer. */
function passing(error: unknown): boolean {
  if (!(error instanceof ServerRefusal)) return error instanceof Failure
  return [409, 423, 429, 460, 500, 502, 503, 504].includes(error.status)
}

/** Continues the upload that was begun, or begins it. */
async function begin(delivery: Delivery): Promise<Standing> {
  const url = await delivery.unfinished.find()
  if (url) {
    const response = await send(delivery, url, { method: 'HEAD' })
    if (response.ok) return { url, offset: offsetOf(response), headers: response.headers }
    // expired, or of another user: it is begun again
    if (response.status !== 404 && response.status !== 410)
      throw new ServerRefusal(response.status, `The server answers ${response.status}.`)
    await delivery.unfinished.forget()
  }
  return await create(delivery)
}

async function create(delivery: Delivery): Promise<Standing> {
  const metadata = Object.entries(delivery.metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const response = await send(delivery, delivery.endpoint, {
    method: 'POST',
    headers: { 'upload-length': String(delivery.file.size), 'upload-metadata': metadata.join(',') },
  })
  const location = response.headers.get('location')
  if (!response.ok) throw await refusal(response)
  if (location === null)
    throw new Failure(`${delivery.endpoint.origin} does not speak the upload protocol: check the address of --server.`)
  const url = new URL(location, delivery.endpoint)
  await delivery.unfinished.keep(url)
  return { url, offset: 0, headers: response.headers }
}

async function sendChunk(delivery: Delivery, handle: FileHandle, { url, offset }: Standing, chunk: number): Promise<Standing> {
  const { file } = delivery
  const bytes = Buffer.alloc(Math.min(chunk, file.size - offset))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset)
  const now = await handle.stat()
  if (bytesRead < bytes.length || now.size !== file.size || Math.floor(now.mtimeMs) !== file.modified) await giveUp(delivery, url)
  const response = await send(delivery, url, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    },
    body: bytes,
  })
  if (!response.ok) throw await refusal(response)
  return { url, offset: offsetOf(response), headers: response.headers }
}

/** Half an old and half a new file is worse than none. */
async function giveUp(delivery: Delivery, url: URL): Promise<never> {
  await send(delivery, url, { method: 'DELETE' }).catch(() => undefined)
  await delivery.unfinished.forget()
  throw new ServerRefusal(0, `${delivery.file.path} was changed while it was sent: run the command again when it is complete.`)
}

async function send({ who, signal }: Delivery, url: URL, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, authorization: await who.authorization(), 'tus-resumable': '1.0.0' }
  return await reach(url, { ...init, headers, signal })
}

function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!Number.isSafeInteger(offset)) throw new Failure('The server did not say how much of the file it has.')
  return offset
}

function deliveredOf(headers: Headers): Delivered {
  const idOf = (name: string): number | null => (headers.has(name) ? Number(headers.get(name)) : null)
  return {
    uploadId: idOf(completedUploadHeaders.uploadId),
    fileVersionId: idOf(completedUploadHeaders.fileVersionId),
    duplicate: headers.get(completedUploadHeaders.duplicate) === 'true',
  }
}
