import { useEffect, useMemo, useState } from 'react'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { RecordingClient, ViewerError } from '#web/viewer/recording-client.ts'
import type { OpenedFile } from '#web/viewer/protocol.ts'
import { LocalCatalogs } from './local-catalogs.tsx'
import { localSubject } from './local-subject.tsx'
import { Progress } from './progress.tsx'
import type { Subject } from './subject.ts'

interface Given {
  file: File
  catalogs: readonly File[]
  onAddCatalogs: () => void
  onRemoveCatalog: (fileName: string) => void
  onSubject: (subject: Subject | null) => void
}

interface State {
  readonly client: RecordingClient | null
  readonly opened: OpenedFile | null
  readonly problem: string | null
  readonly isBusy: boolean
}

const beginning: State = { client: null, opened: null, problem: null, isBusy: true }

/** Opens a file of this computer. It is read in a worker, and again when the catalogs change; nothing is sent. */
export function LocalSource({ file, catalogs, onAddCatalogs, onRemoveCatalog, onSubject }: Given) {
  const [state, setState] = useState<State>(beginning)
  const [done, setDone] = useState(0)
  const { client, opened, problem, isBusy } = state

  useEffect(() => {
    const made = new RecordingClient({ onProgress: setDone })
    setState({ ...beginning, client: made })
    return () => made.close()
  }, [file])

  useEffect(() => {
    if (client === null) return
    let isWanted = true
    setDone(0)
    setState((before) => ({ ...before, isBusy: true }))
    client.call('openFile', { file, catalogs }).then(
      (answer) => {
        if (isWanted) setState({ client, opened: answer, problem: null, isBusy: false })
      },
      (raised: unknown) => {
        if (isWanted) setState({ client, opened: null, problem: sentenceOf(raised), isBusy: false })
      },
    )
    return () => {
      isWanted = false
    }
  }, [client, file, catalogs])

  const subject = useMemo(() => {
    if (client === null || opened === null) return null
    return localSubject(client, opened, {
      catalogs: <LocalCatalogs opened={opened} isBusy={isBusy} onAdd={onAddCatalogs} onRemove={onRemoveCatalog} />,
      add: (
        <button type="button" className="button primary" disabled={isBusy} onClick={onAddCatalogs}>
          Add DBC files
        </button>
      ),
    })
  }, [client, opened, isBusy, onAddCatalogs, onRemoveCatalog])

  useEffect(() => onSubject(subject), [subject, onSubject])

  if (problem !== null) return <ErrorCard title={`${file.name} cannot be opened`} error={{ message: problem, fields: [] }} />
  if (subject === null) return <Progress text={`Reading ${file.name}`} done={done} size={file.size} />
  return isBusy ? <Progress text="Decoding with the catalogs" done={done} size={file.size} /> : null
}

function sentenceOf(raised: unknown): string {
  if (raised instanceof ViewerError) return raised.message
  return raised instanceof Error ? raised.message : String(raised)
}
