import { useEffect, useState } from 'react'

/** One point for each step, milliseconds. */
export const stepMs = 300

/** What the switches of the map say. Markers are shown by default. */
export interface MapSwitches {
  readonly markers: boolean
  readonly route: boolean
  /** The point that the animation is at; null while it stands still. */
  readonly step: number | null
}

export const atFirst: MapSwitches = { markers: true, route: false, step: null }

/** Begins at the first point, without the markers, among which it could not be seen. */
export const started = (before: MapSwitches): MapSwitches => ({ ...before, markers: false, step: 0 })

/** Stopped, by hand or at the end: everything as before, with the markers. */
export const stopped = (before: MapSwitches): MapSwitches => ({ ...before, markers: true, step: null })

/** One point on; after the last of `count` it stops. */
export function stepped(before: MapSwitches, count: number): MapSwitches {
  if (before.step === null) return before
  return before.step + 1 < count ? { ...before, step: before.step + 1 } : stopped(before)
}

/** The switches of one map, with the clock that moves the animation on. */
export function useSwitches(count: number): [MapSwitches, (change: (before: MapSwitches) => MapSwitches) => void] {
  const [switches, setSwitches] = useState(atFirst)
  const isRunning = switches.step !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSwitches((before) => stepped(before, count)), stepMs)
    return () => clearInterval(timer)
  }, [isRunning, count])
  return [switches, setSwitches]
}
