import type { ByteSource } from '#recording/byte-source.ts'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { answered, DeliveryFailed, networkReason, offsetOf, worthAnotherTry, type Answer } from './device-answers.ts'

/** What the protocol says of a file; times are UTC milliseconds. */
export interface UploadDescription {
  filename: string
  collection: string
  startMs: number
  endMs: number
  group?: string
  script?: string
  notes?: string
}

/** Where a file went, as far as the server's last answer said so (it may have been lost on the way). */
export interface Delivered {
  uploadId: number | null
  fileVersionId: number | null
  /** The server had these bytes already. */
  duplicate: boolean
  /** Bytes sent in all; more than the size when parts had to be sent again. */
  bytesSent: number
}

export interface DeviceClientOptions {
  /** Address of the server, such as `http://127.0.0.1:8080`. */
  server: string
  token: string
  /** Bytes of one request on a good connection; 1 MiB unless given. Halved after each failure down to 32 KiB, doubled after each success. */
  chunkBytes?: number
  /** Longest wait for an answer, milliseconds; a silent network counts as a broken one. */
  answerTimeoutMs?: number
  /** First and longest pause after a failure, milliseconds; doubled from failure to failure. */
  firstPauseMs?: number
  longestPauseMs?: number
  /** Failures in a row, without a byte of progress, after which a file is given up for now. */
  mostFailures?: number
  signal?: AbortSignal
}

const tusVersion = '1.0.0'
const smallestChunk = 32 * 1024

/**
 * A logger's side of the upload protocol (tus 1.0: creation-with-upload, checksum): resumes exactly where the server
 * stands, whatever happens to the connection.
 */
export class DeviceClient {
  readonly #options: Required<Omit<DeviceClientOptions, 'signal'>> & { signal?: AbortSignal }
  /** What the network has lately let through in one piece. */
  #chunkBytes: number

