import type { ReactNode } from 'react'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'

/** One bus and identifier of a recording. */
export interface SeenId {
  readonly bus: string
  readonly kind: string
  readonly channel: number
  readonly id: number
  readonly extended: boolean
  readonly frameCount: number
  readonly minLength: number
  readonly maxLength: number
  readonly medianPeriodMs: number | null
  /** Name of its message; null where it is not known. */
  readonly name: string | null
  /** Whether one of the catalogs in use knows it. */
  readonly isKnown: boolean
}

export interface SeenCode {
  readonly protocol: string
  readonly code: string
  readonly status: string
  readonly source: string
  readonly channel: number | null
  /** Milliseconds since 1970. */
  readonly firstMs: number
  readonly lastMs: number
  readonly count: number
}

/** Where the vehicle was: nanoseconds since the origin, degrees. */
export interface RoutePoint {
  readonly timeNs: number
  readonly latitude: number
  readonly longitude: number
}

/** The points themselves, or what to ask the archive for them. */
export type RecordedRoute =
  | { readonly kind: 'points'; readonly points: readonly RoutePoint[] }
  | { readonly kind: 'archive'; readonly vehicleId: number; readonly start: string; readonly end: string }

/** A recording as it is shown, whether it comes from the archive or from this computer. */
export interface Subject {
  readonly client: RecordingClient
  /** Number of its file version in the archive; null for one of this computer. */
  readonly fileId: number | null
  readonly name: string
  /** "VSB 0x104". */
  readonly format: string
  readonly size: number
  readonly vehicle: string | null
  readonly origin: { readonly epochMs: number; readonly nanos: number }
  /** Of its frames and signals, nanoseconds since the origin; null where nothing has a time. */
  readonly whole: TimeWindow | null
  readonly frameCount: number
  readonly buses: readonly {
    readonly name: string
    readonly kind: string
    readonly channel: number
    readonly frameCount: number
  }[]
  /** Why it was not read to its end, as a sentence with the byte offset. */
  readonly problem: string | null
  readonly signals: ViewedSignals | null
  /** Shown where signals would be. */
  readonly noSignals: ReactNode
  /** Shown while nothing is plotted: what would give more signals. */
  readonly advice: ReactNode
  readonly ids: readonly SeenId[]
  readonly codes: readonly SeenCode[]
  readonly vehicleFacts: readonly { readonly name: string; readonly value: string; readonly source: string }[]
  readonly attachments: readonly {
    readonly fileName: string
    readonly mimeType: string
    readonly comment: string
    readonly size: number
  }[]
  readonly notes: readonly string[]
  readonly route: RecordedRoute | null
  /** What of the archive belongs to it; null for a file of this computer. */
  readonly archived: { readonly uploadId: number; readonly vehicleId: number | null } | null
  /** What decodes it and what would. */
  readonly catalogs: ReactNode
  /** How many catalogs decode it. */
  readonly catalogCount: number
}

const nsPerMs = 1e6

/** Nanoseconds from the origin to an instant. */
export const since = (
  origin: { epochMs: number; nanos: number },
  { epochMs, nanos = 0 }: { epochMs: number; nanos?: number },
): number => (epochMs - origin.epochMs) * nsPerMs + nanos - origin.nanos

/** The span of frames and signals together. */
export function spanOf(parts: readonly (TimeWindow | null)[]): TimeWindow | null {
  const known = parts.flatMap((part) => (part !== null && part.fromNs <= part.toNs ? [part] : []))
  if (known.length === 0) return null
  return { fromNs: Math.min(...known.map(({ fromNs }) => fromNs)), toNs: Math.max(...known.map(({ toNs }) => toNs)) }
}

export const signalSpan = (signals: ViewedSignals | null): TimeWindow | null =>
  signals === null ? null : { fromNs: signals.startNs, toNs: signals.endNs }

export const busKey = (kind: string, channel: number): string => `${kind} ${channel}`
export const idKey = (of: { kind: string; channel: number; id: number; extended: boolean }): string =>
  `${of.kind} ${of.channel} ${of.id} ${of.extended}`
