import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useZone } from '#web/format/use-zone.ts'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { clockOf } from '#web/viewer/plot/clock.ts'
import { makeCursor } from '#web/viewer/plot/cursor.ts'
import { seriesLook } from '#web/viewer/plot/plot-line.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { held, isSame } from '#web/viewer/plot/time-window.ts'
import { FrameTable } from '#web/viewer/trace/frame-table.tsx'
import { SignalTree } from '#web/viewer/tree/signal-tree.tsx'
import { groupSignals } from '#web/viewer/tree/tree-rows.ts'
import { Extras } from './extras.tsx'
import { FactsLine } from './facts-line.tsx'
import { Identifiers } from './identifiers.tsx'
import type { PlottedSignal } from './plot-card.tsx'
import { Plots } from './plots.tsx'
import type { Subject } from './subject.ts'
import { Tabs } from './tabs.tsx'
import type { Tab } from './tabs.tsx'
import { TroubleCodes } from './trouble-codes.tsx'
import { readViewState, toggled, without } from './view-state.ts'
import type { ViewState } from './view-state.ts'

const nothing: TimeWindow = { fromNs: 0, toNs: 1e9 }

/** A recording: facts, signals, plots, and what else is in it. `onView` is told what is shown. */
export function ViewerScreen({ subject, onView }: { subject: Subject; onView: (view: ViewState) => void }) {
  const { client, signals, origin, frameCount } = subject
  const zone = useZone()
  const narrow = useNarrow()
  const search: Record<string, string | string[]> = useSearch({ strict: false })
  const [{ plots, window: wanted }, setView] = useState(() => readViewState(search))
  const [cursor] = useState(makeCursor)
  const clock = useMemo(() => clockOf(origin, zone), [origin, zone])
  const whole = subject.whole ?? nothing
  const window = useMemo(() => (wanted === null ? whole : held(wanted, whole)), [wanted, whole])
  const [tab, setTab] = useState(signals === null ? 'catalogs' : 'frames')
  const [unfolded, setUnfolded] = useState(plots.length === 0)
  const [goTo, setGoTo] = useState<{ row: number } | null>(null)
  const [picked, setPicked] = useState<number | null>(null)

  useEffect(() => onView({ plots, window: wanted }), [plots, wanted, onView])

  const groups = useMemo(() => groupSignals(signals?.signals ?? []), [signals])
  const listed = useMemo(() => new Map(groups.flatMap((group) => group.signals.map((one) => [one.key, one]))), [groups])
  const shown = useMemo(() => {
    let index = 0
    return plots.flatMap((keys) => {
      const plotted = keys.flatMap((key): PlottedSignal[] => {
        const one = listed.get(key)
        return one ? [{ ...one, look: seriesLook(index++) }] : []
      })
      return plotted.length > 0 ? [plotted] : []
    })
  }, [plots, listed])
  const looks = useMemo(() => new Map(shown.flat().map(({ key, look }) => [key, look])), [shown])

  const onToggle = useCallback(
    (key: string, together: boolean) => setView((view) => ({ ...view, plots: toggled(view.plots, key, together) })),
    [],
  )
  const onRemove = useCallback((key: string) => setView((view) => ({ ...view, plots: without(view.plots, key) })), [])
  const around = {
    clock,
    whole,
    window,
    cursor,
    onWindow: (next: TimeWindow) =>
      setView((view) => ({ ...view, window: isSame(held(next, whole), whole) ? null : held(next, whole) })),
    onPick: (timeNs: number) => {
      setPicked(timeNs)
      if (frameCount > 0 && tab === 'frames')
        client.call('frameAt', { timeNs }).then(
          (row) => setGoTo({ row }),
          () => undefined,
        )
    },
  }
  // Anew for each subject: decoded again, frames have other names.
  const load = useCallback(
    (from: number, count: number, filter: string) => subject.client.call('frames', { from, count, filter }),
    [subject],
  )

  const tabs: Tab[] = [
    {
      id: 'frames',
      title: 'Frames',
      count: frameCount,
      panel: () => (
        <FrameTable
          load={load}
          frameCount={frameCount}
          clock={clock}
          atNs={picked}
          goTo={goTo}
          onPick={(timeNs) => {
            setPicked(timeNs)
            cursor.move(timeNs, null)
          }}
        />
      ),
    },
    { id: 'identifiers', title: 'Identifiers', count: subject.ids.length, panel: () => <Identifiers ids={subject.ids} /> },
    { id: 'catalogs', title: 'Catalogs', count: subject.catalogCount, panel: () => subject.catalogs },
    { id: 'codes', title: 'Trouble codes', count: subject.codes.length, panel: () => <TroubleCodes subject={subject} /> },
    {
      id: 'extras',
      title: 'Attachments and notes',
      count: subject.attachments.length + subject.notes.length,
      panel: () => <Extras subject={subject} />,
    },
  ]
  const tree = <SignalTree groups={groups} plotted={looks} onToggle={onToggle} />
  return (
    <div className="spy">
      <FactsLine subject={subject} />
      {signals === null ? (
        <div className="spy-none panel">{subject.noSignals}</div>
      ) : (
        <div className="spy-main panel">
          {narrow ? (
            <details className="spy-fold" open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
              <summary>Signals {signals.signals.length.toLocaleString('en')}</summary>
              {tree}
            </details>
          ) : (
            <div className="spy-side">{tree}</div>
          )}
          <Plots client={client} plots={shown} around={around} advice={subject.advice} onRemove={onRemove} />
        </div>
      )}
      <Tabs tabs={tabs} chosen={tab} onChoose={setTab} />
    </div>
  )
}
