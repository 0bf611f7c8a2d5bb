import type { LocationNames } from '#recording/locations/signal-names.ts'
import type { Instant } from '#recording/instant.ts'
import type { ReadRecording } from '#recording/reading/recording-pass.ts'
import type { RecordingProblem } from '#recording/recording-error.ts'

/** A version of a catalog and the buses that it is applied to; its own form is asked for when the thread does not have it. */
export interface CatalogChoice {
  readonly versionId: number
  /** Null: every bus. */
  readonly channels: readonly number[] | null
}

/** What the reading thread is told. It has no files, network or secrets of its own: it asks for bytes. */
export type ToThread =
  | { readonly kind: 'look'; readonly size: number; readonly locationNames: LocationNames }
  /** Read a catalog from a DBC file. */
  | { readonly kind: 'parse'; readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }
  /** The answer to any question. */
  | { readonly kind: 'answer'; readonly request: number; readonly answer: Uint8Array<ArrayBuffer> | readonly CatalogChoice[] }

/** What it asks; a question that fails ends the thread. */
export type Question =
  | { readonly kind: 'bytes'; readonly offset: number; readonly length: number }
  /** Which catalogs hold for the recording, now that its time is known? */
  | { readonly kind: 'catalogs'; readonly origin: Instant }
  /** The catalog's own form, as bytes of text. */
  | { readonly kind: 'form'; readonly versionId: number }
  /** Bytes of the signal store, one piece after the other; the answer means that they are taken. */
  | { readonly kind: 'store'; readonly bytes: Uint8Array<ArrayBuffer> }

export type FromThread =
  | { readonly kind: 'ask'; readonly request: number; readonly question: Question }
  | { readonly kind: 'seen'; readonly look: Look }
  | { readonly kind: 'parsed'; readonly parsed: ParsedCatalog }

/** What a look at a file found. */
export type Look =
  | ({ readonly kind: 'recording' } & ReadRecording)
  /** Of no format that is known. */
  | { readonly kind: 'unknown' }
  /** Of a known format, but not even its beginning can be read. */
  | { readonly kind: 'broken'; readonly problem: RecordingProblem }
  /** The reader itself failed, which is a fault of ours. */
  | { readonly kind: 'fault'; readonly message: string }

export type ParsedCatalog =
  | { readonly kind: 'catalog'; readonly form: string }
  /** It cannot be used: why, and what can be done. */
  | { readonly kind: 'refused'; readonly problem: string }
