import type uPlot from 'uplot'
import { timeOf } from './clock.ts'
import type { PlotGiven } from './plot-frame.tsx'
import { held, pinched } from './time-window.ts'
import type { TimeWindow } from './time-window.ts'

/** Pixels that a finger goes before it moves the window rather than pressing. */
const pressReach = 6

/** Fingers on a plot: one moves the window, two spread or pinch it, each keeping the moment under it. */
export function followFingers(plot: uPlot, latest: { readonly current: PlotGiven }): void {
  const fingers = new Map<number, number>()
  let begun: { window: TimeWindow; moments: number[]; left: number; moved: boolean } | null = null
  const left = () => plot.over.getBoundingClientRect().left
  const begin = () => {
    const { clock, window } = latest.current
    const moments = [...fingers.values()].map((x) => timeOf(clock, plot.posToVal(x - left(), 'x')))
    begun = fingers.size === 0 ? null : { window, moments, left: [...fingers.values()][0] ?? 0, moved: fingers.size > 1 }
  }
  plot.over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return
    plot.over.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, event.clientX)
    begin()
  })
  plot.over.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId) || begun === null) return
    fingers.set(event.pointerId, event.clientX)
    begun.moved ||= Math.abs(event.clientX - begun.left) > pressReach
    if (!begun.moved) return
    const { whole, onWindow } = latest.current
    const shares = [...fingers.values()].map((x) => (x - left()) / Math.max(1, plot.over.clientWidth))
    onWindow(held(pinched(begun.window, begun.moments, shares), whole))
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    plot.over.addEventListener(end, (event) => {
      if (fingers.delete(event.pointerId)) begin()
    })
}
