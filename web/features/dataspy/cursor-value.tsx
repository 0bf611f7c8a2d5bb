import { useEffect, useMemo, useState } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Cursor } from '#web/viewer/plot/cursor.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'

/** The moment that is pointed at, following the pointer. */
export function useCursorTime(cursor: Cursor): number | null {
  const [timeNs, setTime] = useState(cursor.timeNs)
  useEffect(() => cursor.subscribe(() => setTime(cursor.timeNs())), [cursor])
  return timeNs
}

/** What a signal is at the moment that is pointed at. */
export function CursorValue({ client, signal, cursor }: { client: RecordingClient; signal: StoredSignal; cursor: Cursor }) {
  const timeNs = useCursorTime(cursor)
  const ask = useMemo(
    () => (timeNs === null ? null : () => client.call('valueAt', { signal: signal.index, timeNs })),
    [client, signal, timeNs],
  )
  const { answer } = useLatest(ask)
  return <span className="spy-value">{timeNs === null || answer === null ? '' : (answer.text ?? valueText(answer.value))}</span>
}
