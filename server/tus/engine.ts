import type { IncomingMessage, ServerResponse } from 'node:http'
import { DiskFull, isDiskFull, requireFreeBytes } from '#server/disk/disk-space.ts'
import { Problem } from '#server/http/problem.ts'
import type { TusAnswer } from './answer.ts'
import { sendAnswer, sendProblem } from './answer.ts'
import type { AppendOptions } from './append.ts'
import { appendBody } from './append.ts'
import type { BodyEnding } from './body-receiver.ts'
import type { TusEngineOptions, TusRequest } from './hooks.ts'
import { parseMetadata } from './metadata.ts'
import * as protocol from './protocol.ts'
import type { StagedUpload } from './staged-upload.ts'
import { StagedUploads } from './staged-uploads.ts'
import { StagingFolder } from './staging.ts'
import type { Lease } from './upload-lock.ts'
import { UploadLocks } from './upload-lock.ts'

/** tus 1.0 over a staging folder: see docs/decisions/0002-own-tus-engine.md. Knows neither devices nor what uploads mean. */
export class TusEngine<Context> {
  readonly #options: TusEngineOptions<Context>
  readonly #staging: StagingFolder
  readonly #uploads: StagedUploads

  constructor(options: TusEngineOptions<Context>) {
    this.#options = options
    this.#staging = new StagingFolder(options.stagingDir)
    const locks = new UploadLocks(options.lockTimes ?? { takeOverAfterMs: 2000, waitMs: 8000 })
    this.#uploads = new StagedUploads(this.#staging, locks, options.clock, options.hooks.onFault)
  }

