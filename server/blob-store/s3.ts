import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { systemCode } from '#server/disk/disk-space.ts'
import { checkKey } from './blob-key.ts'
import type { BlobFacts, BlobStore, ByteRange } from './blob-store.ts'
import { BlobMissing, BlobStoreUnavailable, checkRange } from './blob-store.ts'

/** Files up to this size, in bytes, are sent in one request, larger ones in parts of at least this size. */
const partSize = 16 * 1024 * 1024
/** S3's limit. */
const maxParts = 10_000

export interface S3Place {
  readonly bucket: string
  /** Begins every object's name: '' or text that ends with a slash. */
  readonly prefix: string
}

/** Blobs as objects `prefix + key` of one bucket. Owns the client. */
export class S3BlobStore implements BlobStore {
  readonly #client: S3Client
  readonly #place: S3Place

  constructor(client: S3Client, place: S3Place) {
    this.#client = client
    this.#place = place
  }

  async checkWritable(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'blob-store-probe-'))
    try {
      const probe = join(folder, 'probe')
      await writeFile(probe, 'writable')
      await this.put('writable-probe', probe)
      await this.delete('writable-probe')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async cleanUp(before: Date): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.#place
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
    for (;;) {
      const page = await this.#asking(() => this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers })))
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated === undefined || Initiated >= before) continue
        await this.#asking(() => this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      }
      if (page.IsTruncated !== true) return
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  async put(key: string, stagedFile: string): Promise<void> {
    const object = this.#object(key)
    const size = await sizeOf(stagedFile)
    if (size === undefined) {
      if ((await this.stat(key)) === undefined) throw new BlobMissing(key)
      return
    }
    await this.#asking(async () => {
      // from memory, not from a stream, so that the SDK can send it again after a failure
      if (size <= partSize)
        await this.#client.send(new PutObjectCommand({ ...object, Body: await readFile(stagedFile), ContentLength: size }))
      else await this.#putInParts(object, stagedFile, size)
    })
    const stored = await this.stat(key)
    if (stored?.size !== size) {
      throw new BlobStoreUnavailable(
        `${this.#name} keeps ${stored?.size ?? 0} of the ${size} bytes of ${key}; check whether the S3 service alters what it stores`,
      )
    }
    await rm(stagedFile, { force: true })
  }

  async stat(key: string): Promise<BlobFacts | undefined> {
    const object = this.#object(key)
    try {
      const head = await this.#asking(() => this.#client.send(new HeadObjectCommand(object)))
      return { key, size: head.ContentLength ?? 0, modified: head.LastModified ?? new Date(0) }
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  async read(key: string, range: ByteRange = {}): Promise<Readable> {
    const { start, end } = checkRange(range)
    const object = this.#object(key)
    if (start === end) return this.#nothingOf(key)
    const whole = start === 0 && end === Infinity
    // an HTTP range includes its last byte
    const Range = whole ? undefined : `bytes=${start}-${end === Infinity ? '' : end - 1}`
    try {
      const { Body } = await this.#asking(() => this.#client.send(new GetObjectCommand({ ...object, Range })))
      if (Body instanceof Readable) return Body
      throw new BlobStoreUnavailable(`${this.#name} answered without the bytes of ${key}`)
    } catch (error) {
      if (isAbsent(error)) throw new BlobMissing(key, error)
      if (causeStatus(error) === 416) return this.#nothingOf(key)
      throw error
    }
  }

  pathOf(): undefined {}

  async *list(prefix: string): AsyncIterable<BlobFacts> {
    const { bucket: Bucket, prefix: before } = this.#place
    try {
      for await (const page of paginateListObjectsV2({ client: this.#client }, { Bucket, Prefix: before + prefix })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key.slice(before.length), size: Size ?? 0, modified: LastModified ?? new Date(0) }
        }
      }
    } catch (error) {
      throw this.#problem(error)
    }
  }

  async delete(key: string): Promise<void> {
    const object = this.#object(key)
    await this.#asking(() => this.#client.send(new DeleteObjectCommand(object)))
  }

  close(): void {
    this.#client.destroy()
  }

  get #name(): string {
    return `s3://${this.#place.bucket}/${this.#place.prefix}`
  }

  #object(key: string): { Bucket: string; Key: string } {
    checkKey(key)
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key }
  }

  async #nothingOf(key: string): Promise<Readable> {
    if ((await this.stat(key)) === undefined) throw new BlobMissing(key)
    return Readable.from([])
  }

  async #putInParts(object: { Bucket: string; Key: string }, stagedFile: string, size: number): Promise<void> {
    const Body = createReadStream(stagedFile, { highWaterMark: 1024 * 1024 })
    const upload = new Upload({
      client: this.#client,
      params: { ...object, Body },
      partSize: Math.max(partSize, Math.ceil(size / maxParts)),
      queueSize: 3,
      leavePartsOnError: false,
    })
    try {
      await upload.done()
    } finally {
      Body.destroy()
    }
  }

  async #asking<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      throw this.#problem(error)
    }
  }

  #problem(error: unknown): unknown {
    if (error instanceof BlobStoreUnavailable || systemCode(error) === 'ENOENT') return error
    const reason = error instanceof Error ? error.name : 'unknown'
    return new BlobStoreUnavailable(
      `${this.#name} answers ${reason}; check LOGGERHEAD_BLOB_URL, the credentials and the S3 service`,
      error,
    )
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** A missing object answers 404 NoSuchKey or, to HEAD, a bare 404; a missing bucket is another matter. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof BlobStoreUnavailable) || !(error.cause instanceof Error)) return false
  return causeStatus(error) === 404 && error.cause.name !== 'NoSuchBucket'
}

/** The HTTP status in an error of the AWS SDK. */
function causeStatus(error: unknown): number | undefined {
  if (!(error instanceof BlobStoreUnavailable) || !(error.cause instanceof Error)) return undefined
  const { cause } = error
  if (!('$metadata' in cause) || typeof cause.$metadata !== 'object' || cause.$metadata === null) return undefined
  const metadata = cause.$metadata
  return 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
