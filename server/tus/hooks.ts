import type { Metadata } from './metadata.ts'
import type { LockTimes } from './upload-lock.ts'

/** What a client wants to send. */
export interface NewUpload {
  /** Bytes. */
  readonly length: number
  readonly metadata: Metadata
}

/** An upload of which every byte is on disk. */
export interface ReceivedUpload extends NewUpload {
  readonly id: string
  /** The staged file, to be moved or copied away. It is gone when an earlier call with this id has moved it. */
  readonly path: string
  /** Hexadecimal. */
  readonly sha256: string
  /** Unsigned 32-bit number, as in a zip. */
  readonly crc32: number
}

/** What the engine asks of whoever knows what uploads mean. `Context` is plain JSON: it is stored with the upload. */
export interface TusHooks<Context> {
  /** Reads a context as it was stored; throws when it is none. */
  readContext(stored: unknown): Context
  /** Requests with another owner than the creation's get 404. */
  ownerOf(context: Context): string
  /** Before an upload is created; throws a Problem to refuse it. May run at the same time for many uploads. */
  onCreate(context: Context, upload: NewUpload): Promise<void>
  /**
   * After all bytes are durable and before the last of them is acknowledged, with the context of the creation. Returns headers for the answer.
   * One call at a time per upload; called again, also after a restart, until it has resolved once and that is recorded,
   * so it may come again after it has resolved: then it must change nothing and return the same.
   * When it throws, the request is answered so, and the next HEAD, PATCH or `recover` tries again.
   */
  onComplete(context: Context, upload: ReceivedUpload): Promise<Readonly<Record<string, string>>>
  /** Told of faults that are not the client's. */
  onFault(error: unknown, uploadId: string | undefined): void
}

export interface TusEngineOptions<Context> {
  /** On a local disk; only one engine at a time may use it. Made when absent. */
  readonly stagingDir: string
  /** Largest upload, bytes; without a context the largest anybody may send, for OPTIONS. Undefined = no limit. */
  readonly maxBytes: (context: Context | undefined) => number | undefined
  /** An upload expires so long, ms, after its last acknowledged byte; also for how long a finished one is remembered. */
  readonly expiresAfterMs: number
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly hooks: TusHooks<Context>
  readonly lockTimes?: LockTimes
  /** A body from which nothing came for so long, ms, is stored as far as it is, and its connection closed. */
  readonly silenceMs?: number
}

/** A request as the HTTP layer understood it. */
export interface TusRequest<Context> {
  /** Who sends it; undefined only for OPTIONS. */
  readonly context: Context | undefined
  /** The upload that the address names; undefined for the address of all uploads. */
  readonly id: string | undefined
  /** The address of an upload, absolute or from the root. */
  readonly location: (id: string) => string
}
