import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useZone } from '#web/format/use-zone.ts'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { makeCursor } from '#web/viewer/plot/cursor.ts'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { held, isSame } from '#web/viewer/plot/time-window.ts'
import { roomFor } from '#web/viewer/plot/value-axis.ts'
import { SignalTree } from '#web/viewer/tree/signal-tree.tsx'
import { groupSignals } from '#web/viewer/tree/tree-rows.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { clockOfAll, shiftsOf, wholeOf } from './alignment.ts'
import { codeSpans } from './code-spans.ts'
import { FactsLine } from './facts-line.tsx'
import type { ChosenHit } from './hit-rows.ts'
import { hitSpans } from './hit-rows.ts'
import { plottedIn, shownPlots } from './plotted-signal.ts'
import { Plots } from './plots.tsx'
import { RecordingsBar, letterOf } from './recordings-bar.tsx'
import { toggled } from './series.ts'
import { SidePanels } from './side-panels.tsx'
import type { Subject } from './subject.ts'
import { SubjectTabs } from './subject-tabs.tsx'
import { useJumpToHit } from './use-jump-to-hit.ts'
import { useFavourites } from './use-favourites.ts'
import { useView } from './use-view.ts'
import { readViewState, viewWithout, windowAround } from './view-state.ts'
import type { ViewState } from './view-state.ts'

const ViewTools = lazy(() => import('./view-tools.tsx').then(({ ViewTools }) => ({ default: ViewTools })))

const nothing: TimeWindow = { fromNs: 0, toNs: 1e9 }

interface Given {
  /** The first one is open; others may still be on their way. */
  recordings: readonly [Subject, ...(Subject | null)[]]
  /** Of the lists of hits that are open. */
  hits: readonly HitRecording[]
  chosenHit: ChosenHit | null
  /** Films that were dropped beside the recordings. */
  films: readonly File[]
  onView: (view: ViewState) => void
  /** `left`: what is shown of the others. */
  onClose: (at: number, left: ViewState) => void
}

/** Recordings on one time line: signals, plots, and what else is in them. `onView` is told what is shown. */
export function ViewerScreen({ recordings, hits, chosenHit, films, onView, onClose }: Given) {
  const zone = useZone()
  const narrow = useNarrow()
  const search: Record<string, string | string[]> = useSearch({ strict: false })
  const { view, hands, ...history } = useView(() => readViewState(search, recordings[0].origin))
  const { plots, window: wanted, marks, alignment } = view
  const [cursor] = useState(makeCursor)
  const favourites = useFavourites()
  const [chosen, setChosen] = useState(0)
  const [unfolded, setUnfolded] = useState(plots.length === 0)
  useEffect(() => onView(view), [view, onView])

  const shifts = useMemo(() => shiftsOf(recordings, alignment, zone), [recordings, alignment, zone])
  const clock = useMemo(() => clockOfAll(recordings, alignment, zone), [recordings, alignment, zone])
  const whole = useMemo(() => wholeOf(recordings, shifts) ?? nothing, [recordings, shifts])
  const window = useMemo(() => (wanted === null ? whole : held(wanted, whole)), [wanted, whole])

  const tree = useMemo(
    () =>
      recordings.map((recording, at) => ({
        key: String(at),
        title: `${letterOf(at)} · ${recording?.name ?? 'being opened'}`,
        groups: groupSignals(recording?.signals?.signals ?? [], `${at}~`),
      })),
    [recordings],
  )
  const listed = useMemo(
    () => new Map(tree.flatMap(({ groups }) => groups.flatMap(({ signals }) => signals.map((one) => [one.key, one] as const)))),
    [tree],
  )
  const shown = useMemo(() => {
    const origins = recordings.map((recording, at) => {
      const letter = recordings.length > 1 ? letterOf(at) : ''
      return recording && { client: recording.client, letter, shiftNs: shifts[at] ?? 0 }
    })
    return shownPlots(plots, listed, origins)
  }, [plots, listed, recordings, shifts])
  const looks = useMemo(() => new Map(shown.flatMap(plottedIn).map(({ ref, look }) => [ref, look])), [shown])
  const room = useMemo(() => roomFor(shown.map(({ axes }) => axes)), [shown])
  const onToggle = useCallback(
    (ref: string, together: boolean) => hands.changePlots((before) => toggled(before, ref, together)),
    [hands],
  )

  const at = Math.min(chosen, recordings.length - 1)
  const subject = recordings[at] ?? recordings[0]
  const spans = useMemo(
    () => [...hitSpans(hits, recordings, { shifts, chosen: chosenHit?.hit ?? null }), ...codeSpans(recordings, shifts)],
    [hits, recordings, shifts, chosenHit],
  )
  const jump = useCallback(
    (next: TimeWindow, atNs: number) => {
      hands.lookAt(next)
      hands.mark(0, atNs)
      cursor.move(atNs, null)
    },
    [hands, cursor],
  )
  useJumpToHit({ recordings, shifts, chosenHit, jump })
  const around: PlotSurroundings = {
    clock,
    whole,
    window,
    cursor,
    marks,
    spans,
    room,
    onWindow: (next) => hands.lookAt(isSame(held(next, whole), whole) ? null : held(next, whole)),
    onMark: hands.mark,
    onPick: (timeNs, second) => hands.mark(second ? 1 : 0, timeNs),
  }
  const signals = <SignalTree recordings={tree} plotted={looks} onToggle={onToggle} favourites={favourites} />
  const count = listed.size
  return (
    <div className="spy">
      <FactsLine subject={subject} />
      {recordings.length > 1 ? (
        <RecordingsBar
          recordings={recordings}
          shifts={shifts}
          chosen={at}
          alignment={alignment}
          atNs={marks[0]}
          hands={hands}
          onChoose={setChosen}
          onClose={(closing) => {
            const left = viewWithout(view, closing)
            hands.show(left)
            setChosen(0)
            onClose(closing, left)
          }}
        />
      ) : null}
      {count === 0 ? (
        <div className="spy-none panel">{subject.noSignals}</div>
      ) : (
        <div className="spy-main panel">
          {narrow ? (
            <details className="spy-fold" open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
              <summary>Signals {count.toLocaleString('en')}</summary>
              {signals}
            </details>
          ) : (
            <div className="spy-side">{signals}</div>
          )}
          <Plots
            plots={shown}
            plotCount={plots.length}
            around={around}
            hands={hands}
            history={history}
            advice={subject.advice}
            tools={
              <Suspense fallback={null}>
                <ViewTools plots={plots} shown={shown} around={around} hands={hands} recordings={recordings} />
              </Suspense>
            }
          />
        </div>
      )}
      <SidePanels
        key={`sides ${at}`}
        subject={subject}
        shiftNs={shifts[at] ?? 0}
        plotted={shown.flatMap(({ numbers }) => numbers).filter(({ client }) => client === subject.client)}
        films={films}
        cursor={cursor}
        atNs={marks[0]}
        filmOffsetNs={view.filmOffsetNs}
        onFilmOffset={hands.moveFilm}
        onPick={(timeNs) => hands.mark(0, timeNs)}
      />
      <SubjectTabs
        key={at}
        subject={subject}
        clock={clock}
        shiftNs={shifts[at] ?? 0}
        atNs={marks[0]}
        onJump={(timeNs) => jump(windowAround(timeNs), timeNs)}
        onPick={(timeNs) => {
          hands.mark(0, timeNs)
          cursor.move(timeNs, null)
        }}
      />
    </div>
  )
}
