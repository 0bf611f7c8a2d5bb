import { useMemo } from 'react'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { StatePlot } from '#web/viewer/plot/state-plot.tsx'
import type { PlottedSignal } from './plotted-signal.ts'
import { useNames } from './use-names.ts'
import { useTiles } from './use-tiles.ts'

const height = 92

/** An enumeration or texts as bands. */
export function StateBand({ one, around, width }: { one: PlottedSignal; around: PlotSurroundings; width: number }) {
  const signals = useMemo(() => [one], [one])
  const { tiles, problem } = useTiles(signals, around.window, width)
  const { nameOf, known } = useNames(one.client, one.signal)
  return (
    <>
      <StatePlot
        {...around}
        label={one.signal.name}
        tile={tiles.get(one.ref) ?? null}
        shiftNs={one.shiftNs}
        nameOf={nameOf}
        known={known}
        height={height}
      />
      {problem ? (
        <p className="spy-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  )
}
