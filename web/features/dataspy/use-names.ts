import { useMemo } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'

/** How the raw values of an enumeration or a text signal are called, and which have names. */
export function useNames(client: RecordingClient, signal: StoredSignal | null) {
  const isText = signal?.kind === 'text'
  const ask = useMemo(() => (isText ? () => client.call('texts', { signal: signal.index }) : null), [client, isText, signal])
  const { answer } = useLatest(ask)
  return useMemo(() => {
    const nameOf = (raw: number): string =>
      isText ? (answer?.[raw] ?? '') : (signal?.names.get(raw) ?? valueText(raw * (signal?.factor ?? 1) + (signal?.offset ?? 0)))
    const known = isText ? (answer ?? []).map((_, place) => place) : [...(signal?.names.keys() ?? [])].toSorted((a, b) => a - b)
    return { nameOf, known }
  }, [signal, isText, answer])
}
