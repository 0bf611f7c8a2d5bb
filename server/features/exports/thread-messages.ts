import type { RecordingProblem } from '#recording/recording-error.ts'
import type { CatalogChoice } from '#server/features/ingest/thread-messages.ts'

/** What an exporting thread is told once. It has no files, network or secrets of its own: it asks for bytes, and gives bytes. */
export interface ExportTask {
  /** Bytes of the recording. */
  readonly fileSize: number
  /** Bytes of its signal store; null where there is none. */
  readonly storeSize: number | null
  /** Those that made the signals, in the order in which they are asked. */
  readonly catalogs: readonly CatalogChoice[]
  /** Id of the format among those of the library. */
  readonly format: string
  readonly content: 'frames' | 'signals' | null
  /** Rows of signals a second; null: as recorded. */
  readonly hertz: number | null
  /** Milliseconds since 1970, begin included, end not; null: no bound. */
  readonly startMs: number | null
  readonly endMs: number | null
  /** Names of signals; null: all. */
  readonly signals: readonly string[] | null
}

export type ToThread =
  | { readonly kind: 'export'; readonly task: ExportTask }
  | { readonly kind: 'answer'; readonly request: number; readonly bytes: Uint8Array<ArrayBuffer> | null }

/** What it asks; a question that fails ends the thread. */
export type Question =
  | { readonly kind: 'bytes'; readonly of: 'file' | 'store'; readonly offset: number; readonly length: number }
  /** The catalog's own form, as bytes of text. */
  | { readonly kind: 'form'; readonly versionId: number }
  /** Bytes of the exported file, behind those given before or in their place; the answer means that they are taken. */
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Uint8Array<ArrayBuffer> }

export type FromThread =
  | { readonly kind: 'ask'; readonly request: number; readonly question: Question }
  | { readonly kind: 'ended'; readonly outcome: ExportOutcome }

export type ExportOutcome =
  | {
      readonly kind: 'exported'
      readonly content: 'frames' | 'signals'
      /** Frames or signals in the file, and its bytes. */
      readonly count: number
      readonly size: number
      readonly leftOut: readonly (readonly [reason: string, count: number])[]
      readonly problem: RecordingProblem | null
    }
  /** It cannot be done, however often it is tried: why. */
  | { readonly kind: 'refused'; readonly reason: string }
