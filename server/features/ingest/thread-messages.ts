import type { RecordingHeader } from '#recording/header.ts'
import type { RecordingProblem } from '#recording/recording-error.ts'

/** What the reading thread is told. It has no files, network or secrets of its own: it asks for bytes. */
export type ToThread =
  | { readonly kind: 'look'; readonly size: number }
  | { readonly kind: 'bytes'; readonly request: number; readonly bytes: Uint8Array<ArrayBuffer> }

export type FromThread =
  | { readonly kind: 'want'; readonly request: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'seen'; readonly look: Look }

/** What a first look at a file found. */
export type Look =
  | { readonly kind: 'recording'; readonly header: RecordingHeader }
  /** Of no format that is known. */
  | { readonly kind: 'unknown' }
  /** Of a known format, but not even its beginning can be read. */
  | { readonly kind: 'broken'; readonly problem: RecordingProblem }
  /** The reader itself failed, which is a fault of ours. */
  | { readonly kind: 'fault'; readonly message: string }
