import { useEffect, useState } from 'react'
import type { LocationPoint } from '#contract/locations.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { OpenRecording } from './open-recording.ts'
import { valuesAt } from './route-values.ts'

/** Cells asked for each point: the value near a point, not the mean of a kilometre. */
const cellsOfPoint = 4

/** The signal's value at each point of the route; null until it is read. */
export function useValuesAlong(
  opened: OpenRecording | null,
  signal: StoredSignal | null,
  points: readonly LocationPoint[] | undefined,
): (number | null)[] | null {
  const [values, setValues] = useState<(number | null)[] | null>(null)
  useEffect(() => {
    setValues(null)
    const first = points?.[0]
    const last = points?.at(-1)
    if (opened === null || signal === null || points === undefined || first === undefined || last === undefined) return
    const { epochMs, nanos } = opened.signals.origin
    const sinceOrigin = ({ gpsTimestamp }: LocationPoint) => (Date.parse(gpsTimestamp) - epochMs) * 1e6 - nanos
    let isWanted = true
    const window = { signal: signal.index, fromNs: sinceOrigin(first), toNs: sinceOrigin(last) }
    opened.client.call('tile', { ...window, columns: points.length * cellsOfPoint }).then(
      (tile) => isWanted && setValues(valuesAt(tile, points.map(sinceOrigin))),
      // the route stays without colours; the recording was closed or the network is away
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [opened, signal, points])
  return values
}
