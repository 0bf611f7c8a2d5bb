import { useCallback, useMemo, useState } from 'react'
import type { Marks } from '#web/viewer/plot/marks.ts'
import { marked } from '#web/viewer/plot/marks.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { Alignment } from './alignment.ts'
import type { Plots } from './series.ts'
import type { ViewState } from './view-state.ts'
import { gone, noHistory, remembered } from './zoom-history.ts'

/** What hands do to a view as a whole. */
export interface ViewHands {
  readonly changePlots: (how: (plots: Plots) => Plots) => void
  /** Null: all of the recordings. */
  readonly lookAt: (window: TimeWindow | null) => void
  readonly goBack: () => void
  readonly goForward: () => void
  readonly mark: (place: 0 | 1, timeNs: number | null) => void
  readonly setMarks: (marks: Marks) => void
  readonly align: (how: (alignment: Alignment) => Alignment) => void
  readonly moveFilm: (offsetNs: number) => void
  readonly show: (view: ViewState) => void
}

/** A view that remembers the windows that were looked at. */
export function useView(initial: () => ViewState) {
  const [{ view, history }, set] = useState(() => ({ view: initial(), history: noHistory }))
  const change = useCallback(
    (how: (view: ViewState) => ViewState) => set((before) => ({ ...before, view: how(before.view) })),
    [],
  )
  const hands = useMemo((): ViewHands => {
    const step = (where: 'back' | 'forward') =>
      set((before) => {
        const to = gone(before.history, before.view.window, where)
        return to === null ? before : { view: { ...before.view, window: to.window }, history: to.history }
      })
    return {
      changePlots: (how) => change((now) => ({ ...now, plots: how(now.plots) })),
      lookAt(window) {
        const nowMs = performance.now()
        set((before) => ({
          view: { ...before.view, window },
          history: remembered(before.history, before.view.window, nowMs),
        }))
      },
      goBack: () => step('back'),
      goForward: () => step('forward'),
      mark: (place, timeNs) => change((now) => ({ ...now, marks: marked(now.marks, place, timeNs) })),
      setMarks: (marks) => change((now) => ({ ...now, marks })),
      align: (how) => change((now) => ({ ...now, alignment: how(now.alignment) })),
      moveFilm: (filmOffsetNs) => change((now) => ({ ...now, filmOffsetNs })),
      show: (view) => change(() => view),
    }
  }, [change])
  return { view, hands, canGoBack: history.back.length > 0, canGoForward: history.forward.length > 0 }
}
