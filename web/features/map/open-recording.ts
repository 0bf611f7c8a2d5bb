import { useEffect, useState } from 'react'
import type { RecordingIndex } from '#contract/recordings.ts'
import { archiveAccess } from '#web/features/dataspy/archive-access.ts'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import { RecordingClient } from '#web/viewer/recording-client.ts'

export interface OpenRecording {
  readonly client: RecordingClient
  readonly signals: ViewedSignals
}

/** The signals of a recording of the archive, read by Range while they are looked at; null until then or without any. */
export function useOpenRecording(recording: RecordingIndex | undefined): {
  opened: OpenRecording | null
  problem: string | null
} {
  const [opened, setOpened] = useState<OpenRecording | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = recording?.signals.state === 'ready'
  const id = recording?.id
  const store = isReady ? (recording?.signals.store ?? null) : null
  const signalsSize = isReady ? (recording?.signals.size ?? null) : null
  const fileSize = recording?.file.size
  useEffect(() => {
    setOpened(null)
    setProblem(null)
    if (id === undefined || fileSize === undefined || signalsSize === null) return
    const client = new RecordingClient({ access: archiveAccess(id, store) })
    let isWanted = true
    client.call('openArchive', { signalsSize, fileSize }).then(
      (signals) => {
        if (isWanted && signals !== null) setOpened({ client, signals })
      },
      (raised: unknown) => {
        if (isWanted) setProblem(raised instanceof Error ? raised.message : String(raised))
      },
    )
    return () => {
      isWanted = false
      client.close()
    }
  }, [id, store, signalsSize, fileSize])
  return { opened, problem }
}