  constructor(options: DeviceClientOptions) {
    this.#options = {
      chunkBytes: 1024 * 1024,
      answerTimeoutMs: 30_000,
      firstPauseMs: 250,
      longestPauseMs: 30_000,
      mostFailures: 12,
      ...options,
    }
    this.#chunkBytes = this.#options.chunkBytes
  }

  /** Delivers one file. Throws DeliveryFailed when the server refuses it or stays unreachable. */
  async upload(source: ByteSource, description: UploadDescription): Promise<Delivered> {
    const delivered: Delivered = { uploadId: null, fileVersionId: null, duplicate: false, bytesSent: 0 }
    let place: string | null = null
    let offset: number | null = null
    let confirmed = 0
    let failures = 0
    while (offset === null || offset < source.size || place === null) {
      const answer: Answer = await this.#step(source, description, place, offset, delivered)
      if (answer.kind === 'progress') {
        place = answer.location ?? place
        offset = answer.offset
        if (offset > confirmed) {
          confirmed = offset
          failures = 0
          this.#chunkBytes = Math.min(this.#options.chunkBytes, this.#chunkBytes * 2)
        }
        note(delivered, answer)
        continue
      }
      if (answer.kind === 'refused') throw new DeliveryFailed(description.filename, answer.reason)
      // The server forgot the upload (expired): begin again.
      if (answer.kind === 'gone') {
        place = null
        confirmed = 0
      }
      offset = null
      failures++
      this.#chunkBytes = Math.min(this.#options.chunkBytes, Math.max(smallestChunk, this.#chunkBytes / 2))
      if (failures > this.#options.mostFailures) throw new DeliveryFailed(description.filename, answer.reason)
      await this.#pause(failures)
    }
    return delivered
  }

  /** One request: create, ask for the offset, or send the next chunk. */
  async #step(
    source: ByteSource,
    description: UploadDescription,
    place: string | null,
    offset: number | null,
    delivered: Delivered,
  ): Promise<Answer> {
    if (place === null) {
      const first = await source.read(0, Math.min(this.#chunkBytes, source.size))
      return this.#send('POST', '/device/v1/uploads', first, delivered, {
        'Upload-Length': String(source.size),
        'Upload-Metadata': metadata(description),
      })
    }
    if (offset === null) return this.#request('HEAD', place, undefined, {})
    const chunk = await source.read(offset, Math.min(this.#chunkBytes, source.size - offset))
    return this.#send('PATCH', place, chunk, delivered, { 'Upload-Offset': String(offset) })
  }

  async #send(
    method: string,
    place: string,
    chunk: Uint8Array,
    delivered: Delivered,
    headers: Record<string, string>,
  ): Promise<Answer> {
    delivered.bytesSent += chunk.length
    return this.#request(method, place, chunk, {
      ...headers,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Checksum': `sha256 ${createHash('sha256').update(chunk).digest('base64')}`,
    })
  }

  async #request(method: string, place: string, body: Uint8Array | undefined, headers: Record<string, string>): Promise<Answer> {
    try {
      const response = await fetch(new URL(place, this.#options.server), {
        method,
        headers: { Authorization: `Bearer ${this.#options.token}`, 'Tus-Resumable': tusVersion, ...headers },
        ...(body && { body: body.slice() }),
        signal: this.#deadline(),
        redirect: 'error',
      })
      const text = method === 'HEAD' ? '' : await response.text()
      return answered(response, text, offsetOf(response, method, body?.length ?? 0))
    } catch (error) {
      this.#options.signal?.throwIfAborted()
      return { kind: 'again', reason: networkReason(error) }
    }
  }

  async #pause(failures: number): Promise<void> {
    const { firstPauseMs, longestPauseMs, signal } = this.#options
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
    // Half fixed, half by chance: loggers that were cut off together must not come back together.
    await pause(longest / 2 + Math.random() * (longest / 2), undefined, { signal })
  }

  /** Reports the logger's state; gives the requests that wait for it. Throws DeliveryFailed when the server stays unreachable. */
  async checkin(state: DeviceReport): Promise<{ requests: unknown[] }> {
    for (let failures = 1; ; failures++) {
      const outcome = await this.#report(state)
      if ('requests' in outcome) return outcome
      if (!outcome.again || failures > this.#options.mostFailures) throw new DeliveryFailed('The check-in', outcome.reason)
      await this.#pause(failures)
    }
  }

  async #report(state: DeviceReport): Promise<{ requests: unknown[] } | { again: boolean; reason: string }> {
    try {
      const response = await fetch(new URL('/device/v1/checkin', this.#options.server), {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.#options.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(state),
        signal: this.#deadline(),
      })
      if (!response.ok) return { again: worthAnotherTry(response.status), reason: `the server answered ${response.status}` }
      const answer: unknown = await response.json()
      return { requests: isRecord(answer) && Array.isArray(answer.requests) ? answer.requests : [] }
    } catch (error) {
      this.#options.signal?.throwIfAborted()
      return { again: true, reason: networkReason(error) }
    }
  }

  #deadline(): AbortSignal {
    const timeout = AbortSignal.timeout(this.#options.answerTimeoutMs)
    return this.#options.signal ? AbortSignal.any([timeout, this.#options.signal]) : timeout
  }
}

/** What a logger says of itself at a check-in. */
export interface DeviceReport {
  deviceTime: string
  freeBytes: number
  totalBytes: number
  pendingUploads: number
  firmware: string
  position?: { latitude: number; longitude: number }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function note(delivered: Delivered, answer: Answer & { kind: 'progress' }): void {
  delivered.uploadId ??= answer.uploadId
  delivered.fileVersionId ??= answer.fileVersionId
  delivered.duplicate ||= answer.duplicate
}

function metadata(description: UploadDescription): string {
  const values: Record<string, string | undefined> = {
    filename: description.filename,
    collection: description.collection,
    start: new Date(description.startMs).toISOString(),
    end: new Date(description.endMs).toISOString(),
    group: description.group,
    script: description.script,
    notes: description.notes,
  }
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}
