import { useEffect, useMemo, useState } from 'react'
import type { ValueAt } from '#recording/signal-store/store.ts'
import type { Cursor } from '#web/viewer/plot/cursor.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import type { PlottedSignal } from './plotted-signal.ts'

/** The moment that is pointed at, following the pointer. */
export function useCursorTime(cursor: Cursor): number | null {
  const [timeNs, setTime] = useState(cursor.timeNs)
  useEffect(() => cursor.subscribe(() => setTime(cursor.timeNs())), [cursor])
  return timeNs
}

/** What a signal is at a moment of the view; null before its first sample, and while nobody points at one. */
export function useValueAt({ client, signal, shiftNs }: PlottedSignal, timeNs: number | null): ValueAt | null {
  const ask = useMemo(
    () =>
      timeNs === null
        ? null
        : (stop: AbortSignal) => client.call('valueAt', { signal: signal.index, timeNs: timeNs - shiftNs }, stop),
    [client, signal, shiftNs, timeNs],
  )
  const { answer } = useLatest(ask)
  return timeNs === null ? null : answer
}

export function textOfValue({ series }: PlottedSignal, at: ValueAt | null): string {
  if (at === null) return ''
  if (series.raw) return valueText(at.raw)
  return at.text ?? valueText(at.value)
}