  /**
   * At the start, before requests: hands over uploads that were received but not handed over, and removes what
   * cut-off creations left. May be repeated at any time. Failures go to `onFault` and are tried again next time.
   */
  async recover(): Promise<void> {
    await this.#staging.create()
    await this.#uploads.removeStrays()
    await this.#uploads.forEach(async (upload, lease) => {
      await this.#completeIfReceived(upload, lease)
    })
  }

  /**
   * Removes uploads that have expired. To be called every so often. One that was received whole and is still not handed
   * over is tried once more, and goes only when it is refused for what it is (4xx), not for what the server lacks.
   */
  async sweep(): Promise<void> {
    await this.#staging.create()
    await this.#uploads.forEach(async (upload, lease) => {
      if (!this.#isOld(upload)) return
      if (isHandedOver(upload) || upload.received === undefined || (await this.#isRefused(upload, lease))) {
        await this.#uploads.remove(upload)
      }
    })
  }

  /** Stores what has arrived of every upload under way and closes their connections. The last call. */
  close(): Promise<void> {
    return this.#uploads.endAll()
  }

  /**
   * Gives an unfinished upload up, whoever began it; a request that is sending bytes of it ends.
   * @throws Problem 404 when there is none, 410 when it has expired
   */
  async abandon(id: string): Promise<void> {
    await this.#locked(id, (upload) => this.#terminate(upload))
  }

  /** Answers one request; never throws. The body of the request must be unread. */
  async handle(request: IncomingMessage, response: ServerResponse, target: TusRequest<Context>): Promise<void> {
    request.on('error', () => undefined) // a client that goes away is seen by whoever reads the body
    try {
      const answer = await this.#answer(request, target)
      if (answer === undefined) response.destroy()
      else await sendAnswer(request, response, answer)
    } catch (error) {
      await sendProblem(request, response, this.#problem(error, target.id))
    }
  }

  async #answer(request: IncomingMessage, target: TusRequest<Context>): Promise<TusAnswer | undefined> {
    const method = protocol.methodOf(request)
    if (method === 'OPTIONS') return this.#offer()
    protocol.requireVersion(request)
    const { context, id } = target
    if (context === undefined) throw new Problem('unauthorized')
    if (id === undefined) {
      if (method !== 'POST')
        throw new Problem('tus-request', { problem: `${method} is for an upload; send POST here to begin one` })
      return this.#create(request, context, target)
    }
    await this.#requireOwner(id, context)
    switch (method) {
      case 'HEAD':
        return this.#locked(id, (current, lease) => this.#head(current, lease))
      case 'PATCH':
        return this.#patch(request, id)
      case 'DELETE':
        return this.#locked(id, (current) => this.#terminate(current))
      default:
        throw new Problem('tus-request', { problem: `${method} is not for an upload; use HEAD, PATCH or DELETE` })
    }
  }

  #offer(): TusAnswer {
    const max = this.#options.maxBytes(undefined)
    return {
      status: 204,
      headers: {
        'Tus-Version': protocol.tusVersion,
        'Tus-Extension': protocol.tusExtensions.join(','),
        'Tus-Checksum-Algorithm': protocol.checksumAlgorithms.join(','),
        ...(max === undefined ? {} : { 'Tus-Max-Size': String(max) }),
      },
    }
  }

  async #create(request: IncomingMessage, context: Context, { location }: TusRequest<Context>): Promise<TusAnswer | undefined> {
    const length = protocol.uploadLength(request)
    const limit = this.#options.maxBytes(context) ?? Infinity
    if (length > limit) throw new Problem('upload-too-large', { size: length, limit })
    const text = protocol.header(request, 'upload-metadata')
    const metadata = parseMetadata(text)
    const withBody = protocol.announcedBytes(request) !== 0
    if (withBody) protocol.requireBodyType(request)
    const checksum = protocol.expectedChecksum(request)
    await this.#options.hooks.onCreate(context, { length, metadata })
    await this.#staging.create()
    await requireFreeBytes(this.#staging.path, length)

    const id = this.#staging.newId()
    return this.#uploads.alone(id, async (lease) => {
      const upload = await this.#uploads.begin(id, { length, metadata: text, context })
      const ending = await this.#firstBytes(upload, request, { lease, checksum, silenceMs: this.#silenceMs })
      if (ending !== 'complete') return undefined
      const completed = await this.#completeIfReceived(upload, lease)
      const headers: Record<string, string> = { Location: location(id), ...this.#expiry(upload), ...completed }
      // "The Server MUST include the Upload-Offset header in the response" to a creation with a body
      if (withBody) headers['Upload-Offset'] = String(upload.offset)
      return { status: 201, headers }
    })
  }

  /** A creation that does not go through leaves nothing: its client never learns the address of the upload. */
  async #firstBytes(upload: StagedUpload, request: IncomingMessage, options: AppendOptions): Promise<BodyEnding> {
    let ending: BodyEnding | undefined
    try {
      ending = await appendBody(upload, request, options)
      return ending
    } finally {
      if (ending !== 'complete') await this.#uploads.remove(upload)
    }
  }

  async #head(upload: StagedUpload, lease: Lease): Promise<TusAnswer> {
    const completed = await this.#completeIfReceived(upload, lease)
    const metadata = upload.beginning.metadata
    return {
      status: 200,
      headers: {
        'Upload-Offset': String(upload.offset),
        'Upload-Length': String(upload.length),
        ...(metadata === undefined ? {} : { 'Upload-Metadata': metadata }),
        ...this.#expiry(upload),
        ...completed,
      },
    }
  }

  async #patch(request: IncomingMessage, id: string): Promise<TusAnswer | undefined> {
    protocol.requireBodyType(request)
    const given = protocol.uploadOffset(request)
    const checksum = protocol.expectedChecksum(request)
    return this.#locked(id, async (upload, lease) => {
      // "If the offsets do not match, the Server MUST respond with the 409 Conflict status without modifying the upload resource."
      if (given !== upload.offset) {
        throw new Problem(
          'upload-offset',
          { offset: upload.offset, given },
          { headers: { 'Upload-Offset': String(upload.offset) } },
        )
      }
      if (upload.received === undefined) {
        const ending = await appendBody(upload, request, { lease, checksum, silenceMs: this.#silenceMs })
        if (ending === 'yielded') throw new Problem('upload-locked')
        if (ending !== 'complete') return undefined
      }
      const completed = await this.#completeIfReceived(upload, lease)
      return { status: 204, headers: { 'Upload-Offset': String(upload.offset), ...this.#expiry(upload), ...completed } }
    })
  }

  /** Of a finished upload only what is left here goes; what was handed over belongs to its receiver. */
  async #terminate(upload: StagedUpload): Promise<TusAnswer> {
    await this.#uploads.remove(upload)
    return { status: 204, headers: {} }
  }

  async #completeIfReceived(upload: StagedUpload, lease: Lease): Promise<Readonly<Record<string, string>>> {
    if (upload.completed !== undefined) return upload.completed
    return upload.received === undefined ? {} : this.#complete(upload, lease)
  }

  async #complete(upload: StagedUpload, lease: Lease): Promise<Readonly<Record<string, string>>> {
    const { hooks } = this.#options
    const { received, id, length, dataFile: path } = upload
    if (received === undefined) throw new Error(`The upload ${id} is handed over before it is received`)
    const metadata = parseMetadata(upload.beginning.metadata)
    return lease.whileAlive(async () => {
      const headers = await hooks.onComplete(hooks.readContext(upload.beginning.context), {
        id,
        path,
        length,
        metadata,
        ...received,
      })
      await upload.complete(headers)
      return headers
    })
  }

  /** "The value of the Upload-Expires header MUST be in RFC 7231 datetime format." */
  #expiry(upload: StagedUpload): Record<string, string> {
    if (upload.received !== undefined) return {}
    return { 'Upload-Expires': new Date(upload.changedAt + this.#options.expiresAfterMs).toUTCString() }
  }

  #isOld(upload: StagedUpload): boolean {
    return this.#options.clock() > upload.changedAt + this.#options.expiresAfterMs
  }

  async #isRefused(upload: StagedUpload, lease: Lease): Promise<boolean> {
    try {
      await this.#complete(upload, lease)
      return false
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      this.#options.hooks.onFault(error, upload.id)
      return true
    }
  }

  get #silenceMs(): number {
    return this.#options.silenceMs ?? 60_000
  }

  /** @throws Problem 404 when there is no such upload, or it is somebody else's: nobody learns which */
  async #requireOwner(id: string, context: Context): Promise<void> {
    const { hooks } = this.#options
    const upload = await this.#uploads.find(id)
    if (upload === undefined || hooks.ownerOf(hooks.readContext(upload.beginning.context)) !== hooks.ownerOf(context)) {
      throw new Problem('not-found')
    }
  }

  /** Does a step alone with the upload, unless it has been removed or has expired meanwhile. */
  async #locked<T>(id: string, step: (upload: StagedUpload, lease: Lease) => Promise<T>): Promise<T> {
    return this.#uploads.alone(id, async (lease) => {
      const upload = await this.#uploads.find(id)
      if (upload === undefined) throw new Problem('not-found')
      if (this.#isOld(upload) && (upload.received === undefined || isHandedOver(upload))) {
        await this.#uploads.remove(upload)
        throw new Problem('upload-gone')
      }
      return step(upload, lease)
    })
  }

  #problem(error: unknown, id: string | undefined): Problem {
    if (error instanceof Problem) return error
    if (isDiskFull(error)) return new DiskFull(this.#staging.path, error)
    this.#options.hooks.onFault(error, id)
    return new Problem('internal')
  }
}

function isHandedOver(upload: StagedUpload): boolean {
  return upload.completed !== undefined
}
