import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DownloadType } from '#contract/downloads.ts'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { BlobMissing, BlobStoreUnavailable } from '#server/blob-store/blob-store.ts'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'
import { contentTypeOf } from './attachment.ts'
import type { Part } from './byte-range.ts'

/** Bytes that a token can stand for. They never change: what is changed gets another tag. */
export interface Downloadable {
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  /** Names these very bytes. */
  readonly tag: string
  /**
   * In pieces, of which no more than `piecesKept` may be on their way: their memory is used again.
   * @throws Problem when they cannot be had now
   */
  pieces(part: Part | 'whole'): Promise<AsyncIterable<Uint8Array>>
}

/** Whom a token belongs to. */
export interface TokenOwner {
  readonly userId: number
  readonly organizationId: number
}

/**
 * Finds what a token of one type stands for: when it is asked for and again when it is used. Undefined when there is no
 * such thing, or the owner may not have it (any more).
 * @throws Problem when the thing is there, but cannot be downloaded now
 */
export type FindDownloadable = (database: Kysely<Database>, owner: TokenOwner, id: number) => Promise<Downloadable | undefined>

/** One for each type of token. */
export type Downloadables = Readonly<Record<DownloadType, FindDownloadable>>

/** A blob with the name that it is saved by. */
export interface StoredFile {
  readonly fileName: string
  readonly extension: string
  readonly size: number
  readonly sha256: Buffer
  readonly blobKey: string
}

export function storedFile(blobs: BlobStore, file: StoredFile): Downloadable {
  return {
    fileName: file.fileName,
    mediaType: contentTypeOf(file.extension),
    size: file.size,
    tag: file.sha256.toString('hex'),
    pieces: (part) => readBlob(blobs, file, part),
  }
}

/** @throws Problem `file-gone` when the stored bytes are missing or not as many as they were */
async function readBlob(blobs: BlobStore, { blobKey, size }: StoredFile, part: Part | 'whole'): Promise<Readable> {
  try {
    const facts = await blobs.stat(blobKey)
    if (facts?.size !== size) throw new Problem('file-gone')
    return await blobs.read(blobKey, part === 'whole' ? {} : { start: part.first, end: part.last + 1 })
  } catch (error) {
    if (error instanceof BlobMissing) throw new Problem('file-gone')
    if (error instanceof BlobStoreUnavailable) throw new Problem('unavailable')
    throw error
  }
}
