import type { Readable } from 'node:stream'

/** What is known of one blob without reading it. */
export interface BlobFacts {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly modified: Date
}

/** The half-open part [start, end) of a blob, in bytes; `end` past the last byte means up to the last byte. */
export interface ByteRange {
  readonly start?: number
  readonly end?: number
}

/**
 * Where the bytes of files live, by key. Keys: see blob-key.ts; one key is never the folder of another, and a key's
 * bytes never change once they are put.
 *
 * The methods stand in the order in which a program uses them. All may be called at the same time, also from several
 * programs on the same store, and all may be repeated after a crash or a lost answer.
 */
export interface BlobStore {
  /**
   * Proves that blobs can be written, by writing and deleting a small one. Called at the start and by health checks.
   * @throws DiskFull, BlobStoreUnavailable
   */
  checkWritable(): Promise<void>

  /**
   * Removes what puts that were cut off before `before` left behind (part files, unfinished multipart uploads).
   * Called once at the start and then daily; never touches a blob, or a put that is running and began later.
   */
  cleanUp(before: Date): Promise<void>

  /**
   * Takes the staged file: moves or uploads it. When it resolves, the blob survives a power cut and the staged file is gone;
   * before that, `read` and `list` show nothing of it, and the staged file stays as it was.
   * Repeating: when the staged file is gone and the blob is there, an earlier call did the work, and this one resolves.
   * Two at the same time for one key: either one's bytes remain whole, never a mixture.
   * @throws DiskFull, BlobStoreUnavailable, BlobMissing (neither the staged file nor the blob exists)
   */
  put(key: string, stagedFile: string): Promise<void>

  /** Size and time of the blob, or undefined when there is none. */
  stat(key: string): Promise<BlobFacts | undefined>

  /**
   * The bytes of the blob, or of a part of it; a part that begins at or after the last byte is empty. Destroy the stream to stop early.
   * A blob deleted while it is read is read to its end (disk) or fails with an error (S3); it never ends early without one.
   * @throws BlobMissing, BlobStoreUnavailable, RangeError (start or end negative, no integer, or end before start)
   */
  read(key: string, range?: ByteRange): Promise<Readable>

  /** Where the blob is as a plain file of this machine, to be read only; undefined for a store that is elsewhere. */
  pathOf(key: string): string | undefined

  /**
   * Opens the blob to be read into memory that the caller has, where the store can do that (disk): less work than a stream.
   * @throws BlobMissing
   */
  open?(key: string): Promise<OpenBlob>

  /**
   * Opens a small blob, reads from its first byte on and closes it, at a fraction of what the three cost one by one, where the
   * store can do that (disk). How many bytes there were: fewer than fit only when there are no more.
   * @throws BlobMissing
   */
  readInto?(key: string, into: Uint8Array): Promise<number>

  /**
   * All blobs whose key begins with `prefix` (any text, not only whole folders; '' = all), in the order of their keys' bytes.
   * Blobs put or deleted meanwhile may or may not appear; all others appear exactly once.
   */
  list(prefix: string): AsyncIterable<BlobFacts>

  /** Deletes the blob for good; a blob that is not there is deleted already. */
  delete(key: string): Promise<void>

  /** Ends connections. The last call. */
  close(): void
}

/** Close it, whatever happened. */
export interface OpenBlob {
  /** Reads from that byte on; how many there were, fewer than fit only at the end. */
  read(into: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
}

/** There is no blob under this key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  readonly id = 'blob-missing'
  readonly key: string

  constructor(key: string, cause?: unknown) {
    super(`There is no stored file ${key}; restore it from a backup`, { cause })
    this.key = key
  }
}

/** The store does not answer, or refuses; the same call may succeed later. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
  readonly id = 'blob-store-unavailable'

  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
  }
}

/** @throws RangeError for a range no blob can have */
export function checkRange({ start = 0, end = Infinity }: ByteRange): { start: number; end: number } {
  const valid = Number.isSafeInteger(start) && start >= 0 && (end === Infinity || Number.isSafeInteger(end)) && end >= start
  if (!valid) throw new RangeError(`The range [${start}, ${end}) is not one of whole bytes from start to end`)
  return { start, end }
}
