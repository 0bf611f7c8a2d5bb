import type { SignalStore } from '#recording/signal-store/store.ts'
import type { ViewedSignals } from '../protocol.ts'
import type { FrameLog } from './frame-log.ts'
import type { FramePages } from './frame-pages.ts'

/** The recording that the worker holds. */
export interface OpenRecording {
  readonly store: SignalStore | null
  readonly log: FrameLog
  readonly frames: FramePages
}

export const viewedSignals = (store: SignalStore | null): ViewedSignals | null =>
  store === null ? null : { origin: store.origin, signals: store.signals, startNs: store.startNs, endNs: store.endNs }
