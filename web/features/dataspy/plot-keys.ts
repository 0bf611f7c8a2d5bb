import type { KeyboardEvent } from 'react'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { middleOf, panned, zoomed } from '#web/viewer/plot/time-window.ts'
import type { ViewHands } from './use-view.ts'

/** What keys do over the plots, by their names; `Shift+` before those that are pressed with it. */
export type PlotKeys = Readonly<Record<string, () => void>>

const zoomStep = 0.6
const panStep = 0.25

export function plotKeys(
  { window, whole, cursor, onWindow }: PlotSurroundings,
  hands: ViewHands,
  autoscale: () => void,
): PlotKeys {
  const closer = () => onWindow(zoomed(window, whole, zoomStep, cursor.timeNs() ?? middleOf(window)))
  const all = () => hands.lookAt(null)
  const here = () => cursor.timeNs() ?? middleOf(window)
  return {
    '+': closer,
    '=': closer,
    '-': () => onWindow(zoomed(window, whole, 1 / zoomStep)),
    ArrowLeft: () => onWindow(panned(window, whole, -panStep)),
    ArrowRight: () => onWindow(panned(window, whole, panStep)),
    Home: all,
    '0': all,
    '1': () => hands.mark(0, here()),
    '2': () => hands.mark(1, here()),
    y: autoscale,
    Escape: () => hands.setMarks([null, null]),
    Backspace: hands.goBack,
    'Shift+Backspace': hands.goForward,
  }
}

/** Does what a key means, unless it is typed into a field or chooses in a menu. */
export function pressKey(event: KeyboardEvent, keys: PlotKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest('input, select, textarea, [role=menu], dialog')) return
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const act = keys[event.shiftKey && event.key.length > 1 ? `Shift+${name}` : name]
  if (act === undefined) return
  event.preventDefault()
  act()
}
