import type { Bus, FrameBlock } from '#recording/frames.ts'
import type { Instant } from '#recording/instant.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'

/** Where the recording was at a time. */
export interface ObservedLocation {
  /** Milliseconds since 1970, UTC. */
  readonly epochMs: number
  /** Degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  readonly speedMph: number | null
  /** Meters. */
  readonly accuracy: number | null
}

/** One code of one control unit, however often it was reported. */
export interface ObservedTroubleCode {
  readonly protocol: string
  readonly code: string
  readonly status: string
  readonly source: string
  readonly channel: number | null
  /** Milliseconds since 1970, UTC. */
  readonly firstMs: number
  readonly lastMs: number
  readonly count: number
}

/** What all observers found together. */
export interface Observed {
  readonly locations: ObservedLocation[]
  readonly troubleCodes: ObservedTroubleCode[]
  /** What could not be understood, a sentence each. */
  readonly notes: string[]
}

/** A recording that is being read. Its times are nanoseconds since `origin`; `buses` and `groups` grow while it is read. */
export interface ObservedStream {
  readonly origin: Instant
  readonly buses: readonly Bus[]
  readonly groups: readonly SignalGroup[]
}

/**
 * Looks on while a recording is read, once and from its beginning to its end. It is told of every block of frames, and then of
 * the samples decoded from it; it must not change them, and keeps no more than a bounded part of them.
 */
export interface Observer {
  frames?(block: FrameBlock): void
  samples?(block: SampleBlock): void
  /** After the last block, also when reading stopped early: adds what was found. */
  end(found: Observed): void
}

/** Begins to observe a recording. */
export type MakeObserver = (stream: ObservedStream) => Observer
