import type { MatchCounts } from '#recording/catalogs/matching.ts'
import type { ReadRecording } from '#recording/reading/recording-pass.ts'
import type { IdSummary } from '#recording/reading/id-tally.ts'
import type { Instant } from '#recording/instant.ts'
import type { Statistics } from '#recording/signal-store/statistics.ts'
import type { Samples, ValueAt } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { StoreEnd } from './store-end.ts'
import type { FrameKind } from './trace/frame-flags.ts'

/*
 * What page and recording worker say to each other. Only types come from `recording`: its code runs in the worker alone.
 * Times are nanoseconds since the recording's origin; windows include their ends; values are physical.
 */

/** The signals of one recording; `null` where it has none. */
export interface ViewedSignals {
  readonly origin: Instant
  /** Signals of one group share one `group` object. */
  readonly signals: readonly StoredSignal[]
  /** NaN without samples. */
  readonly startNs: number
  readonly endNs: number
}

/** A DBC file that was brought along, and how well it fits. */
export interface BroughtCatalog {
  readonly fileName: string
  readonly messageCount: number
  readonly signalCount: number
  /** Why it cannot be read; then it decodes nothing. */
  readonly problem: string | null
  /** Lines that were passed over. */
  readonly noteCount: number
  readonly match: MatchCounts
}

/** A file of this computer, read through. */
export interface OpenedFile {
  readonly fileName: string
  readonly size: number
  readonly recording: ReadRecording
  readonly signals: ViewedSignals | null
  readonly catalogs: readonly BroughtCatalog[]
  /** Identifiers that none of the catalogs knows. */
  readonly unknownIds: readonly IdSummary[]
  readonly messageNames: readonly NamedId[]
}

/** A message name by bus and identifier. */
export interface NamedId {
  readonly kind: string
  readonly channel: number
  readonly id: number
  readonly extended: boolean
  readonly name: string
}

/** What of a recording of the archive is read by Range. */
export type ArchiveResource = 'signals' | 'file'

/** How the worker gets at it; asked for anew when the server refuses it. */
export interface Access {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FrameRow {
  /** Place in the recording, from 0. */
  readonly row: number
  readonly timeNs: number
  readonly bus: string
  /** `kind channel` of its bus. */
  readonly busKey: string
  readonly id: number
  /** Bits of `frameFlag`. */
  readonly flags: number
  readonly name: string | null
  readonly length: number
  /** The first `dataShown` bytes. */
  readonly data: Uint8Array
}

/** Which frames are listed; all of it must hold. */
export interface FrameFilter {
  /** Words that a frame's identifier, message or bus holds, or `data:` and bytes in hexadecimal; empty: all frames. */
  readonly text: string
  /** `kind channel`; null: every bus. */
  readonly bus: string | null
  readonly kind: FrameKind | null
}

/** The newest frame of an identifier at a moment. */
export interface LatestFrame extends FrameRow {
  /** Since the one before it; null without one near enough. */
  readonly periodNs: number | null
  /** Bytes that are not as in the one before; empty without one. */
  readonly changed: readonly boolean[]
}

export interface LatestFrames {
  /** By bus and identifier. */
  readonly rows: readonly LatestFrame[]
  /** Frames before this one were not looked at; 0: all were. */
  readonly firstRow: number
}

/** What a frame says by a signal. */
export interface FrameValue extends ValueAt {
  /** `index` of the signal. */
  readonly signal: number
  readonly message: string
}

export interface FramePage {
  readonly from: number
  readonly rows: readonly FrameRow[]
  /** Rows known so far: with a filter, those that match among the frames that were looked through. */
  readonly count: number
  /** False while more may follow: the next page reads on. */
  readonly complete: boolean
  /** All frames are at hand: looking on through them costs little. False: the file itself must be read on. */
  readonly atHand: boolean
  /** Frames that were left out because there are more than are listed. */
  readonly leftOut: boolean
}

/** How far the numbers of a window lie from their mean. */
export interface WindowDeviation {
  readonly fromNs: number
  readonly toNs: number
  /** Standard deviation; NaN without numbers, null where there are more than was said. */
  readonly deviation: number | null
}

/** Signals of a window as a file. */
export interface WindowExport {
  readonly signals: readonly number[]
  readonly fromNs: number
  readonly toNs: number
  readonly format: 'csv' | 'mf4'
}

/** Name -> what is asked and what is answered. */
export interface Calls {
  /** Reads a file of this computer, with the DBC files brought along; with others it is asked again. */
  openFile: { ask: { file: File; catalogs: readonly File[] }; answer: OpenedFile }
  /** A recording of the archive; `signalsSize` null: it has no signal store. */
  openArchive: { ask: { signalsSize: number | null; fileSize: number }; answer: ViewedSignals | null }
  tile: { ask: Window & { columns: number }; answer: Tile }
  samples: { ask: Window & { most: number }; answer: Samples }
  statistics: { ask: Window; answer: Statistics }
  /** Of at most `most` numbers: all of them are read. */
  deviation: { ask: Window & { most: number }; answer: WindowDeviation }
  exportWindow: { ask: WindowExport; answer: Blob }
  valueAt: { ask: { signal: number; timeNs: number }; answer: ValueAt | null }
  /** The texts that a text signal's values are places in. */
  texts: { ask: { signal: number }; answer: readonly string[] }
  frames: { ask: { from: number; count: number; filter: FrameFilter }; answer: FramePage }
  /** The place, among those that match, of the first frame at or after a time. */
  frameAt: { ask: { timeNs: number; filter: FrameFilter }; answer: number }
  /** The newest frame of each identifier until a moment; null: of what has been read so far. */
  latestFrames: { ask: { timeNs: number | null }; answer: LatestFrames }
  /** The signals that a frame was decoded to, also those of a long message that it completes. */
  frameValues: { ask: { row: number }; answer: readonly FrameValue[] }
  /** How fast decoding and building run here: for tests and reports. */
  ways: { ask: Record<string, never>; answer: { columnPass: 'wasm' | 'scalar'; cellPass: 'wasm' | 'scalar' } }
}

interface Window {
  /** Its `index`. */
  readonly signal: number
  readonly fromNs: number
  readonly toNs: number
}

export type CallName = keyof Calls

/** Why a call failed, as a sentence; the byte offset in the file where that is known. */
export interface ViewerProblem {
  readonly message: string
  readonly offset: number | null
}

export type ToWorker =
  | { [Name in CallName]: { kind: 'call'; number: number; name: Name; ask: Calls[Name]['ask'] } }[CallName]
  /** Nobody waits for the answer any more; it is not given. */
  | { kind: 'cancel'; number: number }
  | { kind: 'access'; number: number; access: Access | null; problem: string | null }
  /** After `openArchive` of a recording with signals: what the page read meanwhile. */
  | { kind: 'end'; end: StoreEnd | null }

export type FromWorker =
  | { kind: 'answer'; number: number; answer: unknown }
  | { kind: 'failed'; number: number; problem: ViewerProblem }
  /** How far reading is, bytes of the file. */
  | { kind: 'progress'; done: number; size: number }
  | { kind: 'wanted'; number: number; resource: ArchiveResource }

/** Most samples that are read for a standard deviation that nobody asked for: some 8 to 32 MiB. */
export const unaskedSamples = 4_194_304
/** Bytes of a frame's data that a row shows. */
export const dataShown = 64
