import { useMemo } from 'react'
import type { Tile } from '#recording/signal-store/tile.ts'
import { drawStates } from './draw-states.ts'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotSurroundings } from './plot-frame.tsx'
import type { Sheet } from './draw-sheet.ts'
import { stateRuns } from './state-runs.ts'

interface Given extends PlotSurroundings {
  label: string
  tile: Tile | null
  /** What a raw value is called. */
  nameOf: (raw: number) => string
  /** The raw values that have names, in their order: each keeps its colour wherever one looks. */
  known: readonly number[]
  height: number
  /** From its recording's time to that of the view. */
  shiftNs: number
}

const noAxes: readonly [] = []

/** An enumeration or texts over time: a band for each stretch of one value. */
export function StatePlot({ tile, nameOf, known, shiftNs, ...frame }: Given) {
  const runs = useMemo(() => (tile === null ? [] : stateRuns(tile)), [tile])
  const places = useMemo(() => new Map(known.map((raw, place) => [raw, place])), [known])
  const draw = ({ context, x, box, ratio, color }: Sheet) => {
    const inset = 6 * ratio
    drawStates(context, runs, {
      x: (timeNs) => x(timeNs + shiftNs),
      nameOf,
      colorOf: (raw) => places.get(raw) ?? Math.abs(Math.round(raw)),
      box: { ...box, top: box.top + inset, height: box.height - 2 * inset },
      look: {
        colors: [color('--s6'), color('--s5'), color('--s2'), color('--s4'), color('--s3'), color('--s1')],
        many: color('--ink-3'),
        ink: color('--ink'),
        font: context.font,
        ratio,
      },
    })
  }
  return <PlotFrame {...frame} axes={noAxes} draw={draw} />
}
