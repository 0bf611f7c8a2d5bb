import type { Bus } from './frames.ts'
import type { Instant } from './instant.ts'

/** Raw values of one signal: integers as recorded, floating-point numbers, or indices into `Conversion.texts`. */
export type RawValues = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array

/** How a raw value becomes what people read. Both are monotone, so least and greatest survive the conversion. */
export type Conversion =
  /** physical = raw * factor + offset; the identity is factor 1, offset 0. */
  | { readonly kind: 'linear'; readonly factor: number; readonly offset: number }
  /** The raw value is an index into `texts`, which may grow while blocks are consumed. */
  | { readonly kind: 'text'; readonly texts: readonly string[] }

export const identity: Conversion = { kind: 'linear', factor: 1, offset: 0 }

export interface SignalDescription {
  /** Unique within its group. */
  readonly name: string
  /** As its writer spells it; empty when it has none. */
  readonly unit: string
  readonly conversion: Conversion
  /** Names of raw values (an enumeration); the numbers stay numbers. */
  readonly names?: ReadonlyMap<number, string>
  readonly comment?: string
  /** The range that its catalog states, physical. */
  readonly minimum?: number
  readonly maximum?: number
}

/** The frames that a group of signals was decoded from. */
export interface FrameOrigin {
  /** Index into the stream's buses. */
  readonly bus: number
  readonly id: number
  readonly extended: boolean
  readonly catalog: string
  readonly message: string
}

/** Signals that share their times: one message (one multiplexer value of it), or one channel group of a file. */
export interface SignalGroup {
  readonly name: string
  /** Null for signals that the file holds decoded. */
  readonly from: FrameOrigin | null
  readonly signals: readonly SignalDescription[]
}

/** Samples of one group as columns, in the order of recording; columns are those of the group's `signals`. */
export interface SampleBlock {
  /** Index into the stream's groups. */
  readonly group: number
  readonly count: number
  /** Nanoseconds since the stream's origin; does not fall within a group, unless the recording's own times do. */
  readonly timeNs: Float64Array
  readonly raw: readonly RawValues[]
  /** Per column: 1 where the row has a value, 0 where it has none; null when all rows have one. */
  readonly valid: readonly (Uint8Array | null)[]
  /** Per column: true when integers beyond 2^53 were rounded to the nearest double. Absent: none was. */
  readonly rounded?: readonly boolean[]
}

/** The signals of a recording, as they are read or decoded. `groups` and `buses` grow while `blocks` is consumed. */
export interface SignalStream {
  readonly origin: Instant
  readonly buses: readonly Bus[]
  readonly groups: readonly SignalGroup[]
  readonly blocks: AsyncIterable<SampleBlock>
}
