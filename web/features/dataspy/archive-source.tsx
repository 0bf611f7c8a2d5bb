import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getRecording } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import { RecordingClient } from '#web/viewer/recording-client.ts'
import { archiveAccess } from './archive-access.ts'
import { useRecordingCatalogs } from './archive-catalogs.tsx'
import { archiveSubject } from './archive-subject.tsx'
import { Progress } from './progress.tsx'
import type { Subject } from './subject.ts'

/** While the server reads or decodes it, milliseconds. */
const pollMs = 2000

interface Opened {
  readonly client: RecordingClient
  readonly signals: ViewedSignals | null
  readonly problem: string | null
}

/** Opens a recording of the archive, and shows how far that is or why it cannot be: its index from the server, its signals by Range, its frames when somebody looks at them. */
export function ArchiveSource({ fileId, onSubject }: { fileId: number; onSubject: (subject: Subject | null) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', fileId],
    queryFn: ({ signal }) => call(getRecording, { params: { id: fileId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.signals.pending || state.data.file.state === 'waiting') ? pollMs : false,
  })
  const catalogs = useRecordingCatalogs(data)
  const store = data?.signals.state === 'ready' ? data.signals.store : null
  const signalsSize = store === null ? null : (data?.signals.size ?? null)
  const fileSize = data?.file.size ?? null
  const [opened, setOpened] = useState<Opened | null>(null)

  useEffect(() => {
    if (fileSize === null) return
    const client = new RecordingClient({ access: archiveAccess(fileId, store) })
    let isWanted = true
    client.call('openArchive', { signalsSize, fileSize }).then(
      (signals) => {
        if (isWanted) setOpened({ client, signals, problem: null })
      },
      (raised: unknown) => {
        if (isWanted) setOpened({ client, signals: null, problem: raised instanceof Error ? raised.message : String(raised) })
      },
    )
    return () => {
      isWanted = false
      client.close()
    }
  }, [fileId, store, signalsSize, fileSize])

  const unknownIds = catalogs.data?.unknownIds ?? null
  const subject = useMemo(
    () => (data && opened ? archiveSubject(data, { ...opened, unknownIds }) : null),
    [data, opened, unknownIds],
  )

  useEffect(() => onSubject(subject), [subject, onSubject])

  if (error && data === undefined)
    return <ErrorCard title="The recording cannot be opened" error={asApiError(error)} retry={() => void refetch()} />
  if (subject === null) return <Progress text="Opening the recording" done={0} size={0} />
  return null
}
