import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { PlotCard } from '#web/features/dataspy/plot-card.tsx'
import { editsOf } from '#web/features/dataspy/plot-edits.ts'
import { shownPlots } from '#web/features/dataspy/plotted-signal.ts'
import { plainPlot, plainSeries } from '#web/features/dataspy/series.ts'
import '#web/theme/tokens.css'
import { clockOf } from '#web/viewer/plot/clock.ts'
import { makeCursor } from '#web/viewer/plot/cursor.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { roomFor } from '#web/viewer/plot/value-axis.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import { high, low } from './picture.ts'

/** Of the plot with its axes, pixels. */
const plotHeight = 400
const name = 'Wave'

/** The viewer's own plot of one signal, with its names, its values and its figures. */
export interface Stage {
  readonly over: Element
  readonly canvas: HTMLCanvasElement
  window(): TimeWindow
}

export function mountStage(host: HTMLElement, client: RecordingClient, signal: StoredSignal, whole: TimeWindow): Stage {
  const seen = { window: whole }
  const edits = editsOf(() => undefined)
  const cursor = makeCursor()
  const marks = [null, null] as const
  const plot = { ...plainPlot([plainSeries(0, name)]), height: plotHeight, ranges: [{ axis: signal.unit, low, high }] }
  const [shown] = shownPlots([plot], new Map([[`0~${name}`, { key: `0~${name}`, signal }]]), [{ client, letter: '', shiftNs: 0 }])
  if (shown === undefined) throw new Error('The signal is not plotted')

  function OnlyPlot() {
    const [window, setWindow] = useState(whole)
    useLayoutEffect(() => {
      seen.window = window
    })
    const around = useMemo(() => {
      const clock = clockOf({ epochMs: 0, nanos: 0 }, 'UTC')
      const room = roomFor([shown?.axes ?? []])
      return { clock, whole, window, cursor, marks, spans: [], room, onWindow: setWindow } as const
    }, [window])
    const rest = { onMark: () => undefined, onPick: () => undefined }
    return shown === undefined ? null : <PlotCard shown={shown} plotCount={1} around={{ ...around, ...rest }} edits={edits} />
  }
  flushSync(() => createRoot(host).render(<OnlyPlot />))
  const [over, canvas] = [host.querySelector('.u-over'), host.querySelector('canvas')]
  if (over === null || canvas === null) throw new Error('The plot is not there')
  return { over, canvas, window: () => seen.window }
}
