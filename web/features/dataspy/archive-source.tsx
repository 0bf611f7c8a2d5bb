import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getRecording } from '#contract/recordings.ts'
import type { RecordingIndex } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import { prepareWorker, RecordingClient } from '#web/viewer/recording-client.ts'
import { archiveAccess } from './archive-access.ts'
import { useRecordingCatalogs } from './archive-catalogs.tsx'
import { archiveSubject } from './archive-subject.tsx'
import { Progress } from './progress.tsx'
import type { Subject } from './subject.ts'

/** While the server reads or decodes it and cannot tell of changes, milliseconds. */
const pollMs = 2000
const isAtWork = (index: RecordingIndex | undefined) =>
  index !== undefined && (index.signals.pending || index.file.state === 'waiting')

interface Opened {
  readonly client: RecordingClient
  readonly signals: ViewedSignals | null
  readonly problem: string | null
}

interface Given {
  fileId: number
  onSubject: (subject: Subject | null) => void
  /** The file is a list of hits. */
  onHits: (fileId: number) => void
}

/** Opens a recording of the archive, and shows how far that is or why it cannot be: its index from the server, its signals by Range, its frames when somebody looks at them. */
export function ArchiveSource({ fileId, onSubject, onHits }: Given) {
  const queries = useQueryClient()
  useEffect(prepareWorker, [])
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', fileId],
    queryFn: ({ signal }) => call(getRecording, { params: { id: fileId }, signal }),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? pollUnlessLive(pollMs) : false),
    // Reading and decoding end with their job, which knows nothing of the file's id.
    meta: {
      topics: ['recording', 'job'],
      concerns: (changed) =>
        (changed?.has(fileId) ?? true) || isAtWork(queries.getQueryData<RecordingIndex>(['recordings', fileId])),
    },
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

  const isHits = data?.file.extension === 'dsr'
  useEffect(() => onSubject(isHits ? null : subject), [subject, isHits, onSubject])
  useEffect(() => {
    if (isHits) onHits(fileId)
  }, [isHits, fileId, onHits])

  if (error && data === undefined)
    return <ErrorCard title="The recording cannot be opened" error={asApiError(error)} retry={() => void refetch()} />
  if (subject === null) return <Progress text="Opening the recording" done={0} size={0} />
  return null
}
